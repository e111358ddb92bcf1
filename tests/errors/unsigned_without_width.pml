// expect-error: 2: u|:|width|expect|constant|positive|range
unsigned u = 1;
active proctype P () {
  u = 1
}
