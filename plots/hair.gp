# A hair at rest after 4 s: limp, and with more and more body; coarse and fine.
set title 'Hair, clamped at the left'
set size ratio -1
set xlabel 'x [m]'
set ylabel 'y [m]'
set yrange [-0.5:0.02]
set xrange [-0.05:0.35]
set xtics 0.1
set key bottom right
last(bend, pieces) = run(sprintf('hair --time 4 --every 400 --bend %s --pieces %d', bend, pieces))
plot last('0', 20) every :::1::1 using 2:3 with linespoints pt 7 ps 0.3 title 'limp', \
     last('2e-4', 10) every :::1::1 using 2:3 with linespoints pt 7 ps 0.3 title '10 pieces', \
     last('2e-4', 40) every :::1::1 using 2:3 with lines title 'with body, 40 pieces', \
     last('2e-3', 20) every :::1::1 using 2:3 with linespoints pt 7 ps 0.3 title 'with more body'
