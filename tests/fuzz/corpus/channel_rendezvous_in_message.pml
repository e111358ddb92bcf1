chan door = [0] of { chan };
chan private = [0] of { byte };
byte x;
active proctype P () {
  door!private;
  private!5
}
active proctype Q () {
  chan mine;
  door?mine;
  mine?x;
  assert (x == 5)
}
