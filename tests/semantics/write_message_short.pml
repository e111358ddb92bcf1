// Rule: what is not sent is 0; what is not received is dropped.
// expect: verdict=verified states=42
chan q = [2] of { byte, byte, byte };
chan r = [0] of { byte, byte };
byte x = 9, y = 9, z = 9;
proctype S (chan c) { c!1 }
proctype R (chan c) { byte a; c?a; assert (a == 5) }
active proctype P () {
  q!1,2; q?x,y,z; assert (x == 1 && y == 2 && z == 0);
  run S (q); q?x,y,z; assert (x == 1 && y == 0 && z == 0);
  _nr_pr == 1;
  run S (r); r?x,y; assert (x == 1 && y == 0);
  _nr_pr == 1;
  q!5,6,7; run R (q); run R (r); r!5,6; _nr_pr == 1; assert (len (q) == 0)
}
