// Initial values of all sorts: an array, a long long, a call.
// expect: verdict=verified states=21
c_decl {
  struct pair { int a, b; };
  struct pair make_pair (int a) { struct pair p = { a, 2 * a }; return p; }
}
c_state "int count[3]" "Global" "{ 4, 5 }"
c_state "long long big" "Global" "1LL << 40"
c_state "struct pair both" "Local P" "make_pair (7)"

active [2] proctype P () {
  assert (c_expr { now.count[1] == 5 && now.count[2] < 2 });
  assert (c_expr { now.big == 1LL << 40 && PP->both.b == 14 });
  c_code { now.count[2]++; PP->both.a = 0; }
}
