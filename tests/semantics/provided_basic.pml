// Rule: a process runs only while its provided clause is true.
// expect: verdict=verified states=14
bool go;
byte x;
active proctype P () provided (go) {
  x = 1;
  x = 2
}
active proctype Q () {
  go = true;
  go = false;
  go = true
}
