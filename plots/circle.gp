# Figure 4 of the notes, above: Euler's method turns the circle into a spiral.
set title 'A circle by steps of 0.2 s'
set size ratio -1
set xlabel 'x [m]'
set ylabel 'y [m]'
set key outside
plot run('circle --method euler --step 0.2 --time 9') using 2:3 with linespoints pt 7 ps 0.3 title 'Euler', \
     run('circle --method midpoint --step 0.2 --time 19') using 2:3 with lines title 'midpoint', \
     run('circle --method implicit --step 0.2 --time 19') using 2:3 with lines title 'implicit Euler', \
     run('circle --method rk4 --step 0.2 --time 6.3') using 5:6 with lines lt 5 title 'exact'
