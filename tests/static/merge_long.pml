// Rule: long runs, and many asserts in one.
// expect: verdict=assertion plain=712 reduced=12
#define STEP x = (x + 1) % 7; assert (x != 5);
#define TEN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
byte g;
active proctype P () {
  byte x;
  g = 1;
  TEN TEN TEN TEN TEN TEN TEN
  g = x
}
active proctype Q () {
  g = 0
}
// Never started: it only makes the variables worth keeping.
proctype Reader () { g }
