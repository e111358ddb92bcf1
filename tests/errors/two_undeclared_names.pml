// expect-error: 5: first_bad
// expect-error: 7: second_bad
byte x;
active proctype P () {
  x = first_bad;
  x = 1;
  x = second_bad
}
