/* A migratory cache protocol with a directory, for N nodes (3).
 *
 * After the migratory protocol of the Avalanche multiprocessor, which is
 * measured in Nalumasu and Gopalakrishnan, "Two phase", section 6, and of which
 * the paper gives no text; this model is ours.  mig.pml has two lines and two
 * nodes; here is one line, and as many nodes as one likes.
 *
 * The line moves, with its contents, to whoever asks for it: the home revokes it
 * from its owner first.  A node may also put it back; if that crosses a
 * revocation, each counts as the answer to the other.  Every channel has one
 * sender and one receiver.
 */
#ifndef N
#define N 3
#endif
#define nobody N

mtype = { want, put, done, grant, revoke, thanks };

chan request[N] = [1] of { mtype };    /* node to home: want */
chan reply[N] = [1] of { mtype, bit }; /* put, done; contents */
chan order[N] = [1] of { mtype, bit }; /* home to node: grant, with contents,
                                          revoke, thanks */

/* Some local computation: steps that end where they began. */
#define compute(x) x = 1; x = 0

#define ask(k) request[k]?want -> u = k; goto move

#define back(k)                                                                \
  reply[k]?put, contents ->                                                    \
  compute (work);                                                              \
  owner = nobody;                                                              \
  order[k]!thanks, 0

active proctype home () {
  byte owner = nobody, u;
  bit contents, work;

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
#if N > 4
  :: ask (4)
#endif
  :: back (0)
  :: back (1)
#if N > 2
  :: back (2)
#endif
#if N > 3
  :: back (3)
#endif
#if N > 4
  :: back (4)
#endif
  od;

move:
  compute (work); /* looks the line up */
  if
  :: owner != nobody ->
    order[owner]!revoke, 0;
    reply[owner]?_, contents; /* done, or put on its own */
    compute (work)            /* writes the line back */
  :: else
  fi;
  owner = u;
  order[u]!grant, contents;
  u = 0;
  goto end
}

#define me (_pid - 1) /* the home is number 0 */

active [N] proctype node () {
  bool mine;
  bit contents, work;

end:
  do
  :: !mine ->
    request[me]!want;
    order[me]?grant, contents;
    mine = true;
    contents = 1 - contents;
    compute (work)
  :: mine ->
    reply[me]!put, contents;
    order[me]?_, _; /* thanks, or a revocation that was on its way */
    mine = false;
    contents = 0;
    compute (work)
  :: order[me]?revoke, _ ->
    compute (work); /* cleans the cache */
    mine = false;
    reply[me]!done, contents;
    contents = 0
  od
}
