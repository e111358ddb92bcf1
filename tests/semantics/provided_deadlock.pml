// Rule: a process held by its provided clause is in an invalid end state.
// expect: verdict=deadlock states=3
bool go;
byte x;
active proctype P () provided (go) {
  x = 1
}
active proctype Q () {
  x = 2
}
