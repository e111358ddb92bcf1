// Rule: a send to a buffered channel keeps the control, whoever waits for it.
// expect: verdict=verified states=6
chan c = [1] of { byte };
byte x;
active proctype P () {
  atomic {
    c!1;
    x = 1;
    x = 2
  }
}
active proctype Q () {
  byte v;
  c?v;
  assert (x == 2)
}
