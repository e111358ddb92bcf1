// Rule: every label that begins with `end' marks a valid end state.
// expect: verdict=verified states=4
byte x;
active proctype P () {
  x = 1;
endless_wait:
  x == 200
}
active proctype Q () {
  x == 1 -> x = 2;
end_of_q:
  x == 100
}
