/* Who tells what happens, when an execution is replayed for a report
   (engine.narrating): the room `counterexample`, which looks at everything and
   is above all that it looks at.  What is below calls it by this table.

   A thread is about to do something; it does it (an event); what is worth
   knowing about it. */

#ifndef SETT_RUNTIME_NARRATOR_H
#define SETT_RUNTIME_NARRATOR_H

#include "runtime/core/engine.h"

struct sett_call;
struct sett_question;
struct sett_socket;
struct sett_socket_name;

/* A system call: what it is about, and the number of steps before it. */
typedef struct sett_told_call {
  sett_address_info about;
  uint32_t since;
} sett_told_call;

/* Where the running thread is and which locks it has, in the shared memory.
 */
typedef struct sett_testimony {
  uint32_t told; /* steps before it */
  sett_backtrace stack;
  uint32_t held_count;
  sett_address_info held[8];
  uintptr_t granule;      /* that was accessed; 0: none, or several... */
  uint64_t before, after; /* ...and what was in it */
  uint8_t has_before, has_after;
} sett_testimony;

typedef struct sett_narrator {
  void (*about_to) (sett_thread *);
  void (*event) (const sett_thread *);
  void (*effect) (const void *object, sett_effect_kind);
  void (*value) (uint64_t);
  void (*choice) (unsigned taken, unsigned count);
  void (*partner) (int thread);
  void (*failed) (void);
  void (*spurious) (void); /* it ended without a reason */
  /* A signal is sent to a process, or comes from one... */
  void (*signal) (int signal, unsigned process);
  /* ...but nothing is done about it (yet). */
  void (*nothing) (void);
  /* A system call: what it is about, before; what came of it, if it was an
     event of the running thread since then. */
  void (*call) (const struct sett_call *, sett_told_call *);
  void (*result) (const struct sett_call *, const sett_told_call *, long);
  /* To wait for descriptors: what is ready, or nothing. */
  void (*ready) (const struct sett_question *);
  /* A datagram: where it goes to, that nobody gets it, where it comes from. */
  void (*target) (const struct sett_socket *, const struct sett_socket_name *);
  void (*lost) (void);
  void (*sender) (const struct sett_socket *, const struct sett_socket_name *);
  /* Something that is not an event. */
  void (*aside) (sett_operation, const void *object, int partner,
                 uintptr_t place);
  void (*birth) (const sett_thread *);
  /* A block of the heap was made, by the running thread. */
  void (*allocated) (const void *);
  /* Where the threads of this process stand: before another one goes on, and at
     the end. */
  void (*threads) (void);
  /* Something is wrong, in this process: what and where. */
  void (*violation) (uintptr_t place);
  /* Of an access to a granule (0: to more than that).  Null when there were too
     many. */
  const sett_testimony *(*testimony) (uintptr_t granule, unsigned how);
} sett_narrator;

/* Not null when narrating. */
extern const sett_narrator *narrator __attribute__ ((visibility ("hidden")));

#endif
