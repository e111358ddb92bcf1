# Methods of the JDK that are one operation each (part of check): random programs
# that share executors, futures, queues, phasers, ... (RandomShared.java), against the
# search that tries every order, walks by chance and the machine; deliberate errors.

# What a search finds in COUNT programs that share such objects: a line for each outcome, `stuck'
# if threads wait for ever; last, `whole' if it came to its end, or else why not.
shared_outcomes () { # FAMILY SEED COUNT option ...
  timeout 300 "$SETT" check --outcomes --no-trace --no-hunt --no-races --no-deadlock "${@:4}" \
    -cp classes "${SHARED_CLASS-RandomShared}" -- "$1" "$2" "$3" 2>&1 < /dev/null | awk '
      function put () {
        if (ended) print said ~ /: $/ ? said "stuck" : said
        ended = 0
      }
      /^ +[0-9]+  ended/ { put (); ended = 1 }
      ended && /^ +\|/ { sub (/^ +\| /, ""); said = $0 }
      /^(verified|bounded|violated|error)/ { put (); print $1 == "verified" ? "whole" : $0 }
      /^ +note/' | LC_ALL=C sort -u
}

# The lines that are outcomes.
shared_lines () {
  grep '^[0-9]*: '
}

# shared_misses FOUND OTHER: what only the other one has.
shared_misses () {
  LC_ALL=C comm -13 <(shared_lines <<< "$1") <(shared_lines <<< "$2" | LC_ALL=C sort -u) |
    head -n 3 | paste -sd /
}

# shared_differs FOUND FAMILY SEED COUNT: says what is wrong, if anything.
shared_differs () {
  local found=$1 other missing
  shift
  other=$(shared_outcomes "$@" --search exitblock --time "${EVERY_SECONDS-1}")
  missing=$(shared_misses "$found" "$other")
  [ -z "$missing" ] || echo "only by every order: $missing"
  if grep -qx whole <<< "$other"; then
    missing=$(shared_misses "$other" "$found")
    [ -z "$missing" ] || echo "not by every order: $missing"
  fi
  other=$(shared_outcomes "$@" --search random --executions "$((WALKS * $3))")
  missing=$(shared_misses "$found" "$other")
  [ -z "$missing" ] || echo "only by walks: $missing"
  # There threads of the common pool that have nothing to do for a minute end, and those
  # that wait for a condition do not make room.
  [[ "$1" =~ ^(locals|blocking)$ ]] ||
    other=$(shared_outcomes "$@" --discipline none --search random --executions "$((WALKS * $3))")
  missing=$(shared_misses "$found" "$other")
  [ -z "$missing" ] || echo "only by walks through every step: $missing"
  other=$(timeout 100 java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp classes "${SHARED_CLASS-RandomShared}" "$@" "$RUNS")
  missing=$(shared_misses "$found" "$other")
  [ -z "$missing" ] || echo "only on the machine: $missing"
}

compare_shared () { # FAMILY SEED COUNT
  local name="random shared $1 $2" found wrong
  found=$(shared_outcomes "$@" --time "${SHARED_SECONDS-60}")
  if grep -q '^bounded *stopped by' <<< "$found"; then
    echo "skip $name: too many executions"
  elif ! grep -qx whole <<< "$found"; then
    echo "FAIL $name: $(grep -v ': ' <<< "$found" | head -n 1)"
  else
    wrong=$(shared_differs "$found" "$@" | paste -sd ' ')
    [ -z "$wrong" ] && echo "ok $name" || echo "FAIL $name: $wrong"
  fi
}

# So few executions that nothing is told by more than it does: an event by all of its
# thread, or as a change where it only looks.
check_few () { # CLASS PROGRAM EXECUTIONS
  local got
  wanted "few $2" || return
  got=$(timeout 300 "$SETT" check --json --no-trace --no-hunt -cp classes "$1" -- "$2" 2> /dev/null < /dev/null |
    tr -d '\n\t ' | grep -o '"verdict":"verified".*"executions":[0-9]*' | sed 's/.*://')
  if [ "${got:-0}" -gt 0 ] && [ "$got" -le "$3" ]; then
    echo "ok few $2"
  else
    echo "FAIL few $2: ${got:-no} executions, not at most $3"
  fi
}

