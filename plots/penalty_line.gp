# A particle that should stay on the x axis, pulled with 20 N in turning directions.
set title 'Held on a line by a penalty force'
set xlabel 't [s]'
set ylabel 'y [m]'
set yrange [-0.025:0.05]
plot run('penalty_line --eps 0.02') using 1:3 with lines title 'k = 1000/s', \
     run('penalty_line --eps 0.005 --step 0.0002 --every 50') using 1:3 with lines title 'k = 4000/s, a fifth of the step', \
     run('penalty_line --method projected --step 0.1 --every 1') using 1:3 with linespoints pt 7 ps 0.4 title 'constraint force, h = 0.1 s'
