/* A client, a cache in front of a server, and rendezvous between them.
 *
 * A channel without capacity is a handshake: sender and receiver step at the
 * same moment.  The client asks the cache; what the cache does not know it
 * fetches from the server.  Now and then the server tells the cache to forget
 * a value.  If the cache asks just when the server has begun to call it, each
 * waits for the other to listen; with -DBROKEN the cache insists on its
 * question and sett finds the deadlock.  The correct cache listens to both.
 */
mtype = { get, value, forget };

chan ask = [0] of { mtype };     /* client and cache */
chan fetch = [0] of { mtype };   /* cache and server */
chan call = [0] of { mtype };    /* server to cache */

active proctype client () {
end:
  do
  :: ask!get; ask?value
  od
}

active proctype cache () {
  bool known;

end:
  do
  :: ask?get ->
    if
    :: !known ->
#ifndef BROKEN
      do /* the question may cross a call of the server */
      :: fetch!get -> break
      :: call?forget
      od;
#else
      fetch!get;
#endif
      fetch?value;
      known = true
    :: else
    fi;
    ask!value
  :: call?forget -> known = false
  od
}

active proctype server () {
end:
  do
  :: fetch?get; fetch!value
  :: skip /* the value has changed */; call!forget
  od
}
