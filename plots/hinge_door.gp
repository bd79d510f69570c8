# The leaning door with its stop, and without.
set title 'A door on a leaning hinge'
set xlabel 't [s]'
set ylabel 'angle [rad]'
set yrange [-0.6:0.9]
plot run('hinge_door --every 2') using 1:2 with lines title 'with a stop', \
     run('hinge_door --every 2 --stop no') using 1:2 with lines title 'without'
