typedef M {
  byte v
};
chan c = [3] of { M };
byte sum;
active proctype P () {
  M m;
  m.v = 2;
  c!m;
  m.v = 3;
  c!m;
  for (m in c) {
    sum = sum + m.v
  }
  assert (sum == 5 && len (c) == 2)
}
