# A swarm at the start and after 4 s: short-range attraction draws it into a drop.
set title 'A swarm of 150 particles'
set size ratio -1
set xlabel 'x [m]'
set ylabel 'y [m]'
set key outside
plot run('swarm --every 400') every :::0::0 using 2:3 with points pt 7 ps 0.35 lt 5 title 't = 0', \
     run('swarm --every 400') every :::1::1 using 2:3 with points pt 7 ps 0.45 lt 1 title 't = 4 s'
