// Rule: a goto that begins a block in braces is a step, unlike one in a plain sequence.
// expect: verdict=deadlock states=17
byte x;
active proctype P () {
  x = 1;
  { goto away };
  x = 2;
away:
  x = 3
}
active proctype Q () {
  x == 1 -> x = 0
}
