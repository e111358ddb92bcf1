// A parameter that is assigned does not tell elements apart.
// expect: safety = assertion
byte a[2];
proctype P (byte me) {
  me = 1 - me;
  a[me] = a[me] + 1;
  assert (a[me] == 1);
}
proctype Q (byte me) { a[me] = a[me] + 1 }
init { atomic { run P (1); run Q (0) } }
