// expect-error: 5: wrong_one
// expect-error: 8: wrong_two
byte x;
active proctype P () {
  x = wrong_one
}
active proctype Q () {
  x = wrong_two
}
