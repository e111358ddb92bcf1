// Rule: a channel name declared after a statement is a variable, and its declaration a step.
// expect: verdict=verified states=26
chan real = [1] of { byte };
byte n;
active proctype P () {
  n = 1;
  chan late = real;
  late!3;
  byte v;
  late?v;
  assert (v == 3)
}
active proctype Q () {
  n == 1 -> n = 2
}
