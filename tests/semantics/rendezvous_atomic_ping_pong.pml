// Rule: control follows the messages from one atomic to the other.
// expect: verdict=verified states=37
chan go = [0] of { byte };
chan back = [0] of { byte };
byte x;
active proctype P () {
  byte v;
  atomic {
    go!1;
    x = 10;
    back?v;
    x = x + v
  }
}
active proctype Q () {
  byte v;
  atomic {
    go?v;
    x = x + 1;
    back!3;
    x = x + 100
  }
}
active proctype R () {
  x = 50
}
