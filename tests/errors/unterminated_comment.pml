// expect-error: 4-6: comment|\*/|termin
byte x;
active proctype P () {
  x = 1 /* the comment has no end
}
