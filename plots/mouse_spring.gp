# The energy of a chain whose last bob is jerked away at t = 2 s and let go at t = 3 s.
set title 'A chain dragged by a mouse spring, and by setting positions'
set xlabel 't [s]'
set ylabel 'energy [J]'
plot run('mouse_spring --stiffness 2000') using 1:6 with lines title 'mouse spring', \
     run('mouse_spring --stiffness 2000 --drag direct') using 1:6 with lines title 'position set directly'
