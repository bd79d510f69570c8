# A third bar hung by a constraint on a parametric double pendulum, and the parametric triple pendulum.
set title 'The last bob of a mixed triple pendulum'
set size ratio -1
set xlabel 'x [m]'
set ylabel 'y [m]'
set key outside
plot run('mixed_pendulum') using 2:3 with lines title 'mixed', \
     run('mixed_pendulum --every 50') using 4:5 with points pt 6 ps 0.6 lc rgb '#333333' dt 1 title 'parametric'
