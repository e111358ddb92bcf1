// Rule: break leaves the innermost do only.
// expect: verdict=verified states=57
byte outer, inner;
active proctype P () {
  do
  :: outer < 2 ->
     outer++;
     inner = 0;
     do
     :: inner < 2 -> inner++
     :: inner == 2 -> break
     od;
     assert (inner == 2)
  :: outer == 2 -> break
  od
}
active proctype Q () {
  outer == 2 -> outer = 3;
  outer = 2
}
