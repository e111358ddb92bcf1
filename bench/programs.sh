# The table of bench/run --programs: what it costs to check programs.  Read by
# bench/run; --models chooses among the measurements by their names.
#
# All times are CPU seconds, of sett and of the program together, under a
# real-time priority where that is allowed; the least of --repeat runs counts
# (3, if nothing is said).  Start-up is subtracted: sett check --repeats N + 1
# less --repeats 1 is the cost of N searches.
#
# speed     executions per CPU second of the 30-operation program of the
#           prototype of the run-time, by the prototype (which enumerates all
#           interleavings) and by sett (with DPOR), of the same unmodified
#           executable; and by sett of an instrumented one.  Target: 0.8 of the
#           prototype.  Left out where the prototype's sources are not beside
#           the project ($SETT_PROTOTYPE says where else).
# length    cost per event over the length of an execution, by random search
#           and by DPOR, so many executions that all rows have about as many
#           events.  A short execution has few events to share the cost of the
#           reset, so the ratio is to the cheapest row so far: it shows growth.
#           Target: flat.
# heap      a program with 50 MiB of memory against the same without.  Target:
#           1.5.
# overhead  compute-bound code, instrumented, against gcc -O2: by itself, under
#           sett in memory that one thread has to itself, and in memory that two
#           threads use, which is watched for races.  Target: 3.
# systems   microseconds per operation of a ring of partners that pass a token
#           over TCP, about 40 operations after the connections are made: as
#           threads of one process, and as processes of a system.  By the clock
#           on the wall: processes that wait for their turn use processors, too.
#           Target: two processes cost 10 times as much as two threads.
# workers   how much faster two workers are than one, by the clock on the wall,
#           start included.
# examples  executions per CPU second of examples/programs, whose numbers of
#           executions are known, and must be met.

header_programs () {
  printf 'what\tcase\tfigure\tunit\tratio\tto\ttarget\n'
}

row () { # what case figure unit ratio to target
  local IFS=$'\t'
  echo "$*"
}

# A target that is missed is marked; it is no failure of the measurement.
judged () { # ratio '<=' or '>=' limit
  awk -v r="$1" -v o="$2" -v l="$3" 'BEGIN {
    good = o == "<=" ? r <= l : r >= l
    printf "%s %s%s", o, l, good ? "" : " MISSED" }'
}

