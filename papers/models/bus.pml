/* Bus: two processors with caches on a bus, and tests of the order of memory
 * operations that they observe.
 *
 * Source: in the spirit of WA, UPO and ROWO in Nalumasu and Gopalakrishnan,
 * "Two phase", section 6, where two processors on the Runway bus run such tests.
 * The paper gives no text; this model is ours, and much smaller.
 *
 * The bus takes one request at a time and has the memory.  Before a write is
 * complete, the cache of the other processor has been told.  A judge starts
 * round after round of a test and looks at what was read.  Every channel has
 * one sender and one receiver; replies and what is to be invalidated come in
 * one channel, so that they cannot overtake each other.
 *
 * Parameter: TEST.
 *   WA    a write becomes visible to all at once: not each processor sees the
 *         write of the other one last
 *   UPO   a processor sees its own writes in order
 *   ROWO  writes are seen in the order in which they were made
 */
#define WA 1
#define UPO 2
#define ROWO 3
#ifndef TEST
#define TEST WA
#endif

#define X 0 /* addresses */
#define Y 1

mtype = { load, store, value, written, invalidate };

chan to_bus[2] = [1] of { mtype, bit, byte };   /* load, store: address, value */
chan from_bus[2] = [2] of { mtype, bit, byte }; /* value, written, invalidate */
chan acknowledge[2] = [1] of { bit };           /* of invalidate */
chan begin[2] = [1] of { bit };                 /* judge to processor */
chan report[2] = [1] of { byte, byte };         /* what was read */

/*----------------------------------------------------------- processors */

#define forget                                                                 \
  valid[address] = false;                                                      \
  cached[address] = 0;                                                         \
  acknowledge[_pid]!1;                                                         \
  address = 0

/* Waits for the reply to a request. */
#define await(reply, what)                                                     \
  do                                                                           \
  :: from_bus[_pid]?reply, _, what -> break                                    \
  :: from_bus[_pid]?invalidate, address, _ -> forget                           \
  od

#define write_to(a, x)                                                         \
  to_bus[_pid]!store, a, x;                                                    \
  await (written, cached[a]);                                                  \
  valid[a] = true

#define read_from(a, x)                                                        \
  if                                                                           \
  :: valid[a]                                                                  \
  :: else ->                                                                   \
    to_bus[_pid]!load, a, 0;                                                   \
    await (value, cached[a]);                                                  \
    valid[a] = true                                                            \
  fi;                                                                          \
  x = cached[a]

/* What was read before decides what is in the cache when the test begins. */
#define warm_up                                                                \
  if                                                                           \
  :: true -> read_from (X, first)                                              \
  :: true -> read_from (Y, first)                                              \
  :: true                                                                      \
  fi

/* One proctype for each, since their programs differ.  Processor 0 also clears
   the memory first, while the other one waits. */
#define processor(name, program)                                               \
  active proctype name () {                                                    \
    bool valid[2];                                                             \
    byte cached[2], first, second;                                             \
    bit address;                                                               \
                                                                               \
end:                                                                           \
    do                                                                         \
    :: begin[_pid]?1 -> warm_up; warm_up; first = 0; program;                  \
      report[_pid]!first, second; first = 0; second = 0                        \
    :: begin[_pid]?0 -> write_to (X, 0); write_to (Y, 0); report[_pid]!0, 0    \
    :: from_bus[_pid]?invalidate, address, _ -> forget                         \
    od                                                                         \
  }

#if TEST == WA
processor (zero, write_to (X, 1); read_from (X, first))
processor (one, write_to (X, 2); read_from (X, first))
#define fine !(first0 == 2 && first1 == 1)
#elif TEST == UPO
processor (zero, write_to (X, 1); write_to (X, 2); read_from (X, first))
processor (one, write_to (X, 3); write_to (X, 4); read_from (X, first))
#define fine (first0 != 1 && first1 != 3 && first0 != 0 && first1 != 0)
#else
processor (zero, write_to (X, 1); write_to (Y, 1))
processor (one, read_from (Y, first); read_from (X, second))
#define fine !(first1 == 1 && second1 == 0)
#endif

/*------------------------------------------------------------------ bus */

/* Serves the request of processor p; q is the other one. */
#define transaction(p, q)                                                      \
  if                                                                           \
  :: operation == load -> from_bus[p]!value, address, memory[address]          \
  :: operation == store ->                                                     \
    from_bus[q]!invalidate, address, 0;                                        \
    acknowledge[q]?_;                                                          \
    memory[address] = data;                                                    \
    from_bus[p]!written, address, data                                         \
  fi;                                                                          \
  operation = 0;                                                               \
  address = 0;                                                                 \
  data = 0

active proctype bus () {
  byte memory[2], data;
  mtype operation;
  bit address;

end:
  do
  :: to_bus[0]?operation, address, data -> transaction (0, 1)
  :: to_bus[1]?operation, address, data -> transaction (1, 0)
  od
}

/*---------------------------------------------------------------- judge */

active proctype judge () {
  byte first0, second0, first1, second1;

  do
  :: begin[0]!0; /* clear the memory */
    report[0]?_, _;
    begin[0]!1;
    begin[1]!1;
    report[0]?first0, second0;
    report[1]?first1, second1;
    assert (fine);
    first0 = 0;
    second0 = 0;
    first1 = 0;
    second1 = 0
  od
}
