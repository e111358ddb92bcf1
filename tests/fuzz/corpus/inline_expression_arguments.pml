chan c = [1] of { byte };
byte arr[2], g;
inline put (ch, value) {
  ch!value
}
inline add (target, amount) {
  target = target + amount
}
active proctype P () {
  add (arr[1], 2 + 3);
  put (c, arr[1] * 2);
  add (g, arr[1])
}
active proctype Q () {
  byte v;
  c?v;
  assert (v == 10)
}
