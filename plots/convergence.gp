# Error against step: the slopes are the orders, 1, 1, 2 and 4; grey lines have these slopes.
set title "x' = -x + sin 3t over 1 s: error against step"
set xlabel 'step h [s]'
set ylabel 'largest error on the way'
set logscale xy
set format y '10^{%L}'
set xrange [0.001:0.4]
set yrange [1e-15:1]
set key bottom right
set label 1 'h' at 0.0011,5e-3 tc rgb '#555555'
set label 2 'h^2' at 0.0011,3e-6 tc rgb '#555555'
set label 3 'h^4' at 0.0011,1e-12 tc rgb '#555555'
plot run('convergence') using 1:2 with linespoints lt 4 pt 6 ps 0.7 title 'implicit Euler', \
     run('convergence') using 1:3 with linespoints lt 1 pt 7 ps 0.45 title 'Euler', \
     run('convergence') using 1:4 with linespoints lt 2 pt 5 ps 0.45 title 'midpoint', \
     run('convergence') using 1:5 with linespoints lt 3 pt 9 ps 0.6 title 'Runge-Kutta', \
     x with lines lt 5 notitle, 0.3 * x**2 with lines lt 5 notitle, 0.007 * x**4 with lines lt 5 notitle
