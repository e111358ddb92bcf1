// expect-error: 5: od
byte x;
active proctype P () {
  x = 1;
  od
}
