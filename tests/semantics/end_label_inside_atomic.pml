// Rule: an end label inside atomic counts when the atomic blocks there.
// expect: verdict=verified states=5
byte x;
active proctype P () {
  atomic {
    x = 1;
end1:
    x == 9;
    x = 2
  }
}
active proctype Q () {
  x == 1 -> x = 3
}
