// Rule: bit and bool keep the lowest bit: two becomes zero.
// expect: verdict=assertion states=49
bool b;
bit c = 1;
byte x = 2;
active proctype P () {
  b = x;
  assert (b == 0);
  b = 3;
  assert (b == true);
  c++;
  assert (c == 0);
  c--;
  assert (c == 1)
}
active proctype Q () {
  b = !b;
  b = x > 1
}
