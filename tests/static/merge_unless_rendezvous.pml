// Rule: while a process has not come to its receive yet, an escape that sends
// to it is not possible, and what it guards is.
// expect: verdict=deadlock,assertion plain=14 reduced=14
chan c = [0] of { byte };
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
  c?x
}
active proctype Q () {
  g == 1;
  { skip; assert (false) } unless { c!1 }
}
