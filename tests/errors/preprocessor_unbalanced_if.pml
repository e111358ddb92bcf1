// expect-error: 3: unterminated|#if|endif
byte x;
#ifdef SOMETHING
active proctype P () {
  x = 1
}
