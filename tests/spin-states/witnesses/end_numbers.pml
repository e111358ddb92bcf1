// p97.1 that looks at the number of its second process.  A process that has done
// its work need not have ended when another one is started; SPIN's default lets it
// end at once, and B never gets another number than A had.
byte state = 1;
proctype A () { atomic { state == 1 -> state = state + 1 } }
proctype B () { atomic { state == 1 -> state = state - 1 } }
init {
  byte number;
  run A ();
  atomic { state == 2 -> number = run B (); assert (number == 1) }
}
