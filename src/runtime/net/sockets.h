/* Sockets: TCP, UDP and Unix sockets between the threads and processes of an
   execution.  Nothing leaves the machine, and no port is really opened.

   They live in the OS model; a real descriptor of /dev/null keeps the number.

   What the searches know of a socket are variables: its status, what is queued
   there (queue.h), whether the other end hears what is sent, and whether it
   sends no more.  Whoever sends changes the queue of the other end, whoever
   receives its own; both look at the status, and who sends at whether it is
   heard.  What ends a connection, or begins one, changes all of both ends.  So
   what goes on in different connections commutes.  If the one thread that sends
   ends its sending in an orderly way, the receiver need not care before it has
   received everything: then the status of the other end stays.  An address is
   an object, too: whoever looks for somebody there reads it.

   An operation that finds the other end gone says nevertheless that it has
   changed it: where it is moved to an earlier time, it would have.

   Invariant: the words follow from the other fields (sett_socket_update);
   a socket is free, and all zeros, or has a descriptor or is in the queue of a
   listener; `peer` and `partner` of two ends point at each other as long as
   both are there. */

#ifndef SETT_RUNTIME_SOCKETS_H
#define SETT_RUNTIME_SOCKETS_H

#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/core/parts.h"
#include "runtime/sched/queue.h"
#include "runtime/sched/syscalls.h"

#include <sys/socket.h>

extern const sett_file_operations sett_socket_model
    __attribute__ ((visibility ("hidden")));

/* Does the thread wait for somebody who need not come: for a connection, or for
   a datagram of anybody? */
int sett_sockets_rests (const sett_thread *);

/* The threads of the process end, whatever they do. */
void sett_sockets_leave (void);
/* The process is a copy of another one: its thread does nothing. */
void sett_sockets_forked (void);

/* readv and writev. */
long sett_socket_transfer (sett_descriptor *, const struct iovec *,
                           size_t count, int sends, uintptr_t place);

/*------------------------------------------------------------------------*/
/* For the files of this model. */

/* A Unix socket has so many datagrams at most, of those that it is not
   connected to.  Room for datagrams is counted down from there. */
#define SETT_MOST_MESSAGES 11
#define SETT_MESSAGES_ROOM ((uint64_t)1 << 20)

static inline sett_socket *sett_socket_number (uint16_t plus_one) {
  return plus_one ? &os_model->sockets[plus_one - 1] : NULL;
}

static inline uint16_t sett_socket_plus_one (const sett_socket *s) {
  return (uint16_t)(s - os_model->sockets + 1);
}

static inline char *sett_socket_contents (const sett_socket *s) {
  return os_model->received[s - os_model->sockets];
}

static inline int sett_socket_is_unix (const sett_socket *s) {
  return s->family == AF_UNIX;
}

static inline int sett_socket_is_stream (const sett_socket *s) {
  return s->type == SOCK_STREAM;
}

static inline int sett_socket_is_done (const sett_socket *s) {
  return s->no_input && s->no_output;
}

/* The socket that a call is about.  Null, and what the call gives then: an
   error; or what the kernel says, if it is a socket from outside. */
sett_socket *sett_socket_find (const sett_call *, uintptr_t place,
                               long *result);

/* A new one of the running thread's, idle; null: there are too many. */
sett_socket *sett_socket_create (int family, int type, uintptr_t place);
void sett_socket_free (sett_socket *);

/* A call begins to use it (null: none), and ends. */
void sett_socket_hold (sett_socket *);
void sett_socket_release (sett_socket *);
/* Nobody has it any more. */
void sett_socket_close (sett_socket *);
/* In an event that would close it, but calls go on: its effects. */
void sett_socket_tell_close (const sett_socket *);

/* The words. */
void sett_socket_update (sett_socket *);

/* In an event: it looks at the status... */
void sett_socket_look (const sett_socket *);
/* ...and would not have waited: it gets the same answer until this word or the
   status changes. */
void sett_socket_glance (const sett_socket *, const uint64_t *word);
/* ...will change the status and what depends on it... */
void sett_socket_change (const sett_socket *);
/* ...or what can be received, as a whole; of a listener, the queue. */
void sett_socket_fill (const sett_socket *);

/* Are the cells of its queue used, now? */
int sett_socket_has_cells (const sett_socket *);
/* The running thread receives, or looks whether it can: before and in its
   event. */
void sett_socket_used_by_receiver (sett_socket *);
/* The word that a receiver waits for. */
const uint64_t *sett_socket_guard (const sett_socket *);
/* In an event: it takes (or just looks at) so many bytes or datagrams, or as
   many as there are.  What was done before they were sent happened before. */
void sett_socket_tell_receive (const sett_socket *, sett_effect_kind,
                               uint64_t amount, int keeps);
/* Whoever waits for it waits for somebody who need not come. */
int sett_socket_rests (const sett_socket *);

/* The first bytes of what was received are no longer there. */
void sett_socket_take (sett_socket *, size_t size);

/* A guard: the word at the thread's object is not 0, or it is cancelled. */
int sett_socket_is_open (const sett_thread *);

/* In the event of a call by this socket that may wait: the thread ends if it is
   cancelled.  And: it waits until what it has looked at changes, or for that.
   True: a signal interrupted it. */
void sett_socket_heed_cancel (sett_socket *);
int sett_socket_wait (sett_socket *, uintptr_t place);

