// Rule: active [n] makes n copies with successive pids.
// expect: verdict=verified states=149
byte first = 255, sum;
active [3] proctype P () {
  if
  :: first == 255 -> first = _pid
  :: first != 255
  fi;
  sum = sum + _pid
}
