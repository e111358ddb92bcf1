/* An invalidation cache protocol with a directory, for N nodes (3).
 *
 * After the invalidation protocol of the Avalanche multiprocessor, which is
 * measured in Nalumasu and Gopalakrishnan, "Two phase", section 6, and of which
 * the paper gives no text; this model is ours.  inv.pml has two lines and two
 * nodes; here is one line, and as many nodes as one likes.
 *
 * The home knows what copy each node may have: several to read, or one to write.
 * Before a node may write, all other copies are invalidated, one after the
 * other; before it may read, only one for writing is.  A copy for writing is put
 * back, one for reading is just dropped.  A copy that is put back may cross an
 * invalidation: each counts as the answer to the other.  Every channel has one
 * sender and one receiver.
 */
#ifndef N
#define N 3
#endif

mtype = { read, write, put, done, grant, invalidate, thanks };

chan request[N] = [1] of { mtype }; /* node to home: read, write */
chan reply[N] = [1] of { mtype };   /* put, done */
chan order[N] = [1] of { mtype };   /* home to node: grant, invalidate, thanks */

#define none 0
#define shared 1
#define exclusive 2

/* Some local computation: steps that end where they began. */
#define compute(x) x = 1; x = 0

#define ask(k)                                                                 \
  request[k]?read -> u = k; wanted = shared; goto serve                        \
  :: request[k]?write -> u = k; wanted = exclusive; goto serve

#define back(k)                                                                \
  reply[k]?put ->                                                              \
  compute (work);                                                              \
  copy[k] = none;                                                              \
  order[k]!thanks

active proctype home () {
  byte copy[N], u, v, wanted; /* what the nodes may have; who wants what */
  bit work;

end:
  do
  :: ask (0)
  :: ask (1)
#if N > 2
  :: ask (2)
#endif
#if N > 3
  :: ask (3)
#endif
  :: back (0)
  :: back (1)
#if N > 2
  :: back (2)
#endif
#if N > 3
  :: back (3)
#endif
  od;

serve:
  compute (work); /* looks the line up */
  do
  :: v < N && v != u && (copy[v] == exclusive || (copy[v] == shared && wanted == exclusive)) ->
    order[v]!invalidate;
    reply[v]?_;     /* done, or put on its own */
    compute (work); /* writes the line back */
    copy[v] = none;
    v++
  :: v < N && !(v != u && (copy[v] == exclusive || (copy[v] == shared && wanted == exclusive))) ->
    v++
  :: v == N -> break
  od;
  v = 0;
  copy[u] = wanted;
  order[u]!grant;
  u = 0;
  wanted = 0;
  goto end
}

#define me (_pid - 1) /* the home is number 0 */

#define fetch(what, got)                                                       \
  request[me]!what;                                                            \
  do                                                                           \
  :: order[me]?grant -> break                                                  \
  :: order[me]?invalidate ->                                                   \
    compute (work);                                                            \
    mine = none;                                                               \
    reply[me]!done                                                             \
  od;                                                                          \
  mine = got;                                                                  \
  compute (work) /* uses the line */

active [N] proctype node () {
  byte mine = none;
  bit work;

end:
  do
  :: mine == none -> fetch (read, shared)
  :: mine != exclusive -> fetch (write, exclusive)
  :: mine == shared -> mine = none /* nobody needs to know */
  :: mine == exclusive ->
    reply[me]!put;
    order[me]?_; /* thanks, or an invalidation that was on its way */
    mine = none;
    compute (work)
  :: order[me]?invalidate ->
    compute (work); /* cleans the cache */
    mine = none;
    reply[me]!done
  od
}
