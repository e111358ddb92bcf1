// remote_variable with an assertion about the values that P[0]:v has on the way:
// SPIN's default merges the assignments.
byte g;
active [2] proctype P () {
  byte v;
  v = _pid + 1;
  v = v + 2
}
active proctype Q () {
  g = P[0]:v + P[1]:v;
  assert (g != 4 && P[0]:v != 1)
}
