// Rule: when every process is at its end the state is valid, whatever variables hold.
// expect: verdict=verified states=40
byte x;
active [3] proctype P () {
  x = x + 2;
  x--
}
