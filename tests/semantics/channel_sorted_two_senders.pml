// Rule: sorted sends of several processes give one order.
// expect: verdict=verified states=24
chan c = [4] of { byte };
active [2] proctype P () {
  c!!(4 - _pid);
  c!!(_pid + 1)
}
active proctype Q () {
  byte v, w;
  len (c) == 4 -> c?v;
  do
  :: c?w -> assert (w >= v); v = w
  :: empty (c) -> break
  od
}
