// expect-error: 5: ADD
#define ADD(a, b) a + b
byte x;
active proctype P () {
  x = ADD (1)
}
