# Systems of Java and C programs, sourced by check: the cases of mixed.tsv, and
# random scripts (random-script), which must come to the same whether the processes
# are Java programs (Talks.java), C programs (talks.c), or both.

make_mixed () {
  local name
  cp "$sources/relay.c" .
  for name in talks faults; do
    "$SETT" cc -g -O1 -o $name "$sources/$name.c" -pthread || echo "$name.c cannot be compiled"
  done
}

# write_talk KINDS: the scripts in talk.script as a Procfile; the letters say what the
# processes are, in turn.
write_talk () {
  local line i=0 kinds=$1
  while read -r line; do
    case ${kinds:$((i % ${#kinds})):1} in
      J) echo "p$i: java -cp classes Talks $line" ;;
      *) echo "p$i: ./talks $line" ;;
    esac
    i=$((i + 1))
  done < talk.script > "talk-$kinds.procfile"
}

# As C programs, which have run-time and network of their own, as Java programs, which
# have others, and both ways mixed.
check_talk () { # SEED [FAULTS]
  local seed=$1 faults=${2:+--faults $2} kinds all got
  "$sources/random-script" "$seed" > talk.script
  write_talk C
  # shellcheck disable=SC2086
  all=$(outcomes_of $faults talk-C.procfile)
  for kinds in J CJ JC; do
    write_talk $kinds
    # shellcheck disable=SC2086
    got=$(outcomes_of $faults talk-$kinds.procfile)
    if [ "$all" = none ] || { [ "$got" = none ] && grep -q 'time limit' outcomes.err; }; then
      echo "skip talk $seed $kinds${2:+ $2}: too large"
    elif [ "$got" = "$all" ]; then
      echo "ok talk $seed $kinds${2:+ $2}"
    else
      echo "FAIL talk $seed $kinds${2:+ $2}: $(diff <(echo "$all") <(echo "$got") | head -n 5 | tr '\n' '/') $(head -c 200 outcomes.err)"
    fi
  done
}

# The same outcomes by the search without reduction, of short scripts.
check_talk_in_full () { # SEED
  local seed=$1 full reduced
  "$sources/random-script" "$seed" 1 > talk.script
  write_talk CJ
  full=$(outcomes_of --search exitblock talk-CJ.procfile)
  reduced=$(outcomes_of talk-CJ.procfile)
  if [ "$full" = none ] && [ "$reduced" != none ]; then
    echo "skip talk $seed in full: too large"
  elif [ -n "$full" ] && [ "$full" = "$reduced" ]; then
    echo "ok talk $seed in full"
  else
    echo "FAIL talk $seed in full: $(diff <(echo "$full") <(echo "$reduced") | head -n 5 | tr '\n' '/')"
  fi
}

check_talks () {
  local seed count=1 full=0
  wanted talk || return
  [ -n "${LONG-}" ] && count=$(volume 30) && full=$(volume 6)
  for ((seed = FIRST_SEED; seed < FIRST_SEED + count; seed++)); do
    check_talk "$seed"
  done
  for ((seed = FIRST_SEED; seed < FIRST_SEED + full; seed++)); do
    check_talk_in_full "$seed"
  done
}

# What is left of a connection that was reset, after a write or a read has found that, and what
# comes for somebody who does not want to read any more.
check_script () { # NAME REGEX SCRIPT: the outcomes in C have that, and Java has the same
  local all kinds
  wanted "talk $1" || return
  printf '%b' "$3" > talk.script
  write_talk C
  all=$(outcomes_of talk-C.procfile)
  grep -qE "$2" <<< "${all//$'\n'/|}" || echo "FAIL talk $1: $all"
  for kinds in J ${LONG:+CJ JC}; do
    write_talk $kinds
    if [ "$(outcomes_of talk-$kinds.procfile)" = "$all" ]; then
      echo "ok talk $1 $kinds"
    else
      echo "FAIL talk $1 $kinds: other outcomes than ${all//$'\n'/|}"
    fi
  done
}

check_scripts () {
  check_script reset 'reset r0 pipe.*reset pipe reset' '0 L A c\n1 C0 w1 w1 r1 w1 r1 r1\n'
  check_script unwanted 'w reset pipe' '0 L A w1 r2 w2\n1 C0 i\n'
}

# With failures on request: likewise, and pairs of faults.c and Faults.java.
check_mixed_fault () { # FAULTS ROLE ROLE KINDS
  local all got mixed=
  printf 'a: ./faults %s\nb: ./faults %s\n' "$2" "$3" > faults-c.procfile
  all=$(SETT_RUNTIME='' outcomes_of --faults "$1" faults-c.procfile)
  [ "${4:0:1}" = C ] || mixed="s|: ./faults $2|: java -cp classes Faults $2|; "
  [ "${4:1:1}" = C ] || mixed+="s|: ./faults $3|: java -cp classes Faults $3|"
  sed "$mixed" faults-c.procfile > faults-mixed.procfile
  got=$(outcomes_of --faults "$1" faults-mixed.procfile)
  if [ "$all" != none ] && [ "$(wc -l <<< "$all")" -gt 1 ] && [ "$got" = "$all" ]; then
    echo "ok mixed faults $1 $2 $4"
  else
    echo "FAIL mixed faults $1 $2 $4: $(diff <(echo "$all") <(echo "$got") | head -n 5 | tr '\n' '/')"
  fi
}

check_mixed_faults () {
  local faults kinds seed all=(loss duplicate reorder reset partial crash crash=1,reset)
  wanted 'mixed faults' || return
  check_mixed_fault crash=1,reset=1 reader writer JC
  check_mixed_fault loss=1,duplicate=1 receiver sender CJ
  [ -n "${LONG-}" ] || return
  for kinds in CJ JC; do
    for faults in loss=1 loss=2 duplicate=1 reorder=1 crash=1 loss=1,duplicate=1,reorder=1; do
      check_mixed_fault $faults receiver sender $kinds
    done
    for faults in reset=1 partial=1 crash=1 crash=2 reset=1,partial=1; do
      check_mixed_fault $faults reader writer $kinds
    done
    check_mixed_fault crash=1 reader crew $kinds
  done
  for ((seed = FIRST_SEED; seed < FIRST_SEED + $(volume 28); seed++)); do
    check_talk "$seed" "${all[$((seed % 7))]}=1"
  done
}

# Java programs beside one in C: their own model of the network, and that of C programs.  (Without
# crashes: what other threads of a process have printed before it crashes depends on where a
# thread comes to its next operation, of which one of the two has more.  What a note says is not told apart
# either may leave out.)
check_guests () {
  local seed own guest faults
  local -x NOTES='not told apart'
  [ -n "${LONG-}" ] && wanted guests || return
  for ((seed = FIRST_SEED; seed < FIRST_SEED + 20; seed++)); do
    faults=$((seed % 2))
    write_pair "$seed" 2 any
    own=$(outcomes_of --faults reset=$faults pair.procfile | sort -u)
    echo 'x: ./talks 9' >> pair.procfile
    guest=$(outcomes_of --faults reset=$faults pair.procfile | sed 's|/9$||; s|: 9$|: |' | sort -u) # without the other's line
    if [ "$own" = none ] || [ "$guest" = none ]; then
      echo "skip guests $seed: too large"
    elif [ -n "$own" ] && [ "$own" = "$guest" ]; then
      echo "ok guests $seed"
    else
      echo "FAIL guests $seed: $(diff <(echo "$own") <(echo "$guest") | head -n 5 | tr '\n' '/')"
    fi
  done
}

# Each refused: nothing is started.
check_mixed_refusals () {
  local pair=(--process 'a=./talks 0' --process 'b=java -cp classes Talks 1') option
  for option in '--faults crash=1,restart=1' '-j 2' '--search ifsss' '--discipline mld' '--stateful' '--reduce local' '--leftovers'; do
    # shellcheck disable=SC2086
    says "mixed $option" 2 'is not there for' "$SETT" check $option "${pair[@]}"
  done
}

check_mixed_use () {
  local pair=(--process 'a=./talks 0 L A r1' --process 'b=java -cp classes Talks 1 C0 r1')
  [ -n "${LONG-}" ] || return
  printf 'a: ./talks 0 L A r1\nb: java -cp classes Talks 1 C0 r1\n' > waits
  says "mixed trace" 1 'b 1 main +waits to receive on connection' "$SETT" check waits
  says "mixed replay" 1 'Talks.java:[0-9]+ +connect to TCP port 7000' \
    "$SETT" replay waits.1.trace
  says "mixed debugger" 2 'debuggers are not there for systems of Java and C' "$SETT" replay --jdb waits.1.trace
  says "mixed, no such class" 2 'no class Nope in the class path' "$SETT" check "${pair[@]}" --process 'c=java -cp classes Nope'
  says "mixed, all errors" 1 'b: data race on Peers.count' "$SETT" check --all-errors --no-trace \
    --process 'a=./talks 0' --process 'b=java -cp classes Peers racing'
}
