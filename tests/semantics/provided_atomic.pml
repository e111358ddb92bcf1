// Rule: a provided clause that becomes false stops a process inside atomic as well.
// expect: verdict=verified states=9
bool go = true;
byte x;
active proctype P () provided (go) {
  atomic {
    x = 1;
    go = false;
    x = 2;
    x = 3
  }
}
active proctype Q () {
  !go -> assert (x == 1);
  go = true
}
