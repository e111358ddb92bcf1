/* Statements in the middle of atomic runs, merged ones, those of processes
   that are never started, and of d_steps that are never possible. */
byte x, y;
proctype Late (byte k) {
  y = k;
}
proctype Lost (byte k) {
  atomic {
    x = k;
    x = 0;
  };
  do
  :: x == 1 ->
     x = 2;
  :: else ->
     break;
  od;
}
active proctype P () {
  byte i;
  i = 1;
  i = 2;
  atomic {
    x = i;
    if
    :: x == 2 ->
       x = 3;
       run Late (1);
    :: x == 4 ->
       x = 5;
       run Lost (1);
    fi;
    y = 1;
  };
  if
  :: d_step {
       x == 9;
       x = 8;
     };
     x = 7;
  :: x == 3 ->
     i = 9;
     i = 8;
  fi;
  d_step {
    y = 3;
    y = 4;
  };
}
