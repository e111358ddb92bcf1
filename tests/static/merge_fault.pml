// Rule: others can go on where a process stands before a fault.
// expect: verdict=assertion,model-error plain=9 reduced=4
byte g;
active proctype P () {
  byte x, zero;
  g = 1;
  x = 1;
  x = x / zero;
  g = 2
}
active proctype Q () {
  g == 1;
  assert (false)
}
