// Rule: every process has its own copy of its locals.
// expect: verdict=verified states=32
byte total;
proctype P (byte seed) {
  byte mine = seed;
  byte other = mine * 2;
  mine = mine + other;
  total = total + mine;
  assert (mine == 3 * seed)
}
init {
  run P (1);
  run P (2)
}
