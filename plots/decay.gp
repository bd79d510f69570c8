# Figure 4 of the notes, below: decay, oscillation, and off to Neptune, as h passes 1/k and 2/k.
set title "x' = -10 x by Euler's method"
set xlabel 't [s]'
set ylabel 'x [m]'
set xrange [0:2]
set yrange [-2.2:2.2]
set key outside
plot run('decay --step 0.05 --time 2') using 1:2 with linespoints pt 7 ps 0.4 title 'h = 0.5/k', \
     run('decay --step 0.15 --time 2') using 1:2 with linespoints pt 7 ps 0.4 title 'h = 1.5/k', \
     run('decay --step 0.2 --time 2') using 1:2 with linespoints pt 7 ps 0.4 title 'h = 2/k', \
     run('decay --step 0.21 --time 2') using 1:2 with linespoints pt 7 ps 0.4 title 'h = 2.1/k', \
     run('decay --step 0.02 --time 2') using 1:3 with lines title 'exact'
