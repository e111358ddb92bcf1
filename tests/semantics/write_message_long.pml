// Rule: a variable for which the message has no field keeps its value; a value
// for which the channel has none is not sent.
// expect: verdict=verified states=21
chan q = [2] of { byte, byte, byte };
chan r = [0] of { byte };
chan s = [1] of { byte };
byte x = 9, y = 9, z = 9;
proctype S (chan c) { c!1,2 }
proctype R (chan c) { byte a, b = 7; c?a,b; assert (a == 5 && b == 7) }
active proctype P () {
  s!1; s?x,y; assert (x == 1 && y == 9);
  s!1; s?[1,3] -> s?x;
  run S (r); r?z; assert (z == 1);
  run R (r); r!5
}
