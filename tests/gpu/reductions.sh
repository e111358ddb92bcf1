# Reductions on a device, for tests/gpu/check, which sources this.
#
# Against the processor: with SETT_MUTANT=15, which is no error but makes what is
# selected a function of the state on both sides, all numbers must be the same.
# As users have it levels decide on the device about the proviso: there what is
# found must be what is found without a reduction, in no more states; and again
# the same states when memory is so short that tables grow in other places.

# What is wrong, each kind once.
found () {
  grep -E '^ *"(verdict|kind|diagnostics)":' | sort -u
}

reduced () { # model option ...
  # shellcheck disable=SC2046
  "$SETT" check --json --no-trace --shortest --cache all ${quick-} $(property "$@") "$@" 2>&1
}

# The words of the line are a model and options; perhaps behind mutant=NUMBER.  Of more
# than 100 violations it depends on the order which are kept, and so how many are alike.
# A phase is one step of two-phase: levels are the same, but of two ways of as many
# phases one can have more steps.
# What has more than half a million states is too large for the memory and the time here.
compare_reduced () {
  local name varies='"count"'
  [[ $1 == *twophase* ]] && varies='"count"\|"steps"'
  name=$(tr -c 'a-zA-Z0-9.\n-' _ <<< "static-${1##*/}")
  # shellcheck disable=SC2086
  SETT_MUTANT=15 reduced $1 | summary | grep -v "$varies" > "$here/$name.plain"
  # shellcheck disable=SC2086
  [ "$(number_of states "$here/$name.plain")" -gt 500000 ] 2> /dev/null ||
    SETT_MUTANT=15 on_device $1 | summary | grep -v "$varies" > "$here/$name.device"
  if grep -q -e 'not sound' -e 'does not keep' "$here/$name.plain"; then
    echo "ok $1 (is refused)"
  elif ! grep -q '"states"' "$here/$name.plain"; then
    echo "FAIL $1: the processor has no answer: $(cat "$here/$name.plain")"
  elif [ ! -e "$here/$name.device" ]; then
    echo "ok $1 (is too large)"
  elif cmp -s "$here/$name.plain" "$here/$name.device"; then
    echo "ok $1"
  else
    echo "FAIL $1: $(diff "$here/$name.plain" "$here/$name.device" | grep '^[<>]' | tr -s ' \n' ' ')"
  fi
}

compare_found () {
  local name mutant='' all few again
  [[ $1 == mutant=* ]] && local "${1%% *}" && set -- "${1#* }"
  name=$(tr -c 'a-zA-Z0-9.\n-' _ <<< "found-$mutant${1##*/}")
  # shellcheck disable=SC2086
  plain ${1/--reduce */} --all-errors > "$here/$name.plain"
  # shellcheck disable=SC2086
  { [ -z "$mutant" ] || export SETT_MUTANT=$mutant; on_device $1 --all-errors; } > "$here/$name.device"
  all=$(number_of states "$here/$name.plain") few=$(number_of states "$here/$name.device")
  if ! grep -q '"states"' "$here/$name.plain"; then
    echo "FAIL $1: the plain search has no answer"
  elif grep -q -e 'not sound' -e 'does not keep' "$here/$name.device"; then
    echo "ok $1 (is refused)"
  elif cmp -s <(found < "$here/$name.plain") <(found < "$here/$name.device") && [ "${few:-$((all + 1))}" -le "$all" ]; then
    [ -z "$mutant" ] || { echo "FAIL mutant $mutant is not noticed"; return; }
    [ "$few" -le 500000 ] || { echo "ok $1: $few of $all (is too large for less memory)"; return; }
    # shellcheck disable=SC2086
    again=$(memory=${less-24M} on_device $1 --all-errors | sed -n 's/^ *"states": \([0-9]*\),*$/\1/p' | tail -1)
    [ "$again" = "$few" ] && echo "ok $1: $few of $all" || echo "FAIL $1: $few states, then $again"
  elif [ -n "$mutant" ]; then
    echo "ok mutant $mutant"
  else
    echo "FAIL $1: $all and $few states, $(diff <(found < "$here/$name.plain") <(found < "$here/$name.device") | grep '^[<>]' | tr -s ' \n' ' ')"
  fi
}

# Each has a kernel of its own, which takes seconds to compile: in a long run as many as
# its volume says.
trap_models () {
  ls "$tests_root"/reductions/models/*.pml | grep -v -e fair -e formula_with_next | sample 1000
}

# Options stand before --reduce.  With more than 64 processes the device does not
# reduce.
statically_reduced () {
  local m r
  echo "$here/phases.pml --all-errors --static none --reduce twophase"
  [ -z "${LONG-}" ] && return
  echo "$project_root/examples/philosophers.pml --all-errors --static none --reduce stubborn"
  for r in ample stubborn twophase; do
    for m in "$here"/{hard,faults,grow}.pml $(trap_models | grep -v many_processes); do
      [[ $m == */hard.pml || $m == */faults.pml ]] || echo "$m --all-errors --reduce $r"
      echo "$m --all-errors --static none --reduce $r"
    done
    echo "$here/faults.pml --all-errors --store compact --reduce $r"
    echo "$here/phases.pml --all-errors --store compact --static none --reduce $r"
    for m in $(seq "$(volume 60)"); do
      [ -e "$here/random-$m.pml" ] || "$here/generate" --seed "$m" > "$here/random-$m.pml"
      echo "$here/random-$m.pml --all-errors --reduce $r"
    done
    for m in $(seq "$(volume 40)"); do
      "$SETT" generate --processes 3 --seed "$m" > "$here/protocol-$m.pml"
      echo "$here/protocol-$m.pml --all-errors --static none --reduce $r"
    done
  done
}

