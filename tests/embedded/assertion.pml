// An assertion about what C has done, with C in the way.
// expect: verdict=assertion states=451
c_state "int hits" "Global"

active [3] proctype P () {
  int seen;
  seen = c_expr { now.hits };
  c_code { now.hits = PP->seen + 1; };
  assert (c_expr { now.hits < 3 })
}
