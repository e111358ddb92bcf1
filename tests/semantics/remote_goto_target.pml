// Rule: a goto that carries a label somebody asks for is a step of its own.
// expect: verdict=deadlock,assertion states=14
byte x;
active proctype P () {
  x = 1;
hop:
  goto out;
out:
  x = 2
}
active proctype Q () {
  P@hop -> assert (x == 1)
}