check_shared () {
  local family seed count=3 last
  wanted "random shared" || return
  export WALKS=100 RUNS=50
  if [ -z "${LONG-}" ]; then
    compare_shared queue "$FIRST_SEED" 2
    compare_shared drained "$FIRST_SEED" 2
    compare_shared pool $((FIRST_SEED + 5)) 1
    return
  fi
  last=$((FIRST_SEED + count * $(volume 20) - 1))
  WALKS=1000 RUNS=1000 EVERY_SECONDS=10
  for family in queue drained future nested promise phaser barrier lock word pool; do
    [ $family = pool ] && count=1
    for ((seed = FIRST_SEED; seed <= last; seed += count)); do
      compare_shared $family $seed $count
    done
  done
}

# Threads that a carrier is free for, and those that are started (carriers.h): nothing
# depends on that, so every second execution without carriers changes nothing.
check_carriers () {
  local folder=$scratch/mutants/no-carriers with without
  wanted carriers || return
  make_mutant no-carriers java/agent/carriers.c 'retired ? NULL : idle;' \
    'retired || world.execution % 2 ? NULL : idle;' || return
  with=$(executions_of -cp classes Pools -- once)
  without=$(SETT_RUNTIME=$folder/libsett-run.so executions_of -cp classes Pools -- once)
  if [ -n "$with" ] && [ "$with" = "$without" ]; then
    echo "ok carriers: $with executions"
  else
    echo "FAIL carriers: ${with:-no} executions with them, ${without:-none} with some"
  fi
}

# A deliberate error in the agent that makes a search miss an outcome of a program:
# NAME FILE OLD NEW FAMILY SEED
shared_mutant () {
  local right wrong
  wanted "mutant $1" || return
  make_mutant "$@" || return
  right=$(shared_outcomes "$5" "$6" 1 --time 60)
  wrong=$(SETT_RUNTIME=$scratch/mutants/$1/libsett-run.so shared_outcomes "$5" "$6" 1 --time 60)
  if [ "$right" != "$wrong" ] && grep -qx whole <<< "$right" && [ -n "$wrong" ]; then
    echo "ok mutant $1"
  else
    echo "FAIL mutant $1: not noticed by $5 $6"
  fi
}

pool_mutants () {
  use_mutant never-asked java/agent/idle_workers.c '  if (!sett_whole_is_inside (t))
    learn_idle (env);' '  (void)env, (void)t;' idle-asked assertion Pools
  shared_mutant first-step java/agent/whole_methods.c 'return SETT_DO_ATOMIC;' 'return t->operation;' drained 69
  [ -n "${LONG-}" ] || return
  shared_mutant no-footprints stateless/footprint.c 'return sett_operation_has (event->operation, SETT_TRAIT_LEARNT) ||' \
    'return (event->operation != SETT_DO_ATOMIC && sett_operation_has (event->operation, SETT_TRAIT_LEARNT)) ||' drained 69
  use_mutant runs-at-once java/agent/sites.c '.is_alone = is_alone (site)' '.is_alone = 0 * is_alone (site)' \
    cancelled-early assertion Pools
  use_mutant always-plain java/agent/idle_workers.c 'if (!is_exactly (env, pool, pools))
    return 0;' 'if (!is_exactly (env, NULL, pools))
    return 1;' idle-queue assertion Pools
  use_mutant carriers-seen java/agent/stack_frames.c 'frames[i].method != world.carries' \
    '(world.execution % 2 || frames[i].method != world.carries)' once verified Pools
  use_mutant sets-twice java/agent/memory_accesses.c 'sett_whole_stores (t, number);' ';' arrived assertion Pools
}
