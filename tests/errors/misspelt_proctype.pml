// expect-error: 3: procytpe
byte x;
active procytpe P () {
  x = 1
}
