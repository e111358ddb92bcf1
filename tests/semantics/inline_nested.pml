// Rule: inlines can call inlines, parameters pass through.
// expect: verdict=verified states=19
byte g, h;
inline one (x) {
  x++
}
inline two (x) {
  one (x);
  one (x)
}
inline both (x, y) {
  two (x);
  two (y)
}
active proctype P () {
  both (g, h);
  assert (g >= 2 && h == 2)
}
active proctype Q () {
  one (g)
}
