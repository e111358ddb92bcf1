#!/bin/bash
# What `auto` costs where it finds nothing to leave out: instructions of whole runs with
# --reduce auto and none, counted by valgrind (the optimised code from the start), for
# the models of the benchmark in which both store the same states.
#
# usage: bench/auto-cost.sh > bench/results/auto-cost.tsv
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
sett=${SETT:-$root/build/sett}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

instructions () { # reduction model option ...
  local reduction=$1 model=$2
  shift 2
  SETT_COMPILER=cc valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    "$sett" check "$root/bench/models/$model.pml" "$@" -p safety --no-trace \
    --reduce "$reduction" --json > "$folder/$reduction.json" 2> "$folder/valgrind"
  awk '/Collected/ { print $4 }' "$folder/valgrind"
}

states () { # reduction
  tr -d '",' < "$folder/$1.json" | awk '$1 == "states:" { print $2; exit }'
}

printf 'model\tstates\tnone\tauto\tratio\n'
while read -r model options; do
  none=$(instructions none "$model" $options)
  auto=$(instructions auto "$model" $options)
  if [ "$(states none)" != "$(states auto)" ]; then
    echo "$model: auto leaves something out" >&2
    continue
  fi
  printf '%s %s\t%s\t%s\t%s\t%s\n' "$model" "$options" "$(states auto)" "$none" "$auto" \
    "$(awk -v a="$none" -v b="$auto" 'BEGIN { printf "%.3f", b / a }')"
done << 'END'
bakery -DN=3 -DMAX=4
bridge -DN=3
bridge -DN=4 --depth 40
mcs -DN=4
szymanski -DN=4
END
