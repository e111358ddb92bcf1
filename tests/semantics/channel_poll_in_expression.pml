// Rule: a poll can be a part of a larger expression.
// expect: verdict=verified states=9
chan c = [1] of { byte };
byte n;
active proctype P () {
  n = 1;
  c!4;
  n = 2
}
active proctype Q () {
  (n == 2 && c?[4]) || n == 7;
  c?_;
  assert (!(c?[4]) && n == 2)
}
