# How far the bead is from the wire, by Euler steps: with and without feedback, and by a spring.
set title "|x| - 1 of the bead, Euler's method, h = 5 ms"
set xlabel 't [s]'
set ylabel '|x| - 1 [m]'
set yrange [-0.05:0.3]
set key top left
plot run('bead_on_wire --method euler --step 0.005 --every 8 --k_s 0 --k_d 0') using 1:8 with lines title 'no feedback', \
     run('bead_on_wire --method euler --step 0.005 --every 8') using 1:8 with lines title 'feedback k_s = 25, k_d = 10', \
     run('bead_on_wire --method penalty --penalty 400 --step 0.005 --every 8') using 1:8 with lines title 'spring of 400 N/m, Runge-Kutta'
