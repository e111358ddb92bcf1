// Rule: true, false and skip are numbers too.
// expect: verdict=verified states=16
byte x = true;
bool f = false;
active proctype P () {
  x = x + true + true;
  assert (x == 3 && f == 0);
  f = true;
  (true);
  assert (f)
}
active proctype Q () {
  f -> x = false
}
