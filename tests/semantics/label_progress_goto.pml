// Rule: a goto with a progress label is not folded.
// expect: verdict=deadlock states=17
byte x;
active proctype P () {
  x = 1;
progress:
  goto out;
out:
  x = 2
}
active proctype Q () {
  x == 1 -> x = 0
}
