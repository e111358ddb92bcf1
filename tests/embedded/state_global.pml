// c_state "Global": a struct, an array and a number with an initial value.
// expect: verdict=verified states=44
c_decl {
  typedef struct Point { short x; double y; char name[5]; } Point;
}
c_state "Point pt" "Global"
c_state "int count[3]" "Global"
c_state "long big" "Global" "1L << 40"
byte seen;

active [2] proctype P () {
  c_code { now.pt.x++; now.pt.y += 0.5; now.pt.name[0] = 'a'; };
  if
  :: c_expr { now.pt.x == 2 && now.pt.y == 1.0 && now.count[1] == 0 } -> seen++
  :: c_expr { now.big >> 40 == 1 } -> c_code { now.count[2] = now.count[0] + 5; }
  fi
}
