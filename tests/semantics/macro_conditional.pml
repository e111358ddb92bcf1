// Rule: #if, #ifdef, #else and #undef choose the text.
// expect: verdict=verified states=10
#define LIMIT 2
#ifdef LIMIT
byte n = LIMIT;
#else
byte n = 9;
#endif
#if LIMIT > 1 && !defined (OTHER)
active proctype P () {
  n++;
  assert (n == 3)
}
#else
active proctype P () {
  assert (false)
}
#endif
#undef LIMIT
#ifndef LIMIT
active proctype Q () {
  n == 3 -> skip
}
#endif