/* The running thread begins to take something where this word is not 0: waits
   for it, or for a limited time, or not.  True: a signal interrupted it. */
int sett_socket_interrupts (sett_operation, const uint64_t *word, int waits,
                            int limited, uintptr_t place);

/* One call of a program to send or to receive. */
typedef struct sett_transfer {
  sett_socket *socket;
  sett_parts parts;
  size_t size;
  int flags;       /* MSG_... */
  int nonblocking; /* or with a time limit... */
  int limited;     /* ...to receive, which signals interrupt */
  uintptr_t place;
  sett_socket_name other; /* to whom; from whom */
  int result_flags;       /* MSG_TRUNC */
  int failure;            /* of a datagram */
} sett_transfer;

/* Copies so many bytes between the parts, from an offset on, and `memory`. */
void sett_transfer_out (const sett_transfer *, size_t offset, char *memory,
                        size_t size);
void sett_transfer_in (const sett_transfer *, size_t offset, const char *memory,
                       size_t size);

/* The error that a thread gets for a broken connection, with SIGPIPE. */
long sett_transfer_broken (const sett_transfer *);

/* Nothing was there: EAGAIN, and time has passed if there was a limit. */
long sett_transfer_late (const sett_transfer *, uint64_t limit);

/* stream.c */
long sett_stream_send (sett_transfer *);
long sett_stream_receive (sett_transfer *);
long sett_stream_listen (sett_socket *, int backlog, uintptr_t place);
long sett_stream_connect (sett_socket *, const sett_socket_name *,
                          int nonblocking, uintptr_t place);
/* ...where the address is wrong. */
long sett_stream_connect_wrong (sett_socket *, long error, uintptr_t place);
/* The end of a connection that was queued; null, and the event goes on: minus
   an error in `error'. */
sett_socket *sett_stream_accept (sett_socket *, int nonblocking, int limited,
                                 uintptr_t place, long *error);
void sett_stream_unaccept (sett_socket *listener, sett_socket *);
long sett_stream_shutdown (sett_socket *, int how, uintptr_t place);
/* The last descriptor is closed. */
void sett_stream_close (sett_socket *);
/* Both ends see that the connection is broken. */
void sett_stream_reset (sett_socket *);
void sett_stream_join (sett_socket *, sett_socket *);

/* datagram.c */
long sett_datagram_send (sett_transfer *);
long sett_datagram_receive (sett_transfer *);
long sett_datagram_connect (sett_socket *, const sett_socket_name *,
                            uintptr_t place);
long sett_datagram_shutdown (sett_socket *, int how, uintptr_t place);
void sett_datagram_close (sett_socket *);

/* socket_timeouts.c */

/* A call that may wait begins: with these time limits. */
void sett_socket_timeout_begin (sett_socket *);
/* In an event: they are set. */
void sett_socket_timeout_change (sett_socket *);

/* address.c: names of sockets. */

/* Checks what the program gave and copies it; minus an error. */
long sett_address_read (const sett_socket *, const void *, socklen_t,
                        sett_socket_name *);
void sett_address_write (const sett_socket_name *, void *, socklen_t *);

/* The object; its key is a port or a name. */
sett_address *sett_address_of (int type, const sett_socket_name *);

/* In an event: the running thread asks whose name it is.  (The address of a
   file may be another one than that of its name.) */
void sett_address_ask (const sett_socket_name *);
/* ...and nobody was there: it would get the same answer until this changes. */
void sett_address_missed (const sett_socket_name *, const uint64_t *heard);
/* The running thread looks who is there, in an event. */
void sett_address_look (const sett_address *);
/* Sockets come or go. */
void sett_address_change (sett_address *);
/* It begins or ends to listen. */
void sett_address_listen (const sett_socket *, int begins);
/* The word that whoever connects there depends on. */
const uint64_t *sett_address_heard (const sett_address *,
                                    const sett_socket_name *);
/* A connection of the port begins (1) or ends (-1). */
void sett_address_linger (uint16_t plus_one, int reuse, int change);
/* ...or keeps the port busy. */
void sett_address_stay (uint16_t plus_one, int reuse);

long sett_address_bind (sett_socket *, const sett_socket_name *);
/* A port (or name) of its own, if it has none, and another one than this. */
void sett_address_autobind (sett_socket *, const sett_socket_name *);
/* It is connected to this one: from which address? */
void sett_address_decide (sett_socket *, const sett_socket_name *to);
void sett_address_unbind (sett_socket *);

/* Can a socket of this type be reached there?  The best one, or null. */
sett_socket *sett_address_find (int type, const sett_socket_name *,
                                const sett_socket *from);
/* What a Unix socket gets if nobody is there. */
long sett_address_error (int type, const sett_socket_name *);
/* Does somebody else listen where it is bound? */
int sett_address_is_taken (const sett_socket *);
/* Is there nothing but this machine? */
int sett_address_is_local (const sett_socket_name *);
void sett_address_any_to_loopback (sett_socket_name *);

int sett_address_same (const sett_socket_name *, const sett_socket_name *);
/* The same for a socket of another family. */
sett_socket_name sett_address_as (const sett_socket_name *, int family);

/* "127.0.0.1:7000", "/run/socket" */
void sett_address_show (const sett_socket_name *, char *text, size_t size);

#endif
