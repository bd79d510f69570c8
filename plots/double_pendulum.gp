# The path of the lower bob, and the energy over a minute.
set multiplot layout 1,2 title 'A double pendulum, Runge-Kutta, h = 1 ms'
set size ratio -1
set xtics 1
set xlabel 'x [m]'
set ylabel 'y [m]'
plot run('double_pendulum --every 25') using 4:5 with lines lw 0.7 notitle
set size noratio
set xtics 20
set xlabel 't [s]'
set ylabel 'energy drift [mJ]'
set key top left
plot run('double_pendulum --time 60 --every 400') using 1:(1e3*$8) with lines title 'feedback', \
     run('double_pendulum --time 60 --every 400 --k_s 0 --k_d 0') using 1:(1e3*$8) with lines title 'no feedback'
unset multiplot
