// expect-error: 2: u|40|width|bits
unsigned u : 40;
active proctype P () {
  u = 1
}
