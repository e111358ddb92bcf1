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
