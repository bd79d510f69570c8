# Energy of the block pushed off its centre, work along the force, force times path: only the first two agree.
set title 'The same force at the centre and 0.4 m off it'
set xlabel 't [s]'
set ylabel 'more than at the centre [J]'
set key top left
plot run('torque_puzzle --time 5') using 1:($5-$2) with lines title 'force times path', \
     run('torque_puzzle --time 5') using 1:($4-$2) with lines title 'work along the force', \
     run('torque_puzzle --time 5') using 1:($3-$2) with points pt 6 ps 0.5 lc rgb '#333333' dt 1 title 'energy'
