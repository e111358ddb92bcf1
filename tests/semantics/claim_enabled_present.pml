// Rule: functions in a never claim that is not asked for change nothing.
// expect: verdict=deadlock states=14
byte x;
active proctype P () {
  x == 1;
  x = 2
}
active proctype Q () {
  x = 1;
  x = 0
}
never {
  do
  :: enabled (0) && x == 7 -> break
  :: true
  od
}
