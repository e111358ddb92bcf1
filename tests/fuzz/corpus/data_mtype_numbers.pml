mtype = { alpha, beta, gamma };
mtype = { delta, epsilon };
mtype m;
active proctype P () {
  assert (m == 0);
  assert (alpha == 3 && beta == 2 && gamma == 1);
  assert (delta == 5 && epsilon == 4);
  m = beta;
  assert (m > gamma && m < alpha)
}
active proctype Q () {
  m == beta -> m = delta
}
