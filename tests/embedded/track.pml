// c_track: memory of C that is saved and restored with the state.
// expect: verdict=deadlock states=580
c_decl {
  int level = 2;
  struct { char a; short b[3]; } box = { 1, { 2, 3, 4 } };
}
c_track "&level" "sizeof (int)"
c_track "&box" "sizeof (box)"
byte x;

active [2] proctype P () {
  do
  :: c_expr { level < 5 } -> c_code { level++; box.b[1] = level; }
  :: c_expr { level == 5 } -> c_code { level = 0; box.a = 7; }; break
  :: x < 2 -> x++; c_code { box.b[2] = now.x; }
  od
}
