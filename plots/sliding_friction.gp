# Viscous friction: a terminal speed on the slope, an endless creep on the level.
set title 'Sliding with the friction of the notes'
set xlabel 't [s]'
set ylabel 'speed [m/s]'
set yrange [0:5]
plot run('sliding_friction --angle 20') using 1:3 with lines title '20 degrees', \
     run('sliding_friction --angle 45') using 1:3 with lines title '45 degrees', \
     run('sliding_friction --angle 0') using 1:3 with lines title 'level', \
     run('sliding_friction --angle 0') every 8 using 1:4 with points pt 6 ps 0.5 lc rgb '#333333' dt 1 title 'exact'
