// expect-error: 4: table
byte x;
active proctype P () {
  x = table[2]
}
