# Gives a picture of gnuplot the title of its script, and as description the script's opening comment:
#   awk -f plots/describe.awk plots/circle.gp circle.svg
FNR == NR && /^# / && !told { comment = comment (comment == "" ? "" : " ") substr($0, 3); next }
FNR == NR { told = 1 }
FNR == NR && /^set title / { title = substr($0, 12, length($0) - 12) }
FNR == NR { next }
function escaped(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text); return text }
/<title>Gnuplot<\/title>/ { print "<title>" escaped(title) "</title>"; next }
/<desc>Produced by GNUPLOT/ { print "<desc>" escaped(comment) "</desc>"; next }
{ print }
