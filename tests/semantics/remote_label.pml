// Rule: P@l is true while the process stands at the label.
// expect: verdict=deadlock,assertion states=14
byte x;
active proctype P () {
  x = 1;
here:
  x = 2;
  x = 3
}
active proctype Q () {
  P@here -> assert (x == 1 || x == 2)
}
