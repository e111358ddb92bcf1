/* SC: N servers and N clients.
 *
 * Source: Nalumasu and Gopalakrishnan, "Two phase", section 6: a client chooses
 * a server and requests a service, which consists of two round trips of
 * messages and some local computation.  The paper gives no more; this model is
 * ours.
 *
 * Each client has a channel to each server, and each server one back, so that
 * every channel has one sender and one receiver.  The only choices are which
 * server a client asks and which request a server takes first; between them
 * everybody is deterministic.
 *
 * Parameter: N, servers and clients (2, 3 or 4).
 */
#ifndef N
#define N 3
#endif

mtype = { request, accept, data, result };

#define PAIRS 16 /* N * N, for the largest N */
chan ask[PAIRS] = [1] of { mtype };    /* ask[c * N + s]: client c to server s */
chan answer[PAIRS] = [1] of { mtype }; /* and back */

/* Some local computation: two steps that end where they began. */
#define compute(x) x = 1; x = 0

/* A server has taken the request of client c. */
#define serve(c)                                                               \
  answer[c * N + _pid]!accept; /* end of the first round trip */               \
  ask[c * N + _pid]?data;                                                      \
  compute (work);                                                              \
  answer[c * N + _pid]!result /* end of the second */

active [N] proctype server () {
  bit work;

end:
  do
  :: ask[0 * N + _pid]?request -> serve (0)
  :: ask[1 * N + _pid]?request -> serve (1)
#if N > 2
  :: ask[2 * N + _pid]?request -> serve (2)
#endif
#if N > 3
  :: ask[3 * N + _pid]?request -> serve (3)
#endif
  od
}

/* A client uses server s; the servers have the first N numbers. */
#define use(s)                                                                 \
  ask[(_pid - N) * N + s]!request;                                             \
  answer[(_pid - N) * N + s]?accept;                                           \
  compute (work);                                                              \
  ask[(_pid - N) * N + s]!data;                                                \
  answer[(_pid - N) * N + s]?result

active [N] proctype client () {
  bit work;

  do
  :: use (0)
  :: use (1)
#if N > 2
  :: use (2)
#endif
#if N > 3
  :: use (3)
#endif
  od
}
