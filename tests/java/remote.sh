# Remote calls in one virtual machine (part of check): programs of RemoteCalls.java, also
# without Sett; random ones by reduced and full searches, and against direct calls;
# deliberate errors.

check_remote () {
  local name expect long
  while read -r name expect long; do
    wanted "remote $name" || continue
    [ -n "$long" ] && [ -z "${LONG-}" ] && continue
    check_class "remote $name" "$expect" "$name" - RemoteCalls --time 60 < /dev/null
  done <<'END'
refused verified long
names verified
twice verified long
exceptions verified
copies verified long
marshal verified long
stubs verified long
inherited verified long
unexport verified long
unexport-answered assertion long
leave verified long
ends verified long
rests verified long
registry-ends verified long
in-order verified long
together verified
racing race
check-then-act assertion long
changed-meanwhile race
sent-first verified long
callback deadlock
callback-self deadlock long
holding deadlock long
early exception long
unexport-race verified long
unexport-busy verified long
unexport-early exception long
unexport-late assertion long
unbound exception long
no-registry verified long
thread-local verified long
quit verified long
loud bounded long
factories bounded long
socket-of-rmi bounded long
registry-of-socket bounded long
END
  [ -n "${LONG-}" ] || return
  wanted "remote must-end" && check_class "remote must-end" deadlock rests - RemoteCalls --must-end < /dev/null
  says "remote words" 1 'call Cell.add of Locked@1' "$SETT" check --no-trace -cp classes RemoteCalls -- callback
  says "remote waits" 1 'waits for the result of Cell.add of Locked@2, which [0-9]+ RMI\([0-9]+\) runs' \
    "$SETT" check --no-trace -cp classes RemoteCalls -- callback
  says "remote trace" 1 'deadlock' "$SETT" check -cp classes RemoteCalls -- callback
  says "remote replay" 1 'call Cell.add of Locked@1' "$SETT" replay RemoteCalls.1.trace
}

# What the JDK's own RMI says of the same programs, over real sockets.
check_remote_natively () {
  local name port said
  [ -n "${LONG-}" ] && wanted "remote natively" || return
  for name in refused names twice exceptions copies marshal stubs inherited unexport leave ends registry-ends in-order \
    together sent-first thread-local; do
    port=$(free_port)
    said=$(timeout 60 java -ea "-Dport=$port" -cp classes RemoteCalls "$name" 2>&1 < /dev/null)
    if [ "$said" = "done" ]; then
      echo "ok remote natively $name"
    else
      echo "FAIL remote natively $name: $(head -n 1 <<< "$said")"
    fi
  done
}

# Two in a row that nobody uses.
free_port () {
  perl -MIO::Socket::INET -e 'for (1 .. 100) {
      my $first = IO::Socket::INET->new (Listen => 1, LocalAddr => "127.0.0.1") or next;
      my $port = $first->sockport;
      my $next = IO::Socket::INET->new (Listen => 1, LocalAddr => "127.0.0.1", LocalPort => $port + 1) or next;
      print $port;
      last;
    }'
}

check_random_remote () {
  local seed count=1 remote direct
  wanted "random remote" || return
  [ -n "${LONG-}" ] && count=$(volume 40)
  for ((seed = FIRST_SEED; seed < FIRST_SEED + count; seed++)); do
    same_outcomes "random remote $seed" RandomRemote -- "$seed" 1 any
    remote=$(outcomes_of RandomRemote -- "$seed" 2 remote)
    direct=$(outcomes_of RandomRemote -- "$seed" 2 direct)
    if [ "$remote" = "$direct" ] && grep -q '^[1-9][0-9]* different' <<< "$direct"; then
      echo "ok random remote $seed, direct"
    else
      echo "FAIL random remote $seed, direct: $(diff <(echo "$direct") <(echo "$remote") | head -n 5 | tr '\n' '/')"
    fi
  done
}

remote_mutants () {
  use_mutant calls-in-turn java/agent/rmi_calls.c 's->caller != t->number || ' '' together verified RemoteCalls
  [ -n "${LONG-}" ] || return
  use_mutant no-copies java/agent/rmi_marshal.c 'sett_hook_copied (env, c, object, site_of_copies ());' '' \
    changed-meanwhile race RemoteCalls
  use_mutant call-unordered java/agent/rmi_calls.c 'sett_clock_pass (t, s->thread);' '' in-order verified RemoteCalls
  use_mutant result-unordered java/agent/rmi_calls.c 'sett_clock_pass (s->thread, t);' '' in-order verified RemoteCalls
  use_mutant names-unseen java/agent/rmi_registry.c 'sett_jaffect (number_of (q), q->how, 1);' '' unbound exception RemoteCalls
  use_mutant end-unseen java/agent/rmi_objects.c 'sett_jaffect (sett_export_number (x), SETT_EFFECT_STORE, 1);
  x->is_exported = 0;' 'x->is_exported = 0;' unexport-late assertion RemoteCalls
}
