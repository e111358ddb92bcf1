# Pages in a browser.  Sourced by check.

# What a reader sees, into NAME.seen: probe.js tells.
read_page () { # name
  awk -v probe="$cases/probe.js" '
    /^<script type="application\/json"/ {
      print "<script>window.probeErrors = []; window.onerror = (m) => window.probeErrors.push (m);</script>" }
    /^<\/body>/ { print "<script>"; while ((getline line < probe) > 0) print line; print "</script>" }
    { print }' "$1.html" > "$1.probe.html"
  timeout 60 chromium --headless --no-sandbox --disable-gpu --window-size=1200,900 \
    --user-data-dir="$here/browser" --dump-dom "file://$here/$1.probe.html" 2> "$1.log" |
    sed -n '/PROBE/,/END/p' | sed -e 's/&amp;/\&/g; s/&lt;/</g; s/&gt;/>/g' > "$1.seen"
  result "$1: the page works" grep -q '^END' "$1.seen"
  result "$1: without an error" not grep '^error' "$1.seen"
}

sees () { # name pattern ...
  local name=$1 pattern
  shift
  for pattern; do
    result "$name: $pattern" grep -qE -- "$pattern" "$name.seen"
  done
}

# Threads and operations of a program's trace are those of the page, in order.
same_steps () { # name trace
  sed -n 's/^ *{"thread":"\(.*\)","where":".*","operation":"\(.*\)"}.*/\1|\2/p' "$2" > "$1.told"
  sed -n 's/^step [0-9]*|\([^|]*\)|[^|]*|\(.*\)/\1|\2/p' "$1.seen" |
    sed 's/ [“].*//; s/ *$//' > "$1.drawn"
  result "$1: the steps of the trace" diff "$1.told" "$1.drawn"
  result "$1: has steps" test -s "$1.told"
}

# A deadlock of two threads.
"$SETT" check -q --html examples/programs/bank.c > bank.out
read_page bank
same_steps bank bank.1.trace
sees bank '^banner violated ?deadlock: 2 threads' \
  '^cause save holds checking.lock and waits for savings.lock; spend holds savings.lock' \
  '^lane 0 main' '^lane 1 save' '^lane 2 spend' '^first 1 / 6' '^second 2 / 6' \
  '^last 6 / 6 - 2 spend lock savings.lock' '^bar checking.lock: held from step 4 on' \
  '^source 40 +pthread_create' '^graph 3' '^card 1 save' '^arrows 2' \
  '^spoken step 6 of 6: 2 spend: lock savings.lock'

# The same by `sett view`, from the trace.
"$SETT" view bank.1.trace -o viewed.html > viewed.out
read_page viewed
result "viewed: the same steps" diff <(grep '^step' bank.seen) <(grep '^step' viewed.seen)

