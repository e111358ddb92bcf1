/* What the makers of random statements share: see generate.c.

   A maker adds operations to the thread that is being made, as long as there is
   room; whoever needs several together asks for it first. */

#ifndef TESTS_OUTCOMES_GENERATE_H
#define TESTS_OUTCOMES_GENERATE_H

#include "program.h"

/* A feature is in a program by chance. */
#define ALL_FEATURES(X)                                                        \
  X (MUTEX)                                                                    \
  X (ROBUSTNESS) /* mutex 1 is robust, and threads end with it */              \
  X (CONDITION)                                                                \
  X (QUEUE) /* two wait, one signals */                                        \
  X (CROWD) /* three wait, main signals */                                     \
  X (SEMAPHORE)                                                                \
  X (RWLOCK)                                                                   \
  X (SPINLOCK)                                                                 \
  X (BARRIER)                                                                  \
  X (INIT) /* once */                                                          \
  X (FUTEX)                                                                    \
  X (SLEEPERS) /* several of them */                                           \
  X (PIPE)                                                                     \
  X (ATOMICS)                                                                  \
  X (WEAK)    /* atomics with other orders */                                  \
  X (TRAFFIC) /* little else than these, fences, and variables between them */ \
  X (UNPROTECTED)                                                              \
  X (HANDOVER) /* x1 goes from one thread to others */                         \
  X (CHOICE)                                                                   \
  X (BUSY)                                                                     \
  X (ROUNDS) /* loops that write and take it back, and who notices */          \
  X (HEAP)                                                                     \
  X (FILES)                                                                    \
  X (ERRORS) /* assertions, assumptions, wrong use */                          \
  X (THREADS)                                                                  \
  X (KEYS) /* values of a thread's own, and what happens to them at its end */ \
  X (CANCELLING)                                                               \
  X (ENDING)

typedef enum feature {
#define X(NAME) NAME,
  ALL_FEATURES (X)
#undef X
      FEATURES
} feature;

extern int has[FEATURES];
extern program *made;
extern unsigned thread; /* the one that is being made */
extern int variables;   /* so many are used of each kind */
extern unsigned first_atomic;

unsigned below (unsigned limit);
int chance (unsigned percent);

/* The new operation, to be filled in. */
operation *emit (code);
operation *emit_on (code, unsigned x);
unsigned room (void);

/* Objects that threads wait for: generate_sync.c. */
void add_signal (void);
void add_mutex (void);
void add_robust (void);
void add_rwlock (void);
void add_spinlock (void);
void add_semaphore (void);
void add_once (void);
void add_futex (void);
void add_sleepers (void);
void add_queue (void);
void add_crowd (void);
void add_pipe (void);
void add_file (void);

/* Variables and the heap: generate_memory.c. */
void add_access (void);
void add_plain (void);
void add_atomic (void);
void add_busy (void);
void add_rounds (void);
void add_heap (void);
void add_handover (void);
void add_chain (void);
void add_traffic (void);

#endif
