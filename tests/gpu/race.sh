# Part of tests/gpu/check: processors search while the device's program is compiled
# (src/cli/gpu_race.c).  Who comes first is said by SETT_RACE_WINNER where that
# matters; what the driver does while it compiles, by tests/gpu/slow_opencl.c, of
# whose device only the processors' search can have a verdict.

# Words: "device" or "processors", mutant=NUMBER perhaps, a model and options.  Against
# the plain search; and the one who came first is said to have searched.
compare_raced () {
  local winner=${1%% *} mutant= name log
  set -- "${1#* }"
  [[ $1 == mutant=* ]] && local "${1%% *}" && set -- "${1#* }"
  name=$(tr -c 'a-zA-Z0-9.\n-' _ <<< "$winner-$mutant-${1##*/}")
  log=$here/raced-$name
  # shellcheck disable=SC2086
  plain $1 | $judge > "$log.plain"
  # shellcheck disable=SC2086
  { [ -z "$mutant" ] || export SETT_MUTANT=$mutant
    race=always SETT_RACE_WINNER=$winner SETT_CHECK_LEAKS=1 on_device $1; } > "$log"
  $judge < "$log" > "$log.summary"
  if [ -n "$mutant" ]; then
    cmp -s "$log.plain" "$log.summary" && echo "FAIL mutant $mutant is not noticed" || echo "ok mutant $mutant"
  elif ! grep -q '"verdict"' "$log.plain" || ! cmp -s "$log.plain" "$log.summary"; then
    echo "FAIL $winner first: $1: $(diff "$log.plain" "$log.summary" | grep '^[<>]' | tr -s ' \n' ' ')"
  elif ! grep -q "^ *\"$winner\": " "$log" || [ "$(grep -cE '^ *"(device|processors)": ' "$log")" -ne 1 ]; then
    echo "FAIL $winner first: $1: it says $(grep -E '"(device|processors)"' "$log" | tr -s ' \n' ' ')"
  else
    echo "ok $winner first: $1"
  fi
}

# Their counts, the device's and the plain search's are the same; a search that was
# stopped leaves nothing (223), and is not taken for one that came to its end (224).
raced () {
  local m
  for m in "$here/hard.pml --all-errors" "$here/faults.pml --all-errors" "$here/claim.pml --property end --all-errors"; do
    echo "processors $m"
    echo "processors $m -j3"
  done
  echo "processors $here/grow.pml --depth 5"
  echo "processors $here/tried.pml --static none --all-errors --store table"
  echo "processors $here/claim.pml --property safety --property end --all-errors"
  echo "device $here/deep.pml $deep --all-errors"
  echo "device mutant=223 $here/deep.pml $deep --all-errors"
  echo "device mutant=224 $here/deep.pml $deep --all-errors"
  [ -z "${LONG-}" ] && return
  echo "device $here/hard.pml --all-errors -j3"
  echo "device $here/drift.pml --static none"
  for m in $(seq "$(volume 100)"); do
    "$here/generate" --seed "$m" > "$here/random-$m.pml"
    echo "processors $here/random-$m.pml --all-errors -j2"
  done
}

raced_cycles () {
  echo "processors $here/wheel.pml --property often --static none"
  echo "processors $here/wheel.pml --property rest --static none -j2"
  echo "processors $tests_root/semantics/label_progress_goto.pml --property progress"
}

# slow SECONDS option ...: the device is one that takes so long and cannot compile.
slow () {
  local seconds=$1
  shift
  SLOW_OPENCL=$seconds LD_LIBRARY_PATH=$here/slow timeout -k 5 50 "$SETT" check --gpu --no-trace "$@"
}

# Says NAME STATUS REGEX command ...: and not that OpenCL was ended; at once.
says () {
  local name=$1 status=$2 words=$3 out got begin=$SECONDS
  shift 3
  out=$("$@" 2>&1)
  got=$?
  if [ $got -ne "$status" ] || ! grep -Eq -- "$words" <<< "$out" || [[ $out == *'OpenCL was ended'* ]]; then
    echo "FAIL $name: status $got: $out"
  elif [ $((SECONDS - begin)) -gt 20 ]; then
    echo "FAIL $name: it took $((SECONDS - begin)) seconds"
  else
    echo "ok $name"
  fi
}

