# The table of bench/run --undo: two ways of going back, compared.  Read by
# bench/run.
#
# bench/undo.c is searched by --undo replay, which runs every execution again
# from the first choice on, and by --undo checkpoint, which goes on from a copy
# of the memory: with as many checkpoints as sett finds best, and with one at
# every choice (--spacing 1).  Four series, each over one quantity, and some of
# examples/programs:
#
#   late    operations of an execution, all of the branching near its end
#   early   the same, with the branching at its beginning
#   short   pages written in an execution of 100 operations, branching late
#   long    pages written in an execution of 1000 operations, branching late
#
# Rates are executions per second of processor time.  The time of a search of
# one execution, which is that of starting, is taken off.  Each search is
# repeated inside the program until it takes $least_seconds seconds or so; the
# ways take turns, --repeat times, and the best time of each counts.  With chrt,
# if that is allowed, nothing else gets in between.  All ways must run the same
# number of executions.

least_seconds=0.3
undo_lengths='10 20 50 100 200 500 1000'
undo_pages='10 20 50 100 200 500 1000 2000 5000'
undo_programs='counter:7 lastzero:12 readers:12 indexer:14 filesystem:20
  workqueue threadpool'
undo_ways=('replay' 'checkpoint' 'checkpoint --spacing 1')

header_undo () {
  printf 'series\tsize\texecutions\treplay/s\tcheckpoint/s\tratio'
  printf '\teverywhere/s\tratio\n'
}

undo_rows () {
  local n lengths=$undo_lengths pages=$undo_pages programs=$undo_programs
  ((quick)) && lengths='10 100' pages='100' programs=counter:6
  for n in $lengths; do echo "late $n undo.c -DLENGTH=$n"; done
  for n in $lengths; do echo "early $n undo.c -DLENGTH=$n -DEARLY"; done
  for n in $pages; do echo "short $n undo.c -DPAGES=$n"; done
  for n in $pages; do echo "long $n undo.c -DPAGES=$n -DLENGTH=1000"; done
  for n in $programs; do
    echo "program ${n/:/-} ../examples/programs/${n%:*}.c$(
      [ "${n#*:}" = "$n" ] || echo " -DN=${n#*:}")"
  done
}

# Prints processor seconds; leaves the result in sett.json.
undo_time () { # repeats way option...
  local repeats=$1 way=$2 TIMEFORMAT='%U %S'
  shift 2
  { time $undo_priority "$sett" check --json --no-trace --repeats "$repeats" \
    --undo $way "$@" ./program > sett.json 2> sett.err; } 2>&1 |
    awk '{ print $1 + $2 }'
}

undo_least () { # count command...: the least number that it prints
  local i least= count=$1
  shift
  for ((i = 0; i < count; i++)); do least=$(smaller "$least" "$("$@")"); done
  echo "$least"
}

# How often must the search be done for a time that can be measured?
undo_repeats () { # seconds of one
  awk -v t="$1" -v least=$least_seconds 'BEGIN {
    n = int (least / (t > 0.001 ? t : 0.001)) + 1
    print n }'
}

# Prints the row of one point.
measure_undo () { # series size file options
  local i k way start once executions
  local -a repeats best
  "$sett" cc -O1 $4 "$here/$3" -o program || return 1
  start=$(undo_least 5 undo_time 1 replay --executions 1)
  for k in 0 1 2; do
    once=$(undo_time 1 "${undo_ways[k]}")
    is_verified || { cat sett.json sett.err >&2; return 1; }
    [ -z "${executions:=$(statistic executions)}" ] && return 1
    [ "$executions" = "$(statistic executions)" ] ||
      { printf '%s\t%s\tMISMATCH\n' "$1" "$2"; return 1; }
    repeats[k]=$(undo_repeats "$(calc "$once - $start")")
    best[k]=
  done
  for ((i = 0; i < repeat; i++)); do
    for k in 0 1 2; do
      best[k]=$(smaller "${best[k]}" \
        "$(undo_time "${repeats[k]}" "${undo_ways[k]}")")
    done
  done
  awk -v s="$1" -v n="$2" -v e="$executions" -v t="$start" \
    -v a="${best[0]}" -v an="${repeats[0]}" -v b="${best[1]}" \
    -v bn="${repeats[1]}" -v c="${best[2]}" -v cn="${repeats[2]}" 'BEGIN {
      a = an * e / (a - t); b = bn * e / (b - t); c = cn * e / (c - t)
      printf "%s\t%s\t%d\t%.0f\t%.0f\t%.2f\t%.0f\t%.2f\n", s, n, e, a, b, b / a,
        c, c / a }'
}

# All of them, and the plots.
run_undo () {
  local series size file options
  undo_priority=
  chrt -f 10 true 2> /dev/null && undo_priority='chrt -f 10'
  while read -r series size file options; do
    echo "$series, $size" >&2
    in_scratch measure_undo "$series" "$size" "$file" "$options" >> "$output" ||
      { failed=1; printf '%s\t%s\tFAILED\n' "$series" "$size" >> "$output"; }
  done < <(undo_rows)
  print_aligned "$output"
  ((quick)) || "$here/plot-undo" "$output" || failed=1
}
