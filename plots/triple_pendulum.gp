# Chaos: the distance between two pendulums that start a billionth of a radian apart.
set title 'Two triple pendulums'
set xlabel 't [s]'
set ylabel 'distance of the third bobs [m]'
set logscale y
set format y '10^{%L}'
set key bottom right
plot run('triple_pendulum --every 20') using 1:6 with lines title 'a billionth apart', \
     run('triple_pendulum --every 20 --nudge 1e-5') using 1:6 with lines title 'a hundred-thousandth apart'
