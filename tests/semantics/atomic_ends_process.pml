// Rule: the death of a process is not a part of its last atomic.
// expect: verdict=verified states=10
byte x;
active proctype P () {
  atomic {
    x = 1;
    x = 2
  }
}
active proctype Q () {
  atomic {
    x = 3;
    x = 4
  }
}
