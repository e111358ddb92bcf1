// Rule: one initialiser fills an array; a list gives each element.
// expect: verdict=verified states=9
byte a[3] = 5;
byte b[4] = { 1, 2, 3, 4 };
active proctype P () {
  short c[2] = -1;
  assert (a[0] == 5 && a[2] == 5);
  assert (b[0] == 1 && b[3] == 4);
  assert (c[0] == -1 && c[1] == -1);
  a[b[0]] = b[b[1]]
}
active proctype Q () {
  a[1] == 3 -> a[1] = a[1] + a[0]
}
