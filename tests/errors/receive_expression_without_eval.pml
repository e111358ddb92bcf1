// expect-error: 5: \+|eval|expect
chan c = [1] of { byte };
byte x;
active proctype P () {
  c?x + 1
}
