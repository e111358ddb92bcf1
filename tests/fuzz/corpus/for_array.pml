byte a[3] = { 4, 5, 6 };
byte i, sum;
active proctype P () {
  for (i in a) {
    sum = sum + a[i]
  }
  assert (sum == 15 || sum > 15)
}
active proctype Q () {
  a[2] = 9
}
