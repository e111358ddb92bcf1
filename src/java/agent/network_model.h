/* Sockets as the network's own files see them (network.c, network_streams.c,
   network_datagrams.c) and those of channels.  What is for others stands in
   network.h.

   What always holds: before a word of a socket changes, the present event has
   an effect on it (sett_touch), and `before` is whether a call that waits for
   the word could go on. */

#ifndef SETT_JAVA_AGENT_NETWORK_MODEL_H
#define SETT_JAVA_AGENT_NETWORK_MODEL_H

#include "java/agent/network.h"
#include "java/agent/things.h"

/* What Linux promises at least, in each direction of a connection. */
enum { SETT_CAPACITY = 64 << 10 };

struct sett_jsocket {
  sett_thing thing; /* what it is called; the first: guards find it by that */
  uint64_t key;     /* the same in all executions */
  sett_jsocket *another; /* that there is, whosever it is */
  unsigned process;      /* whose it is */
  int is_datagram, is_listener, is_closed;
  int is_for_calls; /* ...remote ones (rmi.h), which nobody else can make */
  int is_pipe;      /* an end of one, which is a connection for one direction */
  int no_input, no_output;
  int is_known; /* others know the port beforehand */
  unsigned port, peer_port;
  uint32_t address; /* that it is bound to; 0: all of the machine's */
  uint32_t *clock;  /* what those who sent to it had seen */
  int linger;       /* 0: to close it is to reset the connection */

  /* A connection. */
  sett_jsocket *peer; /* null: none; it may be closed */
  unsigned char *bytes;
  size_t first, count, room;
  int has_ended; /* the other end sends no more */
  int is_reset;  /* the other end is gone, without an end of the stream */
  int is_broken; /* ...it is known that nobody hears */
  int was_told;  /* ...and a read has found that it was reset */

  int is_queued; /* ...it waits to be accepted */

  /* A listener: what waits to be accepted. */
  sett_jsocket *head, *tail, *next;
  unsigned waiting, most;

  /* Datagrams. */
  sett_jdatagram *first_datagram, *last_datagram;
  size_t occupied;
  int is_unheard; /* nobody was at the port that it is connected to */

  struct sett_jchannel *channel; /* channels.h; or null */

  /* Beside C programs (network_calls.h): */
  int is_open, file; /* it has a descriptor in its stand-in, and which */
  int is_limited;    /* what it waits for is */
  unsigned users;    /* threads that are in a call */
};

typedef struct sett_jport {
  struct sett_jport *next;
  sett_thing thing;
  unsigned number;
  int is_datagram;
  sett_jsocket *holder; /* who is bound to it; or null */
  uint32_t address;
} sett_jport;

sett_jport *sett_port_of (unsigned number, int datagrams);
/* The one that the socket gets if it asks for this one; 0: for any. */
sett_jport *sett_port_to_bind (const sett_jsocket *, unsigned number);

int sett_is_readable (const sett_jsocket *);
/* For whoever wants to write to it, or to connect. */
int sett_has_room (const sett_jsocket *);

/* The present event has an effect on a word, on all of them, on a port. */
void sett_touch (const sett_jsocket *, sett_jword, sett_effect_kind);
void sett_touch_all (const sett_jsocket *);
void sett_touch_port (const sett_jport *, sett_effect_kind);

/* ...and waits for it, among others. */
void sett_await_word (const sett_jsocket *, sett_jword);

/* Events: what is called so, and the word or port that it has an effect on. */
int sett_visible_word (const sett_jcall *, sett_operation, sett_jsocket *,
                       sett_jword, sett_effect_kind intent, sett_jguard);
int sett_visible_port (const sett_jcall *, sett_operation, sett_jport *,
                       sett_effect_kind intent);
int sett_visible_change (const sett_jcall *, sett_operation);
/* Guards: the thread has a socket in mind that it receives at, or whose room it
   needs. */
int sett_may_receive (const sett_jthread *);
int sett_may_send (const sett_jthread *);

/* What came of a call, with a word to people. */
int sett_call_failed (int error);
long sett_call_moved (size_t);

/* The other end has closed, in good order or not. */
void sett_end_stream (sett_jthread *, sett_jsocket *, int orderly);

#endif
