// expect-error: 6: alpha
// expect-error: 7: beta
// expect-error: 8: Gamma
byte x;
active proctype P () {
  x = alpha;
  goto beta;
  run Gamma ()
}
