#!/bin/bash
# The first run of a model on a GPU, end to end: wall time from the command to the
# verdict, when the driver has not compiled the model before, with processors that
# search meanwhile (--race auto, or $race) and without (--race never).
#
# usage: bench/gpu-first.sh [PATTERN]     models whose names contain it (default: all)
#
# Nothing is built if $SETT says which sett; else build/sett is.  Each model is
# checked $rounds times (default: 3) in each way, in turn, with the driver's cache
# disabled; "second" are two runs more, without a race and with one, when the driver
# has kept what it compiled (a run before that is not counted).  Behind each time
# stands who had the verdict: d, the device, or p, processors.  Exit status 1 if two runs differ in their number of
# states, or one does not verify.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
rounds=${rounds:-3} race=${race:-auto}
models='szymanski -DN=4
anderson -DN=4 -DWORK=2
dijkstra -DN=5 -DK=4
philosophers -DN=7
bridge -DN=4
brp -DN=6 -DRETRIES=6
leader -DN=8
mesi -DN=4 -DV=3'
[ -z "${SMALL-}" ] || models=$SMALL # tests
if [ -z "${SETT-}" ]; then
  make -s -j "$(nproc)" -C "$root" build/sett || exit 2
  SETT=$root/build/sett
fi
"$SETT" check --gpu=list || exit 2
printf '# %s processors, load %s\n' "$(nproc)" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 states=-

# One run; sets `took`, seconds and who, and compares the number of states.
run () { # race model option ...
  local begin=$EPOCHREALTIME end who=d found model=$2
  timeout 120 "$SETT" check --gpu --race "$1" --static none --no-trace --quiet --json \
    "$root/bench/models/$model.pml" "${@:3}" > "$scratch/json" 2> "$scratch/errors"
  end=$EPOCHREALTIME
  found=$(sed -n 's/^ *"states": \([0-9]*\),*$/\1/p' "$scratch/json" | tail -1)
  grep -q '^  "processors":' "$scratch/json" && who=p
  took=$(awk -v a="$begin" -v b="$end" -v who=$who 'BEGIN { printf "%.2f%s", b - a, who }')
  if ! grep -q '^  "verdict": "verified"' "$scratch/json"; then
    echo "$model, --race $1: $(head -c 400 "$scratch/errors") $(head -c 400 "$scratch/json")" >&2
    failed=1
  elif [ "$states" != - ] && [ "$states" != "$found" ]; then
    echo "$model, --race $1: $found states, not $states" >&2
    failed=1
  fi
  states=${found:--}
}

measure () { # model option ...
  local i with='' without=''
  states=-
  for ((i = 0; i < rounds; i++)); do
    CUDA_CACHE_DISABLE=1 run "$race" "$@"
    with+=" $took"
    CUDA_CACHE_DISABLE=1 run never "$@"
    without+=" $took"
  done
  run never "$@"
  run never "$@"
  printf '%-14s %10s   %-24s %-24s %s' "$1" "$states" "$with" "$without" "$took"
  run "$race" "$@"
  printf ' %s\n' "$took"
}

printf '%-14s %10s   %-24s %-24s %s\n' model states " --race $race" ' --race never' 'second: never, race'
while read -r line; do
  [[ $line == *${1-}* ]] || continue
  # shellcheck disable=SC2086
  measure $line
done <<< "$models"
exit $failed
