# Corrects the cell areas of a liberty from the LEF of the same library: area = width x height.
#   awk -f fix_area.awk cells.lef cells.lib > fixed.lib
# osu018_stdcells.lib as Debian ships it is wrong in three cells (OAI21X1 23 instead of 32,
# NAND3X1 36 instead of 32,
# LATCH 0 instead of 56), which makes synthesis prefer OAI21X1 and understates its area by 4%.
FNR == NR && $1 == "MACRO" { cell = $2; next }
FNR == NR { if ($1 == "SIZE" && $3 == "BY") area[cell] = $2 * $4; next }
/^ *cell *\(/ { cell = $0; sub(/.*\( */, "", cell); sub(/ *\).*/, "", cell); gsub(/"/, "", cell) }
/^ *area *:/ && cell in area { print "area : " area[cell] ";"; next }
{ print }
