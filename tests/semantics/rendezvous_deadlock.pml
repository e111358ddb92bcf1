// Rule: two senders on rendezvous channels wait for ever.
// expect: verdict=deadlock states=1
chan a = [0] of { byte };
chan b = [0] of { byte };
byte v;
active proctype P () {
  a!1;
  b?v
}
active proctype Q () {
  b!2;
  a?v
}
