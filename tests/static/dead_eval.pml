// Rule: eval (x) in a receive reads x; a plain x is written by it.
// expect: verdict=deadlock,assertion plain=7 reduced=6
chan c = [2] of { byte };
active proctype P () {
  byte x;
  x = 4;
  c!4;
  c?eval (x);
  assert (len (c) != 0);
  x = 9;
  c!5;
  c?eval (x)
}
