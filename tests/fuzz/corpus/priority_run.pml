byte x;
proctype C (byte v) {
  x = v;
  x = v + 1
}
init priority 10 {
  run C (1) priority 3;
  run C (5) priority 7;
  x = 0
}
