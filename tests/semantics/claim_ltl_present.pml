// Rule: an ltl formula that is not asked for changes nothing; end states are checked.
// expect: verdict=deadlock states=6
byte x;
active proctype P () {
  x++;
  x == 5
}
active proctype Q () {
  x++
}
ltl bounded { [] (x <= 1) }
ltl reached { <> (x == 2) && ([] (x < 9)) }
