// Rule: processes started inside atomic begin together.
// expect: verdict=verified states=91
byte x;
proctype P (byte i) {
  x = i;
  assert (x > 0)
}
init {
  atomic {
    byte i = 1;
    do
    :: i <= 3 -> run P (i); i++
    :: i > 3 -> break
    od
  }
}
