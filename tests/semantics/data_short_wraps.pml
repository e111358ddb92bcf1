// Rule: a short is 16 bits with a sign.
// expect: verdict=verified states=12
short s = 32767;
byte done;
active proctype P () {
  s++;
  assert (s == -32768);
  s = 65535;
  assert (s == -1);
  s = s - 32768;
  assert (s == 32767);
  done = 1
}
active proctype Q () {
  done == 1 -> s = 0
}
