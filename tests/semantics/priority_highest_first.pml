// Rule: only the processes with the highest priority among those that can run do run.
// expect: verdict=verified states=9
byte x;
active proctype High () priority 5 {
  x = 1;
  x == 3;
  x = 4
}
active proctype Low () priority 2 {
  x = 2;
  x = 3;
  x = 9
}
