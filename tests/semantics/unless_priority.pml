// Rule: the escape frees a blocked main part under priorities too.
// expect: verdict=verified states=7
chan c = [1] of { byte };
byte x;
active proctype P () priority 2 {
  { c?x; x = 1 } unless { x == 0 -> x = 2 };
  x = 3
}
active proctype Q () priority 1 {
  x = 4
}