differently_reduced () {
  local m r
  echo "mutant=1 $tests_root/reductions/models/ignoring.pml --reduce ample"
  echo "mutant=220 $here/choice.pml --static none --reduce twophase"
  echo "mutant=4 $tests_root/reductions/models/two_receivers.pml --reduce stubborn"
  [ -z "${LONG-}" ] && return
  echo "mutant=221 $here/stuck.pml --static none --reduce twophase"
  echo "$here/grow.pml --reduce stubborn"
  echo "$here/stuck.pml --static none --reduce twophase"
  echo "mutant=218 $tests_root/reductions/models/ignoring.pml --reduce stubborn"
  echo "mutant=1 $tests_root/reductions/models/ignoring.pml --reduce stubborn"
  echo "mutant=4 $tests_root/reductions/models/two_receivers.pml --reduce ample"
  echo "mutant=6 $tests_root/reductions/models/disabled_for_now.pml --reduce stubborn"
  echo "mutant=5 $tests_root/reductions/models/late_process.pml --reduce ample"
  echo "mutant=10 $tests_root/reductions/models/pid_of_a_late_process.pml --reduce ample"
  for r in ample stubborn twophase; do
    for m in "$here"/{hard,faults,phases}.pml $(trap_models); do
      echo "$m --static none --reduce $r"
    done
    for m in $(seq "$(volume 120)"); do
      [ -e "$here/random-$m.pml" ] || "$here/generate" --seed "$m" > "$here/random-$m.pml"
      echo "$here/random-$m.pml --reduce $r"
    done
    for m in $(seq 41 "$((40 + $(volume 60)))"); do
      "$SETT" generate --processes 4 --seed "$m" > "$here/protocol-$m.pml"
      echo "$here/protocol-$m.pml --static none --reduce $r"
    done
  done
}

# With claims, endless runs too: what the processor says without a reduction.
reduced_claims () {
  local m r
  [ -z "${LONG-}" ] && return
  for r in ample stubborn twophase; do
    echo "$here/claim.pml --property end --reduce $r"
    echo "$here/wheel.pml --property often --static none --reduce $r"
    echo "$here/fan.pml --property some --static none --reduce $r"
  done
  for m in $(seq "$(volume 40)"); do
    r=$(cut -d ' ' -f $((m % 3 + 1)) <<< 'ample stubborn twophase')
    RANDOM=$m
    echo "$here/claim.pml --static none --ltl $(live_formula 3 | sed 's/X(/[](/g') --reduce $r"
    echo "$here/walkers.pml --static none --ltl $(RANDOM=$m$m live_formula 2 | sed 's/X(/<>(/g') --reduce $r"
  done
}

# What is said of the claim alone.
compare_claims () {
  local name
  name=$(tr -c 'a-zA-Z0-9.\n-' _ <<< "claim-${1##*/}")
  # shellcheck disable=SC2086
  plain ${1/--reduce */} > "$here/$name.plain"
  # shellcheck disable=SC2086
  on_device $1 > "$here/$name.device"
  if ! grep -q '"states"' "$here/$name.plain"; then
    echo "FAIL $1: the plain search has no answer"
  elif cmp -s <(found < "$here/$name.plain") <(found < "$here/$name.device"); then
    echo "ok $1: $(number_of states "$here/$name.device") of $(number_of states "$here/$name.plain")"
  else
    echo "FAIL $1: $(found < "$here/$name.device" | tr -s ' \n' ' ')"
  fi
}

# Two that walk by themselves, and are seen at times.
write_reduced_models () {
  cat > "$here/walkers.pml" << 'END'
byte x, y; bool up; chan q = [1] of { byte };
active proctype A () { byte n; do :: n < 3 -> n++ :: n == 3 -> n = 0; if :: x < 3 -> x++ :: x = 0 fi od }
active proctype B () { byte n, v; do :: n < 2 -> n++; q!n :: n == 2 -> n = 0; up = !up od }
active proctype C () { byte v; do :: q?v -> y = v od }
END
  # Steps that nobody can disturb: some in a row, some inside an atomic sequence, some
  # before a choice, an error, a child, a dead end, or a d_step that the device leaves to
  # the processor; and a loop of one process alone.
  cat > "$here/phases.pml" << 'END'
byte x, y, z; chan c = [2] of { byte };
proctype child (byte n) { byte k; k = n; k++; k++; y = k; k = 0 }
active proctype A () {
  byte n, m; int i;
  n = 1; n = n + 1;
  atomic { m = n; n = 0; m++ };
  if :: n = 4 :: n = 5 :: n = 6 fi;
  m = n;
  d_step { i = 0; do :: i < 20000 -> i++ :: else -> break od; i = m };
  c!m; i = 0;
  run child (n);
  n = 0; m = 7;
  x = m;
  m = 0;
  assert (y != 7 || z != 2)
}
active proctype B () {
  byte v, w;
  w = 1; c?v;
  do :: w < 3 -> w++; v-- :: w == 3 -> break od;
  atomic { w = 2; if :: z = v :: w = 0 fi; w++ };
  v = 0; w = 3;
  (x == 0);
  w = 4
}
active proctype C () { byte l; do :: l < 2 -> l++ :: l == 2 -> l = 0; z = 2 - z od }
END
  echo 'active [3] proctype P () { byte n; do :: n < 9 -> n++ :: n == 9 -> break od; n = 1; n = 2; false }' > "$here/stuck.pml"
  echo 'active proctype P () { byte n; if :: n = 1 :: n = 2 fi; assert (n != 1) }' > "$here/choice.pml"
}

export -f compare_reduced compare_found compare_claims found reduced number_of
