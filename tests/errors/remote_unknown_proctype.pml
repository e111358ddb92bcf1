// expect-error: 4: Ghost
byte x;
active proctype P () {
  Ghost@label -> x = 1
}
