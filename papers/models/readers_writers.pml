/* Readers and a writer, each of whom goes in once.
 *
 * For searches without stored states: there is no cycle.  Any number of readers
 * may be inside together, the writer only alone.  Everybody first does
 * something of his own.
 *
 * Parameter: N, readers.
 */
#ifndef N
#define N 2
#endif

byte readers; /* inside */
bit writing;
byte data;

active [N] proctype reader () {
  byte copy;

  copy = 1; /* something of his own */
  atomic { !writing -> readers++ };
  copy = data;
  readers--;
end:
  false /* parks: the death of a process would be one more step */
}

active proctype writer () {
  byte next;

  next = 1;
  atomic { readers == 0 && !writing -> writing = 1 };
  data = next;
  writing = 0;
end:
  false
}
