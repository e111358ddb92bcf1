// Rule: each ready sender can meet a receiver.
// expect: verdict=verified states=17
chan c = [0] of { byte };
byte order;
active [2] proctype S () {
  c!(_pid + 1)
}
active proctype R () {
  byte v;
  c?v;
  order = v * 10;
  c?v;
  order = order + v;
  assert (order == 12 || order == 21)
}
