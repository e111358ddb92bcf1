// c_state "Local": one per process, with a value from the globals.
// expect: verdict=verified states=37
byte base = 3;
c_state "int mine" "Local P" "now.base * 2"
c_state "unsigned char more[9]" "Local P"

proctype P () {
  byte b;
  c_code { PP->mine += PP->_pid; PP->more[8] = 1; };
  b = c_expr { PP->mine + PP->more[8] };
  assert (b == 7 + _pid || b == 9 + _pid)
}

init {
  run P ();
  base = 4;
  run P ()
}
