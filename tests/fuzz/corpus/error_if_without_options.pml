byte x;
active proctype P () {
  if
  fi;
  x = 1
}
