// Rule: pc_value (p) is the control state of a process, equal at equal places only.
// expect: verdict=deadlock,assertion states=11
byte a, b, x;
active proctype P () {
  a = pc_value (1);
  x == 1;
  b = pc_value (1);
  assert (a != b || x == 2)
}
active proctype Q () {
  x = 1;
  x == 7
}
