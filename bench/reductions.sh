# The table of bench/run --reductions: what the reductions of both tools, as one
# uses them, leave to store, and what they cost.  Read by bench/run.
#
# States.  pan with SPIN's defaults: spin -a, gcc -O2 -DSAFETY, so with
# partial-order reduction, dead variables and merged statements; sett check
# MODEL -p safety, nothing else.  ltl lines are dropped.  Both must verify the
# model: what a search stores before its first error is luck.  Target: the
# ratio, sett to pan, is never above 1, geometric mean at most 0.5.
#
# Time.  spin -a, gcc and pan as a whole against sett check as a whole, each
# done --repeat times; the medians count.  pan's -m and -w are just large enough
# (it clears both), as known from the list.  Target: 3 times faster.
#
# Cost of reducing.  Time per state of a reduced search to that of an unreduced
# one; both have the same static reductions, store every state they visit
# (--cache all: what is passed through without being stored costs time too) and
# run code of the optimising compiler from their first state on, so that a short
# search is not charged for its start.  The fastest of --repeat runs counts.
# Searches of less than $least_states states say nothing about time per state,
# and show as "-", as do those that take more than $most_seconds seconds.
# The last column is the search time of auto (all defaults, but compiled as
# above) to that of the unreduced search.  Target: 1.30 per state.

least_states=10000
most_seconds=120

header_reductions () {
  printf 'model\tpan states\tsett states\tratio\tpan wall\tsett wall\tfaster'
  printf '\tnone ns/st\tample\tstubborn\tauto\tauto, whole\n'
}

# The whole of spin, from the text to the verdict.
answer_by_pan () { # "options for gcc" "options for pan" defines...
  local for_gcc=$1 for_pan=$2
  shift 2
  spin -a "$@" model.pml > spin.out 2>&1 &&
    gcc -O2 -w -DSAFETY $for_gcc -o pan pan.c > gcc.out 2>&1 &&
    ./pan -n $for_pan > pan.out 2>&1
}

# The whole of sett, from the text to the verdict.
answer_by_sett () { # defines...
  "$sett" check model.pml -p safety --json $sett_flags "$@" \
    > sett.json 2> sett.err
}

is_verified () { grep -q '^  "verdict": *"verified"' sett.json; }

# Sets `wall` to the median time of a command that is repeated.
repeated () { # command...
  local begin end i times=
  for ((i = 0; i < repeat; i++)); do
    begin=$(now)
    "$@" || return 1
    end=$(now)
    times+="$(calc "$end - $begin") "
  done
  wall=$(printf '%s\n' $times | median)
}

# Sets searched_states and searched_seconds; both are "-" for a search that
# takes too long.
search () { # options...
  local i
  searched_states=-
  searched_seconds=
  for ((i = 0; i < repeat; i++)); do
    SETT_COMPILER=cc "$sett" check model.pml -p safety --static all --json \
      --time $most_seconds $sett_flags "$@" > sett.json 2> sett.err
    if grep -q '"limits_hit": *\[ *$' sett.json; then
      searched_seconds=-
      return 0
    fi
    is_verified || { cat sett.json sett.err >&2; return 1; }
    searched_seconds=$(smaller "$searched_seconds" "$(statistic seconds)")
  done
  searched_states=$(statistic states)
}

# Prints the columns on the cost of reducing, each after a tab.
measure_cost () { # defines...
  local states seconds reduction
  search --reduce none "$@" || return 1
  states=$searched_states seconds=$searched_seconds
  awk -v s="$states" -v t="$seconds" -v least=$least_states 'BEGIN {
    if (s < least || t == "-") printf "\t-"; else printf "\t%.0f", t / s * 1e9 }'
  for reduction in ample stubborn auto; do
    search --reduce $reduction --cache all "$@" || return 1
    awk -v s="$states" -v t="$seconds" -v rs="$searched_states" \
      -v rt="$searched_seconds" -v least=$least_states 'BEGIN {
        if (s < least || rs < least || t == "-" || rt == "-") printf "\t-"
        else printf "\t%.2f", (rt / rs) / (t / s) }'
  done
  search "$@" || return 1
  awk -v s="$states" -v t="$seconds" -v rt="$searched_seconds" \
    -v least=$least_states 'BEGIN {
      if (s < least || t == "-" || rt == "-") printf "\t-"
      else printf "\t%.2f", rt / t }'
}

