chan c = [1] of { byte };
byte x;
active proctype P () {
  x = c?
}
