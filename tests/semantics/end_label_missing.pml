// Rule: without an end label the same wait is an invalid end state.
// expect: verdict=deadlock states=4
byte x;
active proctype P () {
  x = 1;
the_end:
  x == 200
}
active proctype Q () {
  x == 1 -> x = 2;
end_of_q:
  x == 100
}
