// Rule: local code after a run belongs to its step.
// expect: verdict=verified plain=126 reduced=25
byte g;
proctype P (byte x) {
  g = x;
  x = 2;
  x = x + 2;
  g = x
}
init {
  pid who;
  who = run P (1);
  who = who + 1;
  who = 0;
  run P (2);
  who = 1
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
