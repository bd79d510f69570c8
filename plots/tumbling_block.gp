# The angular velocity in the body's own frame: the middle axis turns over with the period of Euler's equations.
set title 'A plate spun about its middle axis'
set xlabel 't [s]'
set ylabel 'angular velocity in the body [rad/s]'
set yrange [-3:3.6]
plot run('tumbling_block') using 1:2 with lines title 'axis of the least moment', \
     run('tumbling_block') using 1:3 with lines title 'middle axis', \
     run('tumbling_block') using 1:4 with lines title 'axis of the largest moment'
