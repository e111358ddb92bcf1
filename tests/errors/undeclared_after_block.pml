// expect-error: 5: inner
byte g;
active proctype P () {
  { byte inner = 1; g = inner };
  g = inner
}
