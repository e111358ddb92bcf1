/* A ring of producers and consumers with bounded buffers.
 *
 * Source: the bounded buffer of E. W. Dijkstra, "Cooperating sequential
 * processes", 1965, several times in a row.  A producer feeds numbered items
 * into a chain of N stages; each takes an item, works on it in WORK steps, and
 * passes it on; the last returns an empty slot to the producer, so at most
 * SLOTS items are on the way.
 *
 * Parameters: N, stages; SLOTS; CAPACITY of a buffer; WORK; ITEMS, the numbers
 * in use.
 * Uses: buffered channels as parameters, run in init.
 */
#ifndef N
#define N 4
#endif
#ifndef SLOTS
#define SLOTS 4
#endif
#ifndef CAPACITY
#define CAPACITY 2
#endif
#ifndef WORK
#define WORK 2
#endif
#ifndef ITEMS
#define ITEMS 3
#endif

chan buffer[N + 1] = [CAPACITY] of { byte };
chan empty_slots = [SLOTS] of { bit };

proctype producer () {
  byte item;

end:
  do
  :: empty_slots?_ ->
    buffer[0]!item;
    item = (item + 1) % ITEMS
  od
}

proctype stage (chan from, to) {
  byte item, w;

end:
  do
  :: from?item ->
    do
    :: w < WORK -> w++
    :: w == WORK -> break
    od;
    to!item;
    d_step { item = 0; w = 0 }
  od
}

proctype consumer () {
  byte item, wanted;

end:
  do
  :: buffer[N]?item ->
    assert (item == wanted);
    d_step { wanted = (wanted + 1) % ITEMS; item = 0 };
    empty_slots!1
  od
}

init {
  byte i;

  atomic {
    for (i : 1 .. SLOTS) {
      empty_slots!1
    }
    run producer ();
    for (i : 0 .. N - 1) {
      run stage (buffer[i], buffer[i + 1])
    }
    run consumer ()
  }
}
