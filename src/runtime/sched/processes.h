/* Several processes in one execution.

   Each is a process of the machine with this run-time in it, and with memory,
   threads and an engine of its own.  They have the shared memory and the
   OS model.  One of them runs at a time: the one that has the turn.  Its
   running thread, when it comes to a visible operation, decides who goes next,
   as in a single process; if that is a thread of another process it hands over
   the turn.

   So that everybody can decide, every process says where its threads stand
   (sett_station) before it hands over the turn.  What can change meanwhile is
   in the OS model only, and the stations say which words there matter.

   The engine of the leader searches for all.  The others follow: they go back
   to their own snapshots when they get the turn for the first time in a new
   execution.  A process takes its snapshot when it comes to its first visible
   operation.  They start one after the other, each when it gets the turn.

   A process that ends leaves its threads behind; its engine waits for the next
   execution. */

#ifndef SETT_RUNTIME_PROCESSES_H
#define SETT_RUNTIME_PROCESSES_H

#include "runtime/core/engine.h"

/* The leader: lets the others come to their first visible operations. */
void sett_processes_start (void);

/* The leader: a new execution begins. */
void sett_processes_begin (void);

/* Waits for the turn. */
void sett_processes_wait (void);

/* A process that follows has come to its first visible operation; its snapshot
   was taken. */
void sett_processes_started (void);

/* A process of the machine for this process of the system, in the present
   execution: gives it its ticket. */
uint32_t sett_processes_enrol (unsigned process, unsigned seat);

/* The first thread of a process that is being born, as others see it. */
void sett_processes_expect (const sett_thread *, unsigned process);

/* Threads of other processes that can go on. */
sett_thread_set sett_processes_enabled (void);

/* Is it a thread of this process? */
static inline int sett_processes_is_own (unsigned thread) {
  return sett_threads_have (world->alive, thread);
}

/* This thread of another process goes next.  Returns when a thread of this
   process does: which one. */
sett_thread *sett_processes_pass (unsigned thread, sett_thread_set enabled);

/* The thread that has got the turn with the event that comes. */
sett_thread *sett_processes_chosen (void);

/* Has a new execution begun since this process had the turn? */
int sett_processes_is_new (void);

/* A process that follows: the execution is over, says the thread that runs. */
void sett_processes_end (void);

/* Adds what threads of other processes were about to do to the log. */
void sett_processes_log_pending (void);

/* The event of a thread is opened. */
void sett_processes_live (void);

/* Has the process other threads now, or could it have them: nobody has waited
   for their ends? */
int sett_processes_others_run (void);

/* The process ends, in the event that goes on. */
__attribute__ ((noreturn)) void sett_processes_exit (int status);

/* Threads that are alive, and would be wrong to wait where they are for ever.
   (Who waits for another thread to end is not wrong by itself.) */
sett_thread_set sett_processes_waiting (void);

/* ...but what it leaves is still to be seen to. */
void sett_processes_die (int status);

/* Nobody can go on: is that an end that must not be? */
typedef struct sett_standstill {
  unsigned blocked;  /* threads that wait for ever */
  unsigned spinning; /* ...busily */
} sett_standstill;

sett_standstill sett_processes_standstill (void);

/* Everybody waits for others to come, and nobody ever came: worth a note. */
void sett_processes_note_idle (void);

/* At the end: does a thread of another process wait, and who has the lock that
   it waits for?  It may have told that before others took it. */
void sett_processes_tell (unsigned thread, uint8_t *waits, int *holder);

/* Threads of another process that take a signal: a mask. */
sett_thread_set sett_processes_takers (unsigned process, uint64_t signal);

#endif
