// More processes than a word has bits, of which most wait for ever: those that can
// move are still found, whatever their numbers.
// expect: safety = assertion
byte a, b;
proctype Idle () { end: false }
proctype Waits () { end: a == 2 && b == 1; assert (false) }
proctype Moves (byte to) { byte l; l = to; a = l; b = l }
init {
  byte i;
  atomic {
    run Moves (1);
    for (i : 1 .. 66) { run Idle () }
    run Waits ();
    run Moves (2)
  }
}
