// Rule: however many states are deadlocks, an assertion that fails is found.
// expect: verdict=deadlock,assertion states=1005
byte x;

active proctype P () {
  select (x : 0 .. 250);
  if
  :: x == 125 -> assert (false)
  :: x != 125
  fi;
  false
}
