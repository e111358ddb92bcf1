// Rule: an increment written as two statements loses updates.
// expect: verdict=assertion states=42
byte n, finished;
active [2] proctype P () {
  byte copy;
  copy = n;
  n = copy + 1;
  finished++
}
active proctype Watch () {
  finished == 2;
  assert (n == 2)
}
