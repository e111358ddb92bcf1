# Programs of Hostile.java, which are not meant well: a true verdict or a note, a status
# that means something, nothing left in the folder and nothing left running.  Sourced by
# check.

check_hostile_one () { # NAME STATUS REGEX [option ...]
  local name=$1 status=$2 regex=$3 said got
  shift 3
  said=$(cd hostile && timeout 100 "$SETT" check --time 20 --no-trace "$@" -cp ../classes Hostile -- "$name" 2>&1 < /dev/null)
  got=$?
  if [ "$got" -ne "$status" ] || ! grep -qE -- "$regex" <<< "$said"; then
    echo "FAIL hostile $name: status $got, not $status, or no '$regex': $(head -n 3 <<< "$said" | tr '\n' '/')"
  else
    echo "ok hostile $name"
  fi
}

check_hostile () {
  local name status long regex
  wanted hostile || return
  rm -rf hostile
  mkdir hostile
  gcc -shared -fPIC -o hostile/libhostile.so "$sources/hostile.c"
  while read -r name status long regex; do
    [ "$long" = long ] && [ -z "${LONG-}" ] && continue
    check_hostile_one "$name" "$status" "$regex"
  done <<'END'
spawn 3 day note +more than 256 threads
breed 3 long note +more than 256 threads
heap 1 long uncaught java.lang.OutOfMemoryError
heap-thread 1 long uncaught java.lang.OutOfMemoryError
heap-caught 0 long ^verified
objects 3 long stopped by the depth limit
stack 1 day uncaught java.lang.StackOverflowError
stack-thread 1 long uncaught java.lang.StackOverflowError
stack-caught 0 long ^verified
library 1 long uncaught java.lang.UnsatisfiedLinkError
load 3 day note +a native library is loaded: not controlled
loader 3 day note +several class loaders have classes of the same name
exit-initialiser 3 long note +a class initialiser uses what other threads can see
exit-handler 0 long ^verified
exit-finalizer 3 long note +class Hostile.Finalized has a finalizer
exit-finally 0 long ^verified
exit-everywhere 0 day ^verified
initialisers 3 long note +the initialisers of classes .* need each other
loop 3 long stopped by the time limit
crash 3 long note +the program was killed by signal
streams 0 long ^verified
deaths 1 day deadlock: 3 threads
END
  rm -f hostile/libhostile.so
  if [ -z "$(ls -A hostile)" ] && [ -z "$(ls -A "$TMPDIR")" ]; then
    echo "ok hostile: nothing is left in the folder"
  else
    echo "FAIL hostile: left: $(ls -A hostile "$TMPDIR" | tr '\n' '/')"
  fi
  if pgrep -f "$scratch/[^ ]*hostile" > /dev/null || pgrep -g 0 -x java > /dev/null; then
    echo "FAIL hostile: something still runs: $(pgrep -g 0 -a java | head -n 2)"
  else
    echo "ok hostile: nothing is left running"
  fi
}
