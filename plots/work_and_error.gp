# Error against price; the slopes are the orders 1, 2, 4.
set title 'One turn of the unit circle'
set xlabel 'evaluations of f'
set ylabel 'error [m]'
set logscale xy
set format y '10^{%L}'
set key bottom left
plot run('work_and_error') using 1:2 with linespoints pt 7 ps 0.4 title 'Euler', \
     run('work_and_error') using 1:3 with linespoints pt 7 ps 0.4 title 'midpoint', \
     run('work_and_error') using 1:4 with linespoints pt 7 ps 0.4 title 'Runge-Kutta'
