// expect-error: 2: u|:|width
unsigned u = 1;
active proctype P () {
  u = 1
}
