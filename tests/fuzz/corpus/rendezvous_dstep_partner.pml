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
