/* Toy programs of a few threads, and a machine that executes them.

   The machine is a runner (kernel/runner.h): it follows plans and writes logs.
   Its states are plain bytes, so that the oracle can copy and compare them. */

#ifndef SETT_TESTS_STATELESS_TOY_H
#define SETT_TESTS_STATELESS_TOY_H

#include "kernel/runner.h"

#define TOY_THREADS 20
#define TOY_LENGTH 48
#define TOY_VARIABLES 144
#define TOY_LOCKS 64
#define TOY_OTHERS                                                             \
  4 /* semaphores, conditions, barriers, reader-writer locks, queues, latches  \
     */
#define TOY_ROOM 3 /* of a queue at most */

typedef enum toy_code {
  /* Visible. */
  TOY_LOCK,      /* a: lock */
  TOY_UNLOCK,    /* a: lock */
  TOY_TRYLOCK,   /* a: lock; skips b instructions if it fails */
  TOY_RDLOCK,    /* a: reader-writer lock */
  TOY_WRLOCK,    /* ... */
  TOY_TRYRDLOCK, /* ...; skips b if it fails */
  TOY_TRYWRLOCK,
  TOY_RDUNLOCK,
  TOY_WRUNLOCK,
  TOY_SEM_WAIT,
  TOY_SEM_TRYWAIT, /* register: success? */
  TOY_SEM_POST,
  TOY_COUNT_DOWN, /* a: latch */
  TOY_PASS,       /* ...waits until it is at 0 */
  TOY_ASK_LATCH,  /* ..., register: is it? */
  TOY_WAIT,       /* a: condition, b: lock */
  TOY_TIMEDWAIT,  /* ..., register: was it signalled? */
  TOY_SIGNAL,
  TOY_BROADCAST,
  TOY_ARRIVE,  /* a: barrier */
  TOY_SEND,    /* a: queue, b: what; waits while it is full */
  TOY_RECEIVE, /* a: queue, register: what; waits while it is empty */
  TOY_COUNT,   /* a: queue, register: how much is in it */
  TOY_LOAD,    /* register = variable a */
  TOY_STORE,   /* variable a = b, */
  TOY_STORE_R, /* = register + b */
  TOY_ADD,     /* += b, nobody sees the old value */
  TOY_FETCH,   /* register = variable a; a += b */
  TOY_CAS,     /* if a == b then a = c; register: success? */
  TOY_SPIN,    /* while (a != b) */
  TOY_SPIN2,   /* while (a != b && c != d) */
  TOY_ATOMIC,  /* if a == b then c = register else d = register, at once */
  TOY_WIDE,    /* variables a and c = b, at once */
  TOY_CREATE,  /* a: thread */
  TOY_JOIN,    /* a: thread */
  TOY_CHOOSE,  /* register = one of a alternatives */
  TOY_DECIDE,  /* register = 0 or 1, if a is not 0; with d: variable b = c */
  TOY_ANSWER,  /* the same; without d: register += variable b */
  TOY_ATTEMPT, /* the same; with d: gets lock b, or skips c */
  TOY_LOAD_AT, /* register = variable a + register */
  TOY_CAS_AT,  /* the same place: if it is b then c */
  TOY_LOCK_AT, /* lock a + register */
  TOY_UNLOCK_AT,
  TOY_STORE_AT,
  TOY_TRY_OUT, /* register = 0 or 1; if d: variable a = b, else looks at c */
  TOY_END,
  /* Invisible: what follows a visible one at once. */
  TOY_SKIP_IF,     /* register == a: skip b */
  TOY_SKIP_UNLESS, /* register != a: skip b */
  TOY_SKIP,        /* skip b; 256 - b: back */
  TOY_ASSERT,      /* register != a, else a fault */
  TOY_ASSUME,      /* register != a */
  TOY_SET,         /* register = a */
  TOY_PLUS,        /* register = (register + a) % b */
  TOY_KEEP,        /* second register = register */
  TOY_BACK,        /* register = second register */
  TOY_GET,         /* protected access: register = variable a, and back */
  TOY_PUT,
  TOY_CODES
} toy_code;

