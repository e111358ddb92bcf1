// expect-error: 3-8: loop_for_ever|recurs
byte x;
inline loop_for_ever (a) {
  a++;
  loop_for_ever (a)
}
active proctype P () {
  loop_for_ever (x)
}
