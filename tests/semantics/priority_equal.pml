// Rule: processes of equal priority interleave.
// expect: verdict=verified states=13
byte x;
active [2] proctype A () priority 3 {
  x++;
  x++
}
active proctype B () priority 1 {
  assert (x == 4)
}
