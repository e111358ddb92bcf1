// expect-error: 2: u|40|width|bits|expect|constant|positive|range
unsigned u : 40;
active proctype P () {
  u = 1
}
