# A large swing: computed by the constraint force, and exactly; and the tension of the bar.
set title 'A pendulum let go at 120 degrees'
set xlabel 't [s]'
set ylabel 'angle [rad]'
set y2label 'tension [N]'
set y2tics
set key outside top center horizontal
plot run('pendulum --every 2') using 1:2 with lines title 'constraint force', \
     run('pendulum --every 12') using 1:4 with points pt 6 ps 0.5 lc rgb '#333333' dt 1 title 'exact', \
     run('pendulum --every 2') using 1:5 axes x1y2 with lines lt 2 dt 2 title 'tension'
