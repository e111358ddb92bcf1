chan c = [2] of { byte, byte };
byte x, v;
active proctype P () {
  c!1, 5;
  c!2, 6
}
active proctype Q () {
  do
  :: c?[1, v] -> c?1, v; x = x + v
  :: c?[2, v] -> c?2, v; x = x + v; break
  od;
  assert (x == 11)
}
