// Rule: ?? with a variable only takes the head, since everything matches.
// expect: verdict=verified states=11
chan c = [2] of { byte };
byte v;
active proctype P () {
  c!4;
  c!3
}
active proctype Q () {
  c??v;
  assert (v == 4);
  c??v;
  assert (v == 3)
}
