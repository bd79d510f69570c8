# Figure 12 of BARAFF89: contact by contact the speed of the heavy ball goes down by m/(m + 1) a pass.
set title 'A heavy ball on a light one on the floor, inelastic, contact by contact'
set xlabel 'passes over the two contacts'
set ylabel 'speed of the heavy ball [m/s]'
set key bottom left
set logscale y
set format y '10^{%L}'
plot run('heavy_on_light --passes 60') using 1:2 with points pt 7 ps 0.4 title 'mass 9', \
     run('heavy_on_light --passes 60') using 1:3 with lines title '.9^n', \
     run('heavy_on_light --passes 60 --mass 99') using 1:2 with points pt 6 ps 0.4 lc rgb '#333333' dt 1 title 'mass 99'
