# The slow coordinate of a stiff equation: explicit steps creep, implicit ones stride.
set title "x of (x, y)' = (-x, -1000 y)"
set xlabel 'step'
set ylabel 'x [m]'
set logscale x
set logscale y
set format y '10^{%L}'
set yrange [1e-4:2]
set key outside top center horizontal
plot run('stiff_particle --method euler --step 0.0019 --every 40') using ($0 * 40 + 1):2 with linespoints pt 7 ps 0.3 title 'Euler, h = 1.9 ms', \
     run('stiff_particle --method rk4 --step 0.0027 --every 30') using ($0 * 30 + 1):2 with linespoints pt 7 ps 0.3 title 'Runge-Kutta, h = 2.7 ms', \
     run('stiff_particle --method implicit --step 1 --time 14') using ($0 + 1):2 with linespoints pt 7 ps 0.5 title 'implicit Euler, h = 1 s'
