// Rule: messages left in channels do not make an end state invalid.
// expect: verdict=verified states=14
chan c = [3] of { byte, bool };
byte n;
active proctype P () {
  c!1, true;
  c!2, false;
  n = len (c)
}
active proctype Q () {
  byte v;
  bool w;
  c?v, w
}
