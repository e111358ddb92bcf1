// Rule: a receive whose constant does not match waits, even if a later message would match.
// expect: verdict=deadlock states=3
chan c = [2] of { byte, byte };
byte x;
active proctype P () {
  c!5, 1;
  c!6, 2
}
active proctype Q () {
  c?6, x;
  x = 9
}
