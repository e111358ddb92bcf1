// Rule: _last in a never claim that is not asked for changes no verdict.
// expect: verdict=verified
// SPIN errs: it keeps _last in the state even then, so its number of states is larger.
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
