// Rule: a label at the beginning of an option is a place of its own: a jump to
// it leaves this option only.
// expect: verdict=deadlock states=5
byte x;
active proctype P () {
  do
  :: L: x == 0 -> x = 1
  :: x == 1 -> x = 2; goto L
  :: x == 2 -> break
  od
}
