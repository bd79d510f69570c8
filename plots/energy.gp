# The energy of a pendulum that should keep it: who adds, who takes away.
set title 'A pendulum let go at 120 degrees, h = 10 ms: energy'
set xlabel 't [s]'
set ylabel 'energy [J]'
set xrange [0:10]
set yrange [-8:16]
set key top right
motion(method) = run('pendulum --time '.seconds(method).' --every 5 --method '.method)
seconds(method) = method eq 'euler' ? '3' : '10'
plot motion('euler') using 1:7 with lines lt 1 title 'Euler (to 3 s)', \
     motion('midpoint') using 1:7 with lines lt 2 title 'midpoint', \
     motion('rk4') using 1:7 with lines lt 3 title 'Runge-Kutta', \
     motion('implicit') using 1:7 with lines lt 4 title 'implicit Euler', \
     4.905 with lines lt 5 title 'exact'
