// Rule: len and full apply to elements of an array of channels.
// expect: verdict=deadlock,assertion states=37
chan c[2] = [2] of { byte };
byte i;
active proctype P () {
  do
  :: i < 2 && nfull (c[i]) -> c[i]!i
  :: i < 2 && full (c[i]) -> i++
  :: i == 2 -> break
  od;
  assert (len (c[0]) == 2 && len (c[1]) == 2)
}
active proctype Q () {
  len (c[1]) == 1 -> c[0]?0
}
