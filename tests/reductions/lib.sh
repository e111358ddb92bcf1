# What the scripts of this folder share: the programs they are made of, and how
# a disagreement is made small.

. "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"
here=$tests_root/reductions
export table=${TABLE:-$here/combinations.tsv}
reductions_work=$work/reductions
export reductions_work

# Builds $generator (random systems) and $comparer (see compare.c).
build_programs () {
  export generator=$reductions_work/generate comparer=$reductions_work/compare
  local flags='-std=gnu11 -D_GNU_SOURCE -O1' random=$tests_root/random
  mkdir -p "$reductions_work"
  ${CC:-cc} $flags -o "$generator" "$here"/{generate,checks}.c \
    "$random"/{arguments,chance,declare,expressions,statements}.c &&
    ${CC:-cc} $flags -o "$comparer" "$here"/{compare,runs,table,cases}.c \
      -ljansson
}

# In two parts, each with every second seed: the lines of both.
compare_seeds () { # first-seed count [argument of compare.c ...]
  local first=$1 count=$2 part
  shift 2
  for part in 0 1; do
    mkdir -p "$reductions_work/part-$part"
    "$comparer" --table "$table" --generator "$generator" \
      --work "$reductions_work/part-$part" --seed $((first + part)) --step 2 \
      --count $(((count + 1 - part) / 2)) "$@" \
      > "$reductions_work/part-$part.log" 2>&1 &
  done
  wait
  cat "$reductions_work"/part-[01].log
}

# make_small MODEL CASE OPTIONS KIND: a smaller model with the same
# disagreement, on standard output.
make_small () {
  "$tests_root/random/shrink" "$1" "$comparer" --work "$reductions_work" \
    --case "$2" --with "$3" --still "$4"
}

# The last line of a script that is called by itself; `check' counts all.
results () { # name
  if [ -n "${PART-}" ]; then cat; else count_results "$1"; fi
}
