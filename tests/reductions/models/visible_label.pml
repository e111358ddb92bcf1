// A local step is visible when a formula asks where its process is.
// expect: ltl [] !(A[0]@there && B[1]@there) = ltl
// expect: ltl [] !(A[0]@there && ! B[1]@there) = ltl
// expect: ltl [] !(! A[0]@there && B[1]@there) = ltl
active proctype A () {
  byte own;
  own = 1;
there:
  own = 2;
}
active proctype B () {
  byte own;
  own = 1;
there:
  own = 2;
}
