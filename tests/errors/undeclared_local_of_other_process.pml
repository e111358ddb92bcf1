// expect-error: 7: mine
active proctype P () {
  byte mine;
  mine = 1
}
active proctype Q () {
  mine = 2
}
