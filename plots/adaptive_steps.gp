# A comet: one point for each adaptive step, and how long the steps are.
set multiplot layout 2,1 title 'A comet by adaptive Runge-Kutta steps'
set xlabel 'x [m]'
set ylabel 'y [m]'
set size ratio -1
set xtics 0.5
set ytics 0.5
set object 1 circle at 0,0 size 0.03 fc rgb '#e0a800' fs solid
plot run('adaptive_steps') using 2:3 with linespoints pt 7 ps 0.3 notitle
unset object 1
set size noratio
set xlabel 't [s]'
set ylabel 'step [s]'
set xtics 1
set ytics auto
set logscale y
plot run('adaptive_steps') using 1:4 with steps notitle
unset multiplot
