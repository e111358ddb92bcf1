// expect-error: 3: twice
byte twice;
bool twice;
active proctype P () {
  twice = 1
}
