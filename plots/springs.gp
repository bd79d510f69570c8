# The tip of a beam of springs, and its energy without damping by three methods.
set multiplot layout 2,1 title 'A beam of masses and springs'
set xlabel 't [s]'
set ylabel 'tip y [m]'
set yrange [-0.9:0.9]
set ytics 0.4
set lmargin 9
plot run('springs') using 1:3 with lines title 'damped', \
     run('springs --motor 12') using 1:3 with lines title 'with a motor'
set ylabel 'energy [J]'
set yrange [0:6]
set ytics 2
plot run('springs --damping 0 --drag 0 --step 0.001') using 1:6 with lines title 'Runge-Kutta, no damping', \
     run('springs --damping 0 --drag 0 --step 0.001 --method midpoint') using 1:6 with lines title 'midpoint', \
     run('springs --damping 0 --drag 0 --step 0.001 --method euler --time 0.5') using 1:6 with lines title 'Euler'
unset multiplot