typedef struct toy_instruction {
  uint8_t code, a, b, c, d;
} toy_instruction;

typedef struct toy_program {
  unsigned threads; /* number 0 is the main one */
  unsigned length[TOY_THREADS];
  toy_instruction code[TOY_THREADS][TOY_LENGTH];
  uint32_t waiting; /* threads that somebody must create first */
  uint8_t semaphores[TOY_OTHERS], barriers[TOY_OTHERS]; /* initial values */
  uint8_t rooms[TOY_OTHERS];                            /* of queues */
  uint8_t latches[TOY_OTHERS];                          /* initial values */
} toy_program;

/* Compared as bytes: no holes. */
typedef struct toy_state {
  uint64_t rwlocks[TOY_OTHERS];
  uint32_t queues[TOY_OTHERS]; /* of conditions: threads */
  uint32_t started;
  uint32_t signalled;
  uint8_t pc[TOY_THREADS];
  uint8_t phase[TOY_THREADS];
  uint8_t reg[TOY_THREADS], second[TOY_THREADS];
  uint8_t seen[TOY_THREADS], seen2[TOY_THREADS]; /* by spinning ones */
  uint8_t variables[TOY_VARIABLES];
  uint8_t locks[TOY_LOCKS]; /* owner plus 1 */
  uint8_t semaphores[TOY_OTHERS], missing[TOY_OTHERS];
  uint8_t items[TOY_OTHERS][TOY_ROOM], filled[TOY_OTHERS]; /* of queues */
  uint8_t latches[TOY_OTHERS];
  uint8_t over, violation, assumed, filler[1];
} toy_state;

typedef struct toy_machine {
  sett_runner runner;
  const toy_program *program;
  toy_state state;
  sett_log log;
  uint32_t causes[TOY_THREADS];  /* the event that made a thread go on */
  uint32_t lasts[TOY_THREADS];   /* the last event of each */
  uint32_t turns[2][TOY_OTHERS]; /* so far, at both ends of queues */
  uint64_t random;
  int composed; /* unlocking and protected accesses are part of the transition
                   before */
  /* If not null: executions end in states that this set has. */
  struct hash_set *known;
  enum {
    TOY_OPEN,  /* threads announce all that they are about to touch */
    TOY_TOLD,  /* ... the object of their operation only; it is told if that is
                  not all */
    TOY_UNTOLD /* ... it is not told: an error */
  } reserve;
  int zero_commutes; /* a mutant (mutant.def) */
  uint64_t asked;    /* locks that are asked about (trylock): unlocking those
                       stays visible */
} toy_machine;

void toy_machine_init (toy_machine *, const toy_program *);
void toy_machine_release (toy_machine *);

/* Single steps, for the oracle. */
void toy_reset (toy_machine *);
uint64_t toy_enabled (const toy_machine *);
unsigned toy_alternatives (const toy_machine *, unsigned thread);
void toy_step (toy_machine *, unsigned thread, unsigned alternative);
/* The same without looking who is enabled: that costs time. */
sett_event *toy_execute (toy_machine *, unsigned thread, unsigned alternative,
                         uint64_t enabled);
/* Where a thread is. */
const toy_instruction *toy_instruction_of (const toy_machine *,
                                           unsigned thread);
/* As a runner. */
const sett_log *toy_run (sett_runner *, const sett_plan *);
void toy_finish (toy_machine *, sett_ending); /* completes the log */

/* May the instruction have an effect of one of these kinds on the object, or
   one that is not known?  Of protected accesses only if asked for. */
int toy_may_touch (const toy_instruction *, uint32_t object, uint32_t kinds);

int toy_is_finished (const toy_machine *, unsigned thread);
sett_operation toy_operation (toy_code);
const char *toy_name (toy_code);
void toy_print (const toy_program *);

#endif
