// Rule: the receiver's variables have the message when the sender goes on.
// expect: verdict=verified states=8
chan c = [0] of { byte };
byte x;
active proctype P () {
  c!(x + 1);
  assert (x > 0);
  c!(x + 1);
  assert (x > 1)
}
active proctype Q () {
  c?x;
  c?x
}
