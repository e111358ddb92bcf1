/* How much sockets hold.  Linux does not count bytes, but the memory that it
   takes to keep them until they are received: here as charges.

   Unix sockets: the sender pays, until the receiver has taken all of a piece;
   it may send as long as the sum is less than SO_SNDBUF.  A stream is sent in
   pieces, at least one for each call, and never joined.  This rule, and what a
   piece costs, have been the same in Linux for long, and are followed exactly.

   UDP: the receiver pays, up to SO_RCVBUF; what finds no room is dropped,
   unless nothing is to be paid for.  Datagrams are taken in batches, and what
   was received of one is not free before all of it is, or a fourth of the
   buffer; then the next batch is what is there.  What a datagram costs differs
   between kernels; it is what one with small heads (since 6.3) has.

   TCP: nothing is promised.  As long as nobody sets SO_SNDBUF a connection
   holds 64 KiB in each direction, less than Linux does.  Then it holds a fourth
   of that, which Linux does, too, whatever SO_RCVBUF is; and if it is less than
   what Linux begins with, each call pays as with Unix sockets, since small
   packets do.

   What is charged for a stream does not depend on the order of sending and
   receiving, what is charged for UDP does (the batches).  So does the state of
   no other buffer but that of pipes (slots.h).

   Invariant: the pieces of a stream add up to `length' bytes and to `charged'.
   `charged' of a Unix datagram socket is the sum of what others have not
   received of it: an object, that who sends and who receives add to. */

#ifndef SETT_RUNTIME_CHARGES_H
#define SETT_RUNTIME_CHARGES_H

#include "runtime/net/sockets.h"

/* As getsockopt gives them. */
uint32_t sett_send_buffer (const sett_socket *);
uint32_t sett_receive_buffer (const sett_socket *);
uint32_t sett_low_water (const sett_socket *);
void sett_set_send_buffer (sett_socket *, int);
void sett_set_receive_buffer (sett_socket *, int);
void sett_set_low_water (sett_socket *, int);

/* Streams.  How much is left for who sends to it, in charges? */
uint64_t sett_stream_room (const sett_socket *to);
/* Can it be written to, as poll sees it, with so much room; or charged? */
int sett_stream_has_enough (const sett_socket *from, uint64_t room);
int sett_stream_is_writable (const sett_socket *from, uint64_t charged);
/* Does so much have room, after that, even if nobody receives? */
int sett_stream_holds (const sett_socket *from, uint64_t sent, size_t size);
/* How much of it goes there now; then it does, and this is charged. */
size_t sett_stream_accepts (const sett_socket *from, const sett_socket *to,
                            size_t size);
uint64_t sett_stream_charge (const sett_socket *from, sett_socket *to,
                             size_t size);
/* The first bytes were taken: so much is charged no more. */
uint64_t sett_stream_discharge (sett_socket *, size_t size);

/* Datagrams: what one costs. */
uint32_t sett_datagram_charge (const sett_socket *from, size_t size);
/* The longest that a Unix socket sends. */
size_t sett_datagram_longest (const sett_socket *);
int sett_datagram_is_writable (const sett_socket *from);
/* Does a Unix socket have too many of them, for this sender (datagram.c)? */
int sett_datagram_is_full (const sett_socket *to, const sett_socket *by);
/* Does UDP have room for it? */
int sett_datagram_fits (const sett_socket *to, uint32_t charge);
/* UDP: one has come, somebody looks at the first, or takes it. */
void sett_datagram_charged (sett_socket *, uint32_t charge);
void sett_datagram_gather (sett_socket *);
void sett_datagram_discharge (sett_socket *, uint32_t charge);

#endif
