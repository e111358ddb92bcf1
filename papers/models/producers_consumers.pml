/* Producers and consumers of one item each, around one bounded buffer.
 *
 * For searches without stored states: there is no cycle.  An item is made, put
 * into the buffer, taken out and used; making and using concern nobody else.
 *
 * Parameter: N, producers, and as many consumers.
 */
#ifndef N
#define N 2
#endif

chan buffer = [2] of { byte };

active [N] proctype producer () {
  byte item;

  item = _pid + 1; /* makes it */
  buffer!item;
end:
  false /* parks: the death of a process would be one more step */
}

active [N] proctype consumer () {
  byte item;

  buffer?item;
  item = 0; /* uses it */
end:
  false
}
