# How far the bar of a pendulum is from its length, with feedback and without.
set title 'The bar of a pendulum, h = 20 ms: |C| = error of its length'
set xlabel 't [s]'
set ylabel '|C| [m]'
set logscale y
set format y '10^{%L}'
set yrange [1e-11:1e-1]
set key bottom right maxrows 2
motion(options) = run('pendulum --step 0.02 --time 20 --every 2 '.options)
plot motion('--method midpoint --k_s 0 --k_d 0') using 1:(abs($6)) with lines lt 2 title 'midpoint, no feedback', \
     motion('--method midpoint') using 1:(abs($6)) with lines lt 1 title 'midpoint, feedback', \
     motion('--method rk4 --k_s 0 --k_d 0') using 1:(abs($6)) with lines lt 4 title 'Runge-Kutta, no feedback', \
     motion('--method rk4') using 1:(abs($6)) with lines lt 3 title 'Runge-Kutta, feedback'
