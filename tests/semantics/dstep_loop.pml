// Rule: a loop inside d_step runs to its end in one step.
// expect: verdict=verified states=10
byte x, i;
active proctype P () {
  d_step {
    i = 0;
    do
    :: i < 5 -> x = x + i; i++
    :: else -> break
    od;
    i = 0
  };
  assert (x == 10 || x == 11)
}
active proctype Q () {
  d_step { x = x + 1 }
}
