byte x;
active [2] proctype P () {
  x = 1;
  x = 2
}
never {
  do
  :: _last == 3 -> break
  :: true
  od
}
