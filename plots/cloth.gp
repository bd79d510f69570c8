# The cloth of scenes/cloth after two seconds.
set title 'A cloth held at two corners, by implicit steps of 20 ms'
set view 70, 25
set xyplane relative 0
set xlabel 'x [m]' offset 0,-1
set ylabel 'y [m]' offset 2,-0.5
set label 'z [m]' at screen 0.08,0.74
set xtics 0.5 offset 0,-0.5
set ytics 0.5 offset 1,0
set border 4095 lc rgb '#bbbbbb'
unset grid
set ztics 0.5
set hidden3d
splot run('cloth --cells 14 --time 2 --every 100') index 1 using 2:3:4 with lines lt 2 dt 1 lw 0.7 notitle