prepare_programs () {
  realtime=()
  chrt -f 10 true 2> /dev/null && realtime=(chrt -f 10)
  ((${#realtime[@]})) || echo "no real-time priority: figures are noisy" >&2
  ((quick)) && repeat=1
  workshop=$(dirname "$sett")/bench
  mkdir -p "$workshop" && cd "$workshop"
}

native () { # source output flags...
  gcc -O2 -g "${@:3}" -pthread -o "$2" "$here/programs/$1.c"
}

instrumented () { # source output flags...
  "$sett" cc -O2 -g "${@:3}" -pthread -o "$2" "$here/programs/$1.c"
}

# Which seconds count: those of processors, or (%R 0) of the clock on the wall.
seconds_format='%U %S'

# Sets `cpu` to the least CPU seconds of a command; its output is in run.out.
# A check that finds nothing but is bounded (status 3) is fine, too.
least_cpu () { # command...
  local TIMEFORMAT=$seconds_format i times status
  cpu=
  for ((i = 0; i < repeat; i++)); do
    times=$({ time "${realtime[@]}" "$@" > run.out 2> run.err; } 2>&1)
    status=$?
    if ((status != 0 && status != 3)); then
      { echo "$*: status $status"; tail -n 5 run.out run.err; } >&2
      return 1
    fi
    cpu=$(smaller "$cpu" "$(calc "${times/ / + }")")
  done
}

# The number behind a key of the statistics in run.out.
figure_of () { # key
  sed -n "s/^ *\"$1\": *\([0-9.eE+-]*\),\{0,1\}$/\1/p" run.out | tail -n 1
}

# Sets `cost` to the CPU seconds of so many searches, and `executions` and
# `events` to what one of them does.
cost_of_searches () { # count arguments of sett check...
  local count=$1 once
  shift
  least_cpu "$sett" check --no-trace --json "$@" || return 1
  once=$cpu
  executions=$(figure_of executions)
  longest=$(figure_of longest)
  least_cpu "$sett" check --no-trace --json --repeats $((count + 1)) "$@" ||
    return 1
  cost=$(calc "$cpu - $once")
}

# So many searches that the whole takes about half a second.
searches_for () { # executions-per-second executions-of-one-search
  awk -v r="$1" -v e="$2" 'BEGIN { n = int (r / 2 / e); print n < 1 ? 1 : n }'
}

# Sets `rate` to the executions per CPU second.
rate_of () { # arguments of sett check...
  least_cpu "$sett" check --no-trace --json "$@" || return 1
  local count
  count=$(searches_for 100000 "$(figure_of executions)")
  cost_of_searches "$count" "$@" || return 1
  rate=$(calc "$executions * $count / $cost")
}

#--------------------------------------------------------------------------

build_prototype () {
  local source=${SETT_PROTOTYPE:-$root/../shared/prototypes/runtime/mc}
  [ -r "$source/mcrt.c" ] || return 1
  mkdir -p prototype && cp "$source"/* prototype/ &&
    (cd prototype && sh build.sh && gcc -O2 -g -w -pthread prog30.c -o plain &&
      "$sett" cc -O2 -g -w -pthread prog30.c -o watched)
}

# Sets `rate` to what the prototype says of itself; the best of several runs, as
# they are short.
prototype_rate () {
  local i best=0 now_rate
  for ((i = 0; i < 5 * repeat; i++)); do
    now_rate=$("${realtime[@]}" prototype/mc prototype/plain 2>&1 |
      sed -n 's/.*=> \([0-9]*\) exec\/cpu-s.*/\1/p')
    best=$(calc "(${now_rate:-0} > $best) ? ${now_rate:-0} : $best")
  done
  rate=$best
  [ "$best" != 0 ]
}

measure_speed () {
  local own kind
  if ! build_prototype; then
    row speed 'prototype' - 'skipped: its sources are not here' - - -
    return
  fi
  prototype_rate || return 1
  own=$rate
  row speed prototype "$(printf %.0f "$own")" executions/s 1.00 prototype -
  for kind in plain watched; do
    rate_of prototype/$kind || return 1
    local ratio
    ratio=$(calc "$rate / $own")
    row speed "sett, $kind executable" "$(printf %.0f "$rate")" executions/s \
      "$(printf %.2f "$ratio")" prototype "$(judged "$ratio" '>=' 0.8)"
  done
}

# Sets `per_event` to the CPU nanoseconds of an event, and `longest`.
cost_of_events () { # search rounds executions
  local once
  least_cpu "$sett" check --no-trace --json --search "$1" --executions 1 \
    ./length -- "$2" || return 1
  once=$cpu
  least_cpu "$sett" check --no-trace --json --search "$1" --executions "$3" \
    ./length -- "$2" || return 1
  longest=$(figure_of longest)
  per_event=$(calc "($cpu - $once) / $(figure_of events) * 1e9")
}

measure_length () {
  local search rounds least ratio all=3000000
  ((quick)) && all=600000
  native length length || return 1
  for search in random dpor; do
    least=
    for rounds in 2 7 22 72 222 722 1497; do
      # There are only six executions of the shortest that differ.
      [ $search = dpor ] && ((rounds < 7)) && continue
      cost_of_events $search $rounds $((all / (2 * rounds + 6))) || return 1
      ratio=$(calc "$per_event / ${least:-$per_event}")
      least=$(smaller "$least" "$per_event")
      row length "$search, $longest events" "$(printf %.1f "$per_event")" \
        ns/event "$(printf %.2f "$ratio")" cheapest \
        "$(judged "$ratio" '<=' $([ $search = dpor ] && echo 1.5 || echo 1.2))"
    done
  done
}

measure_heap () {
  local without ratio
  instrumented list small && instrumented list large -DMEBIBYTES=50 || return 1
  rate_of ./small || return 1
  without=$rate
  row heap 'no large memory' "$(printf %.0f "$without")" executions/s 1.00 - -
  rate_of ./large || return 1
  ratio=$(calc "$without / $rate")
  row heap '50 MiB' "$(printf %.0f "$rate")" executions/s \
    "$(printf %.2f "$ratio")" without "$(judged "$ratio" '<=' 1.5)"
}

# Sets `round` to the CPU nanoseconds of one round of a kernel.
round_outside () { # program
  least_cpu "$1" 0 || return 1
  local start=$cpu
  least_cpu "$1" 500 || return 1
  round=$(calc "($cpu - $start) / 500 * 1e9")
}

round_under_sett () { # program memory rounds
  cost_of_searches 4 "$1" -- "$3" "$2" || return 1
  round=$(calc "$cost / (4 * $executions) / $3 * 1e9")
}

overhead_row () { # case native target?
  local ratio
  ratio=$(calc "$round / $2")
  row overhead "$1" "$(printf %.0f "$(calc "$round / 1000")")" us/round \
    "$(printf %.2f "$ratio")" 'gcc -O2' \
    "$([ "$3" = - ] && echo - || judged "$ratio" '<=' "$3")"
}

measure_overhead () {
  local kernel alone
  for kernel in sorting words numbers; do
    native $kernel plain-$kernel && instrumented $kernel watched-$kernel ||
      return 1
    round_outside ./plain-$kernel || return 1
    alone=$round
    overhead_row "$kernel, native" "$alone" -
    round_outside ./watched-$kernel || return 1
    overhead_row "$kernel, by itself" "$alone" 3
    round_under_sett ./watched-$kernel own 100 || return 1
    overhead_row "$kernel, under sett" "$alone" 3
    # Not so long that the thread would be suspected of running for ever.
    round_under_sett ./watched-$kernel shared 8 || return 1
    overhead_row "$kernel, under sett, shared" "$alone" -
  done
}

measure_examples () {
  local name number known
  while read -r name number known; do
    "$sett" cc -O2 -g -DN=$number -pthread -o example \
      "$root/examples/programs/$name.c" || return 1
    rate_of ./example || return 1
    if [ "$executions" != "$known" ]; then
      row examples "$name $number" MISMATCH "$executions for $known" - - -
      return 1
    fi
    row examples "$name $number, $longest events" "$(printf %.0f "$rate")" \
      executions/s - - -
  done << 'END'
counter 8 40320
lastzero 13 32768
readers 13 8192
indexer 14 512
filesystem 20 128
END
}

#--------------------------------------------------------------------------

# Sets `each` to the microseconds per operation: of many executions, without
# the first one.
cost_of_operation () { # how-many arguments of sett check...
  local many=$1 once operations
  shift
  least_cpu "$sett" check --no-trace --json --executions 1 "$@" || return 1
  once=$cpu
  operations=$(figure_of events)
  least_cpu "$sett" check --no-trace --json $many "$@" || return 1
  each=$(calc "1e6 * ($cpu - $once) / ($(figure_of events) - $operations)")
}

# There are few executions of two; of more the search is cut short.
measure_systems () {
  local count number rounds within threads apart seconds_format='%R 0'
  instrumented ring ring || return 1
  for count in 2 3 4 6; do
    local processes=()
    rounds=$((20 / count))
    threads="--executions 20000" apart="--executions 1000"
    ((count == 2)) && threads="--repeats 20" apart="--repeats 400"
    for ((number = 0; number < count; number++)); do
      processes+=(--process "p$number=./ring $number $count $rounds")
    done
    cost_of_operation "$threads" ./ring -- all "$count" "$rounds" || return 1
    within=$each
    row systems "$count threads" "$(printf %.2f "$within")" 'us per operation' \
      - - -
    cost_of_operation "$apart" "${processes[@]}" || return 1
    row systems "$count processes" "$(printf %.2f "$each")" \
      'us per operation' "$(printf %.2f "$(calc "$each / $within")")" \
      "$count threads" "$( ((count == 2)) &&
        judged "$(calc "$each / $within")" '<=' 10 || echo -)"
  done
}

#--------------------------------------------------------------------------

measure_workers () {
  local name flags one seconds_format='%R 0'
  while read -r name flags; do
    # shellcheck disable=SC2086
    "$sett" cc -O2 -g $flags -pthread -o shared \
      "$root/examples/programs/$name.c" || return 1
    least_cpu "$sett" check --no-trace --json ./shared || return 1
    one=$cpu
    row workers "$name $flags, 1 worker" "$(printf %.2f "$one")" s - - -
    least_cpu "$sett" check --no-trace --json -j2 ./shared || return 1
    row workers "$name $flags, 2 workers" "$(printf %.2f "$cpu")" s \
      "$(printf %.2f "$(calc "$one / $cpu")")" '1 worker' -
  done << 'END'
counter -DN=9
counter -DN=3 -DK=4
lastzero -DN=16
readers -DN=17
END
}

main_programs () {
  local name
  prepare_programs || return 1
  for name in speed length heap overhead systems workers examples; do
    [ -z "$wanted" ] || [[ ,$wanted, == *,$name,* ]] || continue
    echo "$name" >&2
    measure_$name >> "$output" ||
      { failed=1; row $name FAILED >> "$output"; }
  done
  print_aligned "$output"
  echo
  awk -F '\t' '$7 ~ /MISSED/ { print "target missed: " $1 ", " $2 ": " $5 " (" $7 ")" }' \
    "$output"
  return $failed
}
