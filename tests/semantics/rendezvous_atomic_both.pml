// Rule: with atomic on both sides control goes to the receiver.
// expect: verdict=verified states=6
chan c = [0] of { byte };
byte x;
active proctype P () {
  atomic {
    c!1;
    x = x + 1;
    x = x * 2
  }
}
active proctype Q () {
  byte v;
  atomic {
    c?v;
    x = x + 5;
    x = x + 6
  }
}
