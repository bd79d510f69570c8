# Restitution: the rebounds are r^2 as high.
set title 'A ball dropped from 1 m'
set xlabel 't [s]'
set ylabel 'y [m]'
plot run('bouncing_particle --time 4 --step 0.02') using 1:3 with lines title 'r = 0.9', \
     run('bouncing_particle --time 4 --step 0.02 --restitution 0.6') using 1:3 with lines title 'r = 0.6', \
     run('bouncing_particle --time 4 --step 0.02 --restitution 0') using 1:3 with lines title 'r = 0'
