// expect-error: 5: only looks at the system
byte x;
active proctype P() { x = 1 }
never {
  byte y;
  do :: y == x :: true od
}