# Sets pan_states and pan_wall.
measure_pan () { # states depth pan_options defines...
  local for_gcc="-DMEMLIM=$(memory_limit) $3 $pan_flags"
  local for_pan="-m$(($2 + 1000)) -w$(table_bits "$1")"
  shift 3
  repeated answer_by_pan "$for_gcc" "$for_pan" "$@" ||
    { cat spin.out gcc.out pan.out >&2 2> /dev/null; return 1; }
  pan_seconds=
  read_pan || return 1
  pan_wall=$wall
}

# Sets sett_states and sett_wall.
measure_sett () { # defines...
  repeated answer_by_sett "$@" && is_verified ||
    { cat sett.json sett.err >&2; return 1; }
  sett_states=$(statistic states)
  sett_wall=$wall
}

# Prints the row of one model.
measure_reductions () { # name file options states depth pan_options
  local cost
  local -a defines=()
  [ "$3" = - ] || read -r -a defines <<< "$3"
  fetch_model "$(resolve "$2")" || return 1
  measure_pan "$4" "$5" "$6" "${defines[@]}" || return 1
  measure_sett "${defines[@]}" || return 1
  cost=$(measure_cost "${defines[@]}") || return 1
  awk -v n="$1" -v ps="$pan_states" -v ss="$sett_states" -v pw="$pan_wall" \
    -v sw="$sett_wall" 'BEGIN {
      printf "%s\t%.0f\t%.0f\t%.3f\t%.2f\t%.3f\t%.2f", n, ps, ss, ss / ps, pw,
        sw, pw / sw }'
  echo "$cost"
}

# Geometric means beside their targets.  As a gain in time is easy on a small
# model, where the C compiler takes most of pan's time, the larger models also
# have a line of their own.  Status 1 if sett stores more than pan anywhere.
summary_reductions () { # table
  awk -F '\t' '
    function add (i, value, more) {
      if (value + 0 <= 0) return
      if (!count[i]++ || (more ? value > worst[i] : value < worst[i])) {
        worst[i] = value + 0; who[i] = $1 }
      sum[i] += log (value) }
    function show (i, title, target) {
      if (count[i])
        printf "%-42s %3d models, geometric mean %7.3f%s, worst %7.3f (%s)\n",
          title, count[i], exp (sum[i] / count[i]), target, worst[i], who[i] }
    NR == 1 || NF < 12 { next }
    {
      add ("states", $3 / $2, 1); add ("time", $5 / $6, 0)
      if ($2 >= 100000) {
        add ("large states", $3 / $2, 1); add ("large time", $5 / $6, 0) }
      add ("ample", $9, 1); add ("stubborn", $10, 1); add ("auto", $11, 1)
      add ("whole", $12, 1)
      if ($3 > $2) above = above sprintf (" %s (%.3f)", $1, $3 / $2)
    }
    END {
      show ("states", "states, sett to pan", " (target 0.5)")
      show ("large states", "  where pan stores 100,000 or more", "")
      show ("time", "end to end, times faster than pan", " (target 3)")
      show ("large time", "  where pan stores 100,000 or more", "")
      show ("auto", "time per state, auto to none", " (target 1.30)")
      show ("ample", "  ample to none", "")
      show ("stubborn", "  stubborn to none", "")
      show ("whole", "search time, auto to none", "")
      if (above == "") printf "sett stores more than pan: never\n"
      else printf "sett stores more than pan:%s\n", above
      exit above != "" }' "$1"
}
