chan c = [4] of { byte };
byte v;
active proctype P () {
  c!5;
  c!1;
  c!!3;
  c!!6
}
active proctype Q () {
  len (c) == 4;
  c?v;
  assert (v == 3);
  c?v;
  assert (v == 5);
  c?v;
  assert (v == 1)
}
