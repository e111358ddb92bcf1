typedef Line {
  byte c[2]
};
Line m[2];
byte i, j, sum;
active proctype P () {
  for (i : 0 .. 1) {
    for (j : 0 .. 1) {
      m[i].c[j] = i * 2 + j;
      sum = sum + m[i].c[j]
    }
  }
  assert (sum == 6)
}
active proctype Q () {
  m[1].c[1] == 3 -> m[0].c[0] = 1
}
