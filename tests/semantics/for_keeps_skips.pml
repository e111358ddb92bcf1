// Rule: redundant skips are dropped in the options of if and do, not in for.
// expect: verdict=verified states=21
byte i;

active proctype P () {
  for (i : 0 .. 1) {
    skip;
    skip;
    skip
  }
  do
  :: i > 0 ->
     skip;
     skip;
     i--
  :: else -> break
  od
}
