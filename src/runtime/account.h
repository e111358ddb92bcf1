/* Telling what happened, for reports.

   While searching, only the schedule of a faulty execution is kept.  Another
   process replays it and tells everything: that is also the proof that the
   schedule is right. */

#ifndef SETT_RUNTIME_ACCOUNT_H
#define SETT_RUNTIME_ACCOUNT_H

#include "runtime/engine.h"
#include "runtime/syscalls.h"

struct sett_question;
struct sett_socket;
struct sett_socket_name;

/* While searching: keeps the schedule of the execution, and what was wrong. */
void sett_account_schedule (const sett_log *);

/* The same of a walk of this kind (stateless/hunt.h). */
void sett_account_walk (const sett_log *, unsigned kind);

/* The same for a schedule that was not the last execution. */
void sett_account_path (sett_choice *, uint32_t count);

/* Takes the schedule of this execution instead, if it shows the same with fewer
   preemptions. */
int sett_account_simplify (sett_account *, const sett_log *);

/* When replaying (engine.narrating): the execution as it goes.  A thread is
   about to do something; it does it; what is worth knowing about it. */
void sett_tell_begin (void);
void sett_tell_about_to (sett_thread *);
void sett_tell_event (const sett_thread *);
void sett_tell_effect (const void *object, sett_effect_kind);
void sett_tell_value (uint64_t);
void sett_tell_choice (unsigned taken, unsigned count);
void sett_tell_partner (int thread);
void sett_tell_failed (void);
void sett_tell_spurious (void); /* it ended without a reason */
/* A signal is sent to a process, or comes from one... */
void sett_tell_signal (int signal, unsigned process);
/* ...but nothing is done about it (yet). */
void sett_tell_nothing (void);
/* A system call: what it is about, before; what came of it, if it was an event
   of the running thread since then. */
typedef struct sett_told_call {
  sett_location about;
  uint32_t since; /* this step */
} sett_told_call;

void sett_tell_call (const sett_call *, sett_told_call *);
void sett_tell_result (const sett_call *, const sett_told_call *, long result);
/* To wait for descriptors: what is ready, or nothing. */
void sett_tell_ready (const struct sett_question *);
/* A datagram: where it goes to, that nobody gets it, where it comes from. */
void sett_tell_target (const struct sett_socket *,
                       const struct sett_socket_name *);
void sett_tell_lost (void);
void sett_tell_sender (const struct sett_socket *,
                       const struct sett_socket_name *);
/* Something that is not an event. */
void sett_tell_aside (sett_operation, const void *object, int partner,
                      uintptr_t place);
void sett_tell_birth (const sett_thread *);
/* Where the threads of this process stand: before another one goes on, and at
   the end. */
void sett_tell_threads (void);
/* Something is wrong, in this process: what and where. */
void sett_tell_fault (uintptr_t place);

/* When the replay is over: the account. */
void sett_account_tell (const sett_log *);

/* Who has what the thread waits for; -1: nobody in particular. */
int sett_holder_of (const sett_thread *);

/* Where the running thread is and which locks it has, in memory of the board;
   null when there were too many. */
typedef struct sett_testimony {
  sett_stack stack;
  uint32_t held_count;
  sett_location held[8];
} sett_testimony;

const sett_testimony *sett_account_testimony (void);

/* What is loaded where. */
void sett_account_modules (void);
/* When narrating: the process becomes another program. */
void sett_account_leave (void);

#endif
