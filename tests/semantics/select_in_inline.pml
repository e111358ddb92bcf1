// Rule: select inside an inline is a loop even when its bounds are constants.
// expect: verdict=verified states=48
byte x, y;
inline pick () {
  select (x : 0 .. 2)
}
active proctype P () {
  pick ();
  y = x
}
active proctype Q () {
  y = 9
}
