chan c;
byte x;
active proctype P () {
  x = 1;
  c?x
}
