# Threads that wait busily (part of check): loops of Busy.java, random programs
# against a model of them (RandomBusy.java), deliberate errors.

# What Busy.java's programs are, and by how many executions.
busy_programs () {
  cat << 'END'
flag verified 2
yield verified 2 long
spin verified 2
sleep verified 2
method verified 2 long
atomic verified 2 long
handle verified 2 long
local verified 2 long
lock verified 4
polite verified 117 long
peterson verified 10
alive verified 2 long
interrupt verified 2 long
interrupted-twice verified 3 long
locked verified 2
locked-method verified - long
locked-never livelock -
locked-late livelock - long
never livelock -
plain-never livelock - long
each-other livelock - long
too-early livelock -
racy race - long
again assertion - long
writes assertion - long
grows assertion -
counts assertion - long
long assertion - long
double assertion - long
float assertion - long
int assertion - long
list assertion - long
updates assertion - long
element assertion - long
exchange assertion - long
END
}

# Every outcome that the model has, and no other; livelocks are outcomes.
busy_outcomes () { # SEED -> OUTCOME / OUTCOME ...
  timeout 100 "$SETT" check --outcomes --no-trace --all-errors --no-hunt --time 60 -cp classes RandomBusy -- "$1" \
    2>&1 < /dev/null | awk '
      /^ +[0-9]+  livelock/ { print "livelock" }
      e && /^ +\|/ { sub (/^ +\| /, ""); print "ended | " $0 }
      /^(bounded|error)/ { print $1 }
      { e = /^ +[0-9]+  ended/ }' | LC_ALL=C sort -u | paste -sd / | sed 's,/, / ,g'
}

busy_random () {
  local seed count=6 expected got
  wanted "busy random" || return
  [ -n "${LONG-}" ] && count=$(volume 150)
  java -cp classes RandomBusy reference "$FIRST_SEED" "$count" > busy.expected
  while IFS=: read -r seed expected; do
    got=$(busy_outcomes "$seed")
    if [ -n "$got" ] && [ " $got" = "$expected" ]; then
      echo "ok busy random $seed"
    else
      echo "FAIL busy random $seed: '$got' instead of '${expected# }'"
    fi
  done < busy.expected
}

check_busy () {
  local name expect executions long
  while read -r name expect executions long; do
    wanted "busy $name" || continue
    [ -n "$long" ] && [ -z "${LONG-}" ] && continue
    check_class "busy $name" "$expect" "$name" "$executions" Busy --time 60 --no-hunt < /dev/null
  done < <(busy_programs)
  wanted "busy replay" && busy_replay
  busy_random
}

# A livelock happens again.
busy_replay () {
  says "busy replay: found" 1 'a thread spins on a condition' "$SETT" check -cp classes Busy -- too-early
  says "busy replay" 1 'a thread spins on a condition' "$SETT" replay Busy.1.trace
}

busy_mutants () {
  use_mutant entered java/agent/rounds.c 'came_back && is_same' 'is_same' again assertion Busy
  [ -n "${LONG-}" ] || return
  use_mutant unseen-change java/agent/rounds.c 'is_in_vain (t) && has_changed (t)' 'is_in_vain (t) && 0' \
    flag verified Busy
  use_mutant always-change java/agent/rounds.c 'is_in_vain (t) && has_changed (t)' 'is_in_vain (t)' \
    never livelock Busy
  use_mutant vain-change java/agent/rounds.c '!is_in_vain (later, i) &&' '' locked-never livelock Busy
  use_mutant not-strange java/agent/rounds.c '  if (t)
    sett_round_end (t);' '' grows assertion Busy
  use_mutant unseen-write java/agent/memory_accesses.c 'index < 0)
    return;
  if (writes)
    sett_round_end (t);' 'index < 0)
    return;' element assertion Busy
  use_mutant unseen-locals java/agent/rounds.c '!memcmp (t->round.fresh' '1 || memcmp (t->round.fresh' \
    int assertion Busy
}
