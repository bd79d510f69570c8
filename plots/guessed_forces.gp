# How often the first guess of Baraff's heuristic is right, how often the second, by the height of the stack.
set title "Baraff's heuristic on random stacks, pushed by up to half a box's weight"
set xlabel 'boxes in the stack'
set ylabel 'share of stacks'
set style data histograms
set style histogram rowstacked
set style fill solid 0.7 border -1
set boxwidth 0.7
set yrange [0:1.4]
set ytics 0,0.2,1
plot run('guessed_forces --push 0.5') using ($3/$2):xtic(1) title 'no contact vanishes', \
     '' using ($4/$2) title 'predicted', '' using ($5/$2) title 'prediction wrong'
