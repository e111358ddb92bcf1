// Rule: a label that somebody asks for can be seen, both where it stands and
// where a step leads to it.
// expect: verdict=deadlock,assertion plain=22 reduced=18
byte g;
active proctype P () {
  byte x;
  g = 1;
  x = 1;
here:
  x = 2;
  x = 3;
  g = 2
}
active proctype Q () {
  g == 1;
  if
  :: atomic { P[0]@here -> assert (false) }
  :: atomic { !P[0]@here -> assert (false) }
  fi
}
