# The paths of crank, joint and weight, and the bars at the end.
set title 'A linkage of bars driven by a motor'
set size ratio -1
set xlabel 'x [m]'
set ylabel 'y [m]'
set key outside
plot run('tinkertoy') using 2:3 with lines title 'crank', \
     run('tinkertoy') using 4:5 with lines title 'joint', \
     run('tinkertoy') using 8:9 with lines lw 0.7 title 'weight', \
     run('tinkertoy --every 10000') every ::1 using (0):(0):2:3 with vectors nohead lt 5 notitle, \
     run('tinkertoy --every 10000') every ::1 using 2:3:($4 - $2):($5 - $3) with vectors nohead lt 5 notitle, \
     run('tinkertoy --every 10000') every ::1 using (1.2):(0):($4 - 1.2):5 with vectors nohead lt 5 notitle, \
     run('tinkertoy --every 10000') every ::1 using 4:5:($8 - $4):($9 - $5) with vectors nohead lt 5 notitle