# A race: both accesses are steps, where they happen.
cat > race.c << 'END'
#include <pthread.h>
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add (void *n) {
  pthread_mutex_lock (&lock);
  int old = total;
  pthread_mutex_unlock (&lock);
  total = old + 1;
  return n;
}
int main (void) {
  pthread_t a, b;
  pthread_create (&a, 0, add, 0);
  pthread_create (&b, 0, add, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
}
END
"$SETT" check -q --html race.c > race.out
read_page race
sees race '^banner violated ?data race on total' '^card 1 addwrite total: 1 \(was 0\), holding no lock' \
  '^card 2 addread total: 1, holding lock' '^cause 1 add writes 1 to total at race.c:8; 2 add reads 1 from total at race.c:6; nothing orders them\.'
result "race: written between unlock and finish" \
  awk -F'|' '/^step/ { if ($4 == "write total" && before == "unlock lock") found = 1; before = $4 } END { exit !found }' race.seen

# A system: lanes of processes, messages with what is in them.
(cd examples/systems/chat && "$SETT" check -q --trace-dir "$here" --html="$here/chat.html" Procfile.wrong) > chat.out
read_page chat
sees chat '^process server' '^process alice' '^lane 3 hear' '^label connect to port' \
  '^label receive “h”' '^card server 3 hear'
result "chat: messages arrive" awk '/^arrows/ { exit $2 < 6 } END { if (!NR) exit 1 }' chat.seen

# What each process of a system wrote, by itself.
mkdir -p writers
cat > writers/say.c << 'END'
#include <stdio.h>
#include <stdlib.h>
int main (int count, char **words) {
  printf ("hello from %s\n", words[count - 1]);
  fflush (stdout);
  if (words[count - 1][0] == 'b')
    abort ();
  return 0;
}
END
printf 'first: say.c -- a\nsecond: say.c -- b\n' > writers/Procfile
(cd writers && "$SETT" check -q --no-trace --html="$here/writers.html" Procfile) > writers.out
read_page writers
sees writers '^written firsthello from a$' '^written secondhello from b$'

# Models: messages, a deadlock, variables.
cat > ab.pml << 'END'
mtype = { msg, ack };
chan to = [2] of { mtype, bit };
chan from = [0] of { mtype };
byte count;
active proctype sender () { bit b; do :: to!msg(b); count++; from?ack; b = 1 - b od }
active proctype receiver () {
  bit b, seen;
  do
  :: to?msg(b) -> assert (b == seen);
    if
    :: from!ack
    :: count > 1 -> break
    fi;
    seen = 1 - seen
  od
}
END
"$SETT" check -q --html ab.pml > ab.out
read_page ab
sees ab '^banner violated ?no process can proceed' '^lane sender\(0\)' '^lane receiver\(1\)' '^state count' '^changed to\[\]' \
  '^cause sender\(0\) waits for from\?ack\.' '^automata sender receiver 9 10' '^stands ◀ sender\(0\)' \
  '^taken -end-'
result "ab: one process stands" test "$(grep -c '^stands' ab.seen)" = 1
result "ab: messages and rendezvous are arrows" awk '/^arrows/ { exit $2 < 3 }' ab.seen

# A lasso, with the truth of the formula by states.
"$SETT" check -q --html examples/mutex.pml > mutex.out
read_page mutex
sees mutex '^banner violated ?temporal property violated: ltl turns' '^loop 1' \
  '^truth \[\] <> \(user\[0\]@critical\) ○' '^truth \(user\[0\]@critical\) ○ ○' \
  '^cause Steps 2 to 5 are repeated for ever\.' '^automata user 4 4' '^stands ◀ user\(0\)' \
  '^moved ◀ user\(1\)' '^taken wants\[_pid\] = true' '^beside ◀ user\(0\)' '^round ↻1' '^truth now 4'

# A formula is violated where it is, though the search goes on a little.
cat > twice.pml << 'END'
byte x;
ltl p { [] (x < 2) }
active proctype P () { do :: x < 5 -> x++ :: else -> break od }
END
"$SETT" check --static none --html twice.pml > twice.out
read_page twice
sees twice '^violating 4✗'
result "twice: the caret, too" awk '/^ +4 .*x\+\+/ { four = NR } /\^ temporal property violated/ && NR == four + 2 { found = 1 } END { exit !found }' twice.out
result "twice: replays name the property" grep -q '^violated   temporal property violated: ltl p' <("$SETT" replay twice.1.trace)

# Several violations are tabs.
cat > two.pml << 'END'
byte x;
active proctype P () { if :: x = 1; assert (x == 2) :: x = 3; assert (x == 4) fi }
END
"$SETT" check -q --all-errors --html two.pml > two.out
read_page two
sees two '^tabs 2' '^tab violated ?assertion'

# Nothing wrong: no steps, but a page.
"$SETT" check -q --html -DORDERED examples/philosophers.pml > fine.out
mv philosophers.html fine.html
read_page fine
sees fine '^banner verified ?no deadlock' '^tabs 0' '^all automata philosopher'

# Ten thousand steps: only those that are seen are drawn.
cat > long.pml << 'END'
short n;
active proctype P () { do :: n < 5000 -> n++ :: else -> break od; assert (0) }
END
"$SETT" check -q --static none --html long.pml > long.out
read_page long
sees long '^last 1000[0-9] / 1000[0-9]'
result "long: few nodes" awk '/^nodes/ { exit !($2 > 50 && $2 < 2000) }' long.seen

# What stands in a source cannot end the data, or run.
cat > evil.c << 'END'
#include <assert.h>
/* </script><script>window.probeErrors.push ("run")</script> <!-- */
int main (void) { assert (!"</script><b>"); }
END
"$SETT" check -q --html evil.c > evil.out
read_page evil
sees evil '^banner violated'

# The state graph of a small model, verified or not; the present state is lit.
cat > small.pml << 'END'
byte x;
active [2] proctype P () { x++; x++ }
END
"$SETT" check -q --static none --html --dot small.pml > small.out
states=$("$SETT" check --static none --reduce none --json small.pml | sed -n 's/^    "states": \([0-9]*\),/\1/p')
transitions=$("$SETT" check --static none --reduce none --json small.pml | sed -n 's/^    "transitions": \([0-9]*\),/\1/p')
read_page small
sees small "^states $states edges $transitions" '^dead 0 ends 1'
result "small: the same for Graphviz" test "$(grep -c '^  s[0-9]* \[' small.dot) $(grep -c -- '->' small.dot)" = "$states $transitions"
cat > stuck.pml << 'END'
byte x;
active proctype P () { x = 1; x = 2; x == 5 }
END
"$SETT" check -q --static none --html stuck.pml > stuck.out
read_page stuck
sees stuck '^states 3 edges 2' '^dead 1 ends 0' '^lit 2' '^lit first 1'
sed 's/P () {/P () { byte y; do :: y < 200 -> y++ :: y == 200 -> break od;/' small.pml > wide.pml
"$SETT" check -q --html --dot wide.pml > wide.out
read_page wide
sees wide '^states 0'
result "wide: too large to draw" grep -q 'too large' wide.dot

# Who waits for itself.
cat > self.c << 'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main (void) {
  pthread_mutex_lock (&lock);
  pthread_mutex_lock (&lock);
  return 0;
}
END
"$SETT" check -q --no-trace --html self.c > self.out
read_page self
sees self '^self 1'
