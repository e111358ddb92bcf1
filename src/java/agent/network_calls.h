/* The network of a Java program that runs beside C programs: theirs.  The
   functions of network.h lead here then, and from here to system calls of the
   process that stands in for the program (guest.h).

   A socket has a descriptor there.  Of what the JDK adds to that, one thing
   matters: who closes a socket ends the calls of others there.  A word says
   whether it is closed, which every call looks at, so that searches know; a
   socket that is closed while a thread is in a call on it bounds the verdict.
 */

#ifndef SETT_JAVA_AGENT_NETWORK_CALLS_H
#define SETT_JAVA_AGENT_NETWORK_CALLS_H

#include "java/agent/network_model.h"

/* As network.h says. */
int sett_calls_bind (const sett_jcall *, unsigned port, uint32_t address,
                     int shares);
int sett_calls_listen (const sett_jcall *, int backlog);
int sett_calls_connect (const sett_jcall *, unsigned port);
/* Gives the descriptor of the other end. */
int sett_calls_accept (const sett_jcall *, unsigned *peer_port);
long sett_calls_read (const sett_jcall *, void *, size_t);
long sett_calls_write (const sett_jcall *, const void *, size_t);
long sett_calls_available (const sett_jcall *);
int sett_calls_shut_down (const sett_jcall *, int which);
int sett_calls_close (const sett_jcall *);
int sett_calls_linger (const sett_jcall *, int linger);
int sett_calls_direct (const sett_jcall *, unsigned port);
long sett_calls_send (const sett_jcall *, unsigned port, const void *, size_t);
int sett_calls_receive (const sett_jcall *, const sett_jdatagram **);

#endif
