// Rule: a parameter dies like any variable if it is assigned; one that is
// never assigned stays.
// expect: verdict=verified plain=57 reduced=40
byte g;
proctype P (byte fixed; byte changed) {
  g = fixed + changed;
  changed = 1;
  g = changed;
  g = 0
}
init {
  run P (1, 2);
  run P (2, 1)
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