# A signal while the driver compiles and the processors search.
interrupted () {
  local process
  slow 40 "${long[@]}" --json > "$here/interrupted" 2>&1 &
  process=$!
  for _ in {1..200}; do # a first line of progress
    grep -q 'states  ' "$here/interrupted" && break
    sleep 0.1
  done
  kill -INT "$(pgrep -P $process)"
  wait $process
  echo "status $?"
  cat "$here/interrupted"
}

# Of several inputs each is a process of its own.
several () {
  slow 40 "$here/grow.pml" "$here/faults.pml" --property safety
  echo "status $?"
}

# What was made on the way is gone, though the process ends without much ado.
leaves_nothing () {
  mkdir -p "$here/tmp"
  TMPDIR=$here/tmp slow 40 --property safety --reduce none "$project_root/bench/models/leader.pml" -DN=7 > "$here/left" 2>&1
  if [ -n "$(ls "$here/tmp")" ] || ! grep -q 'before the device' "$here/left"; then
    echo "FAIL leaves something: $(ls "$here/tmp") $(cat "$here/left")"
  else
    echo "ok leaves nothing"
  fi
}

# bench/gpu-first.sh, with either way on whatever device there is.
first_run () {
  export race=always rounds=1 SMALL='leader -DN=3'
  says 'the first run is measured' 0 '^leader +[0-9]+ +[0-9.]+p +[0-9.]+d +' "$project_root/bench/gpu-first.sh"
}

races () {
  local m=$here/faults.pml
  long=("$project_root/bench/models/dijkstra.pml" -DN=6 -DK=4 --property safety --static none)
  mkdir -p "$here/slow"
  if ! cc -std=gnu11 -shared -fPIC -I "$project_root/src" -o "$here/slow/libOpenCL.so.1" "$tests_root/gpu/slow_opencl.c"; then
    echo "FAIL slow_opencl.c does not compile"
    return
  fi
  says 'processors come first' 1 'processors +[0-9]+, before the device was ready' slow 40 "$m"
  says 'so many of them' 1 'processors +3, before' slow 40 -j3 "$m"
  says 'several properties' 1 '"processors": 2' slow 40 --json -j2 --property safety --property both --all-errors "$here/claim.pml"
  says 'several inputs' 0 'status 1' several
  says 'a compiler that fails in the midst' 2 'a slow device, driver 1 does not compile' slow 1 "${long[@]}"
  says 'a compiler that fails too late' 0 'processors ' slow 2 "$here/grow.pml"
  says 'no race' 2 'a slow device, driver 1 does not compile' slow 0 --race never "$here/grow.pml"
  says 'no race with a reduction' 2 'a slow device, driver 1 does not compile' slow 0 --reduce ample "$here/grow.pml"
  says 'no race with a lossy store' 2 'a slow device, driver 1 does not compile' slow 0 --store compact "$here/grow.pml"
  says 'no memory for processors' 2 'a slow device, driver 1 does not compile' slow 3 --memory 2M "${long[@]}"
  says 'a limit of depth' 3 '"depth"' slow 40 --json --depth 5 "$here/grow.pml"
  says 'a limit of time' 3 '"processors": ' slow 40 --json --time 1 "${long[@]}"
  says 'a signal' 0 '"interrupt"' interrupted
  says 'a signal, and who searched' 0 '"processors": ' cat "$here/interrupted"
  says 'workers without a race' 2 'does not go with --workers' slow 0 -j2 --race never "$m"
  says 'a race without a device' 2 'race needs --gpu' "$SETT" check --race always "$m"
  leaves_nothing
  [ -z "${LONG-}" ] || first_run
}
export -f compare_raced
