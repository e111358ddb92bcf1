// Rule: eval takes any expression, with locals, globals and _pid.
// expect: verdict=verified states=20
chan c = [1] of { byte, byte };
byte base = 3;
active [2] proctype P () {
  byte v;
  c!(base + _pid), _pid;
  c?eval (base + _pid), v;
  assert (v == _pid)
}
