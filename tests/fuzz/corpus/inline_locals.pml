byte g;
inline work (k) {
  byte t;
  t = t + k;
  g = g + t
}
active proctype P () {
  work (1);
  work (2);
  work (3);
  assert (g == 6)
}
