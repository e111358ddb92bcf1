// Rule: a semicolon too many is no statement.
// expect: verdict=deadlock states=27
byte x;
active proctype P () {
  x = 1;;
  if
  :: x == 1 -> x = 2;
  :: x == 0 -> x = 3;
  fi;
  x = 4;
};
active proctype Q () {
  x == 1;
  x = 0;
}
