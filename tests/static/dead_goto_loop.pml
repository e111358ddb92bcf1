// Rule: what is read in a loop is live where a goto leads into it.
// expect: verdict=assertion plain=13 reduced=6
byte g;
active proctype P () {
  byte x, n;
  x = 3;
  g = 1;
  goto inside;
  do
  :: n < 2 ->
    x = n;
inside:
    g = g + 1;
    assert (x != 3);
    n++
  :: else -> break
  od
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
