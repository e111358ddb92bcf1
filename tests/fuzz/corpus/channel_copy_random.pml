chan c = [3] of { byte, byte };
byte b;
active proctype P () {
  c!1, 11;
  c!2, 22;
  c!3, 33
}
active proctype Q () {
  c??<3, b>;
  assert (b == 33 && len (c) == 3);
  c??<2, b>;
  assert (b == 22);
  c??2, b;
  assert (len (c) == 2)
}
