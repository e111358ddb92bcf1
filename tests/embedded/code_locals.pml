// Each process has its own locals; parameters are locals too.
// expect: verdict=verified states=33
byte sum;

proctype P (byte n) {
  int k = 3;
  byte t[2];
  c_code { PP->k += PP->n; PP->t[1] = PP->k; };
  assert (k == 3 + n && t[1] == k);
  c_code { now.sum += PP->t[1]; }
}

init {
  byte i;
  c_code { Pinit->i = 2; };
  run P (i);
  run P (i + 1)
}
