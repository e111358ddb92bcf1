// expect-error: 4-6: counter
byte x;
active proctype P () {
  for (counter : 1 .. 3) {
    x++
  }
}
