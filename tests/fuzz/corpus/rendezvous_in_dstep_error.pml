chan c = [0] of { byte };
byte x;
active proctype P () {
  d_step {
    x = 1;
    c!1
  }
}
active proctype Q () {
  byte v;
  c?v
}
