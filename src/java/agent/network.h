/* The network of a Java program: the loopback interface of one machine, as it
   is for C programs (docs/systems.md), for the threads of one virtual machine.

   Nothing reaches the kernel.  A call is one event, or two if it has to wait in
   the middle; it waits where the scheduler sees it.  To searches a socket is
   three words that behave like memory:

     IN      what it has got: bytes, connections, datagrams, the end of them.
             Whoever receives waits until it is not 0
     ROOM    is there room for more of that?
     STATUS  is it bound, connected, shut down, closed?

   and a port is one.  Every call has effects on all the words that it looks at
   or changes, each with what it was before. */

#ifndef SETT_JAVA_AGENT_NETWORK_H
#define SETT_JAVA_AGENT_NETWORK_H

#include "java/agent/jvm_world.h"

typedef struct sett_jsocket sett_jsocket;
typedef enum sett_jword { SETT_IN, SETT_ROOM, SETT_STATUS } sett_jword;

/* A socket that the thread makes; null: it has made too many, and the execution
   is over. */
sett_jsocket *sett_network_open (JNIEnv *, sett_jthread *, int datagrams);
/* A pipe: the end that is read from, and the other one. */
int sett_network_pipe (JNIEnv *, sett_jthread *, sett_jsocket *ends[2]);
/* Something else that the thread makes among them: what it is called in all
   executions; 0: it has made too many. */
uint64_t sett_network_key (JNIEnv *, sett_jthread *);

/* Calls.  Results below 0 are errors, as in C; SETT_OVER: the execution is
   over, and an exception pending.  `limited`: the call may be out of time
   (ETIMEDOUT) whenever it would have to wait. */
enum { SETT_OVER = -4096 };

typedef struct sett_jcall {
  JNIEnv *env;
  sett_jthread *thread;
  sett_jsocket *socket;
  uintptr_t place;
  int limited;
} sett_jcall;

/* 0 is any port.  `address` tells addresses apart: 0 is all of the machine's.
 */
int sett_network_bind (const sett_jcall *, unsigned port, uint32_t address,
                       int shares);
int sett_network_listen (const sett_jcall *, int backlog);
int sett_network_connect (const sett_jcall *, unsigned port);
/* The other end of the first connection that waits. */
int sett_network_accept (const sett_jcall *, sett_jsocket **);
/* Receives at least one byte; 0: there will be no more. */
long sett_network_read (const sett_jcall *, void *, size_t);
long sett_network_write (const sett_jcall *, const void *, size_t);
long sett_network_available (const sett_jcall *);
enum { SETT_NO_INPUT = 1, SETT_NO_OUTPUT = 2 };
int sett_network_shut_down (const sett_jcall *, int which);
int sett_network_close (const sett_jcall *);
/* 0: when it is closed, what was sent and not received is lost, and the other
   end told. */
int sett_network_linger (const sett_jcall *, int linger);
int sett_network_is_closed (const sett_jcall *);

/* The same by the present event, which the caller has begun: for channels.
   Nothing waits here, -EAGAIN says that it would have to.  The caller has seen
   to the words that such a call waits for. */
int sett_bind_now (const sett_jcall *, unsigned port, uint32_t address,
                   int shares);
int sett_listen_now (const sett_jcall *, int backlog);
int sett_connect_now (const sett_jcall *, unsigned port);
int sett_accept_now (const sett_jcall *, sett_jsocket **);
long sett_read_now (const sett_jcall *, void *, size_t);
long sett_write_now (const sett_jcall *, const void *, size_t);
int sett_shut_down_now (const sett_jcall *, int which);
void sett_close_now (sett_jthread *, sett_jsocket *);
int sett_direct_now (const sett_jcall *, unsigned port);
long sett_send_now (const sett_jcall *, unsigned port, const void *, size_t,
                    int failure);
struct sett_jdatagram;
int sett_receive_now (const sett_jcall *, const struct sett_jdatagram **);
/* Failures on request, before a transfer of so much at most, or of a datagram
   (for sett_send_now).  False, or below 0: the execution is over. */
int sett_risk_transfer (const sett_jcall *, size_t *);
int sett_risk_datagram (const sett_jcall *);

/* Datagrams.  0 as a port: it is not connected any more. */
int sett_network_direct (const sett_jcall *, unsigned port);
long sett_network_send (const sett_jcall *, unsigned port, const void *,
                        size_t);
typedef struct sett_jdatagram {
  struct sett_jdatagram *next;
  unsigned port; /* where it comes from */
  size_t size;
  unsigned char bytes[];
} sett_jdatagram;
int sett_network_receive (const sett_jcall *, const sett_jdatagram **);

/* Its own port, and that of the other end; 0: none. */
unsigned sett_network_port (const sett_jsocket *);
unsigned sett_network_peer_port (const sett_jsocket *);

/* Does the thread wait for somebody to come, whoever that is?  Servers do, and
   it is no fault.  Would one that waits at the socket? */
int sett_network_rests (const sett_jthread *);
int sett_socket_rests (const sett_jsocket *);

/* The thread's process ends, by the present event: what it has open is closed.
 */
void sett_network_end (sett_jthread *);

/* A new execution. */
void sett_network_begin (void);

#endif
