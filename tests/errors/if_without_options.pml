// expect-error: 5: fi|option|::
byte x;
active proctype P () {
  if
  fi;
  x = 1
}
