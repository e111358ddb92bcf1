// Rule: a d_step that begins with a receive can be the partner of a send.
// expect: verdict=verified states=8
chan c = [0] of { byte };
byte x;
active proctype P () {
  c!4;
  x++
}
active proctype Q () {
  byte v;
  d_step {
    c?v;
    x = v;
    x = x + 10
  };
  x++
}
