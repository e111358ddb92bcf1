/* Threads: creation, joining, the end, cancellation. */

#ifndef SETT_RUNTIME_THREADS_H
#define SETT_RUNTIME_THREADS_H

#include "runtime/core/engine.h"

#include <sys/types.h>

/* Null if there is none. */
sett_thread *sett_thread_of (pthread_t);
/* The same, but then the program is wrong; WHAT it does is "join of". */
sett_thread *sett_thread_at (pthread_t, const char *what, uintptr_t place);

/* A thread whose function is void *(*) (void *), or int (*) (void *). */
int sett_thread_create (pthread_t *, const pthread_attr_t *,
                        void (*start) (void), int returns_int, void *argument,
                        uintptr_t place);
int sett_thread_join (pthread_t, void **result, uintptr_t place);
int sett_thread_detach (pthread_t, uintptr_t place);

/* One with this number (0: there is none, which it says by null), which nobody
   joins and which ends by sett_thread_leave. */
sett_thread *sett_thread_spawn (unsigned number, void (*start) (void));

/* A new thread begins. */
void sett_thread_enter (void *thread);

/* The running thread ends: first its functions are left, one after the other,
   with all that is to be done then... */
__attribute__ ((noreturn)) void sett_thread_exit (void *result);
/* ...and then it is over. */
__attribute__ ((noreturn)) void sett_thread_finish (void *result);
/* ...which is all that there is to be done. */
__attribute__ ((noreturn)) void sett_thread_leave (void);

/*------------------------------------------------------------------------*/
/* Cancellation (cancel.c). */

/* Part of an event that is a cancellation point: should the thread end?  The
   caller then calls sett_thread_cancel. */
int sett_cancel_look (void);
/* It was not, and the thread waits (sett_spin_wait): also for that. */
void sett_cancel_looked (void);

/* Both for calls that wait: in the event of one that may, the thread ends if it
   is cancelled, after it has let go of what it uses (or null). */
void sett_cancel_heed (void (*let_go) (void *), void *what);
/* ...and sett_spin_wait, for that as well. */
int sett_cancel_wait (void (*let_go) (void *), void *what, uintptr_t place);

/* The running thread ends because it was cancelled.  If it could not have gone
   on otherwise then the event is what it is because of that. */
__attribute__ ((noreturn)) void sett_thread_cancel (int otherwise_blocked);

/* A cancellation point that does nothing else. */
void sett_cancellation_point (uintptr_t place);

#endif
