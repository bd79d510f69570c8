# Where a step makes x shorter: inside the curves, except for implicit Euler, which does so outside its circle.
set title "x' = z x: one step keeps |x| on the curves"
set xlabel 'Re z = step times rate of growth'
set ylabel 'Im z = step times frequency'
set size ratio -1
set xrange [-4:2]
set yrange [-3:3]
set key outside right top
set xzeroaxis lt -1 lc rgb '#999999'
set yzeroaxis lt -1 lc rgb '#999999'
set contour base
set cntrparam levels discrete 1.0
set view map
unset surface
set table $euler
splot run('stability_regions --cells 120') using 1:2:3
set table $midpoint
splot run('stability_regions --cells 120') using 1:2:4
set table $rk4
splot run('stability_regions --cells 120') using 1:2:5
set table $implicit
splot run('stability_regions --cells 120') using 1:2:6
unset table
set label 1 'decay' at -3.9,0.2 tc rgb '#555555'
set label 2 'oscillation' at 0.1,2.85 tc rgb '#555555'
plot $rk4 using 1:2 with lines lt 3 lw 1.6 title 'Runge-Kutta: inside', \
     $midpoint using 1:2 with lines lt 2 lw 1.6 title 'midpoint: inside', \
     $euler using 1:2 with lines lt 1 lw 1.6 title 'Euler: inside', \
     $implicit using 1:2 with lines lt 4 lw 1.6 title 'implicit Euler: outside'
