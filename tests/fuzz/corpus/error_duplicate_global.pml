byte twice;
bool twice;
active proctype P () {
  twice = 1
}
