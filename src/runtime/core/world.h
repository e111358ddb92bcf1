/* The world: what the run-time knows about the program in its present
   execution.  It is reset with the program's memory, between executions.

   What the run-time must remember from one execution to the next is in
   engine.h.

   Every page that an execution writes costs time (pages.h), so what all of them
   write lies close together: the first threads, and before them, downwards, the
   clocks of the first objects (object_clocks.c). */

#ifndef SETT_RUNTIME_WORLD_H
#define SETT_RUNTIME_WORLD_H

#include "kernel/event.h"
#include "shared/shared.h"
#include "runtime/core/vector_clock.h"
#include "runtime/core/raw.h"

#define SETT_WORLD_ADDRESS 0x210000000000ul
#define SETT_WORLD_SIZE ((size_t)64 << 20)
/* Three threads in the page, and the clocks of five objects. */
#define SETT_WORLD_MIDDLE (SETT_WORLD_ADDRESS + ((size_t)60 << 20) + 1568)

#define SETT_STACK_SIZE ((size_t)1 << 20)
#define SETT_MOST_KEYS 1024
#define SETT_MOST_RANGES 64
#define SETT_MOST_INITIALISED 256
#define SETT_FEW_HELD 3
/* For the locks of threads that have more: the lowest part of the world. */
#define SETT_HELD_SIZE ((size_t)8 << 20)

/* The heap: an area for main, and one for each other thread (heap.h). */
#define SETT_HEAP_ADDRESS 0x100000000000ul
#define SETT_HEAP_MAIN_AREA ((uintptr_t)64 << 30)
#define SETT_HEAP_AREA ((uintptr_t)1 << 30)
#define SETT_HEAP_END                                                          \
  (SETT_HEAP_ADDRESS + SETT_HEAP_MAIN_AREA + SETT_MOST_THREADS * SETT_HEAP_AREA)

static inline int sett_heap_has (uintptr_t address) {
  return address - SETT_HEAP_ADDRESS < SETT_HEAP_END - SETT_HEAP_ADDRESS;
}

typedef struct sett_thread sett_thread;

/* Can the thread do what it is about to do?  Null: yes, always. */
typedef int (*sett_guard) (const sett_thread *);

/* How a waiting thread was woken (`signalled'). */
enum { SETT_WOKEN = 1, SETT_WOKEN_BY_CANCEL = 2 };

/* A lock that a thread has. */
typedef struct sett_held {
  void *lock;
  uintptr_t place; /* where it was taken */
  uint8_t shared, robust;
} sett_held;

/* Busy waiting (spin.c): where the thread was when it looked last, and at what
   it has looked since. */
typedef enum sett_glance_kind {
  SETT_GLANCE_MEMORY,  /* a variable, a lock, ... */
  SETT_GLANCE_INPUT,   /* a descriptor: somebody should send something... */
  SETT_GLANCE_REST,    /* ...or need not (processes.h) */
  SETT_GLANCE_OUTSIDE, /* the world outside, of which nothing is known */
} sett_glance_kind;

typedef struct sett_glance {
  const void *object;
  const void *address;
  uint64_t value;
  size_t size;
  uint64_t what; /* sett_glance_kind */
} sett_glance;

typedef struct sett_spin {
  uintptr_t place, sp;
  uint64_t stack_hash;
  uint64_t memory_hash; /* of the rest, where writes are not seen */
  uint32_t fresh;       /* 1 + a socket that was opened and did nothing yet */
  uint32_t count;  /* of glances since then; too many: SETT_MOST_GLANCES + 1 */
  uint32_t rounds; /* how often it looked elsewhere since it was there... */
  uint32_t most_rounds; /* ...and how often it may */
  uint32_t clock_reads; /* since the thread did something (clock.c) */
} sett_spin;

/* Going round in vain (vain.h): where the thread was lately, and what it wrote
   since. */
#define SETT_MOST_HEADS 16
#define SETT_MOST_TAKEN 16

typedef struct sett_head {
  uintptr_t place;
  uint64_t self;   /* a hash of its registers and stack */
  uint32_t event;  /* the next one was to be this */
  uint32_t writes; /* before it */
} sett_head;

typedef struct sett_taken {
  uint64_t before, after;
  uint32_t object, event;
  uint32_t how; /* sett_vain_how */
} sett_taken;

typedef struct sett_round {
  sett_head heads[SETT_MOST_HEADS]; /* the latest ones, by their number */
  sett_taken taken[SETT_MOST_TAKEN];
} sett_round;

typedef struct sett_vain {
  uint64_t memory; /* a hash, when it began to run after its last operation */
  uint32_t heads;  /* so many, if more than that fit: the latest ones */
  uint32_t writes;
  uint32_t event;  /* when the hash was made: the next event */
  uint32_t since;  /* the first event of the round */
  uint8_t waits;   /* it has gone round in vain */
  uint8_t passing; /* its next operation may belong to a round */
  uint32_t visits; /* of places where loops may begin (vain.c) */
} sett_vain;

struct sett_thread {
  void *sp;      /* where it goes on */
  uintptr_t fs;  /* thread pointer */
  void *user_sp; /* stateful: below it is nothing of the program's */
  uint8_t alive, done, detached, joined;
  uint8_t number;

  /* What it is about to do. */
  uint8_t operation; /* sett_operation */
  uint8_t intent;    /* sett_effect_kind: on the object, if there is one */
  uint8_t has_object;
  uint8_t spreads; /* on other objects, too */
  void *object;
  void *second; /* the lock of a condition */
  sett_guard guard;
  uintptr_t place;
  uint16_t alternatives, alternative;
  uint32_t cause; /* of its next event */

  /* Waiting for a condition, a barrier, a futex, a thread. */
  uint8_t waiting, signalled, timed, timed_out;
  uint8_t dismissed; /* what it waited at was destroyed after it was woken */
  uint8_t cancelled, uncancellable, cancel_asynchronous;
  uint8_t returns_int; /* `start' does (C11) */
  uint32_t canceller;  /* event that cancelled it */
  const void *queue;   /* what it waits at */
  const void *with;    /* ...for a condition: which mutex it gave away */
  uint32_t wants;      /* it waits for what it looked at, not busily */
  uint32_t futex_bits;
  uint32_t spurious; /* waits that end without a reason, so far */

  uint32_t atomic;      /* depth of atomic blocks */
  uint32_t ignoring;    /* accesses are not looked at */
  uint32_t finish;      /* index of its last event */
  void (*start) (void); /* void *(*) (void *), or int (*) (void *) */
  void *argument, *result;
  uint64_t time;   /* ns */
  int exit_status; /* of the program, if it has called exit... */
  uint8_t exits;   /* ...which it has */

  uint32_t held_count, held_room;                /* room: of `more_held` */
  sett_held few_held[SETT_FEW_HELD], *more_held; /* instead, if not null */
  sett_spin spin;
  sett_vain vain;

  /* Vector clock of what happened before, in the sense of data races. */
  sett_vector_clock clock;

  char *top, *low; /* of the stack */
  void *cleanup;   /* the innermost handler for its end (cancel.c) */
  char unwinding[64] __attribute__ ((aligned (16)));
  char name[16];
  uint64_t signal_mask;
  uint8_t heard;       /* a handler of signals has run since it began to wait */
  void *handler_frame; /* it is in one that interrupts (handlers.h) */
  /* Signals from other processes (kill.h): its event is one; it was blocked
     when that came; its next operation may be interrupted; this one may be; it
     was (sett_interruption). */
  uint8_t takes, was_blocked, interruptible, breaks, interrupted;
  uint8_t dies; /* by a signal of its own: others do not matter */
  /* ...that come after the call that is under way (mask); that it has to take
     next. */
  uint64_t postponed, overdue;
  /* What is asked when a signal comes: would it wait now, for a while?  And
     about what. */
  sett_guard patience;
  const void *patient;
  uint8_t settled; /* it has done nothing that others can see since it decided
                      that the process does not crash (crash.c) */
  uint8_t creator;
  uint32_t children; /* created so far */
  /* What it may use at most (bounds.h): numbers, 0: none. */
  uint32_t bound, child_bound, listed;
  uintptr_t created; /* place */
};

/* Memory that one thread uses alone, it is said (unshared.h). */
typedef struct sett_range {
  uintptr_t low, high;
  uint32_t thread, tentative;
} sett_range;

/* What a thread has declared to use at most (bounds.h). */
#define SETT_MOST_BOUNDS 512
typedef struct sett_declared {
  uintptr_t low, high;
  uint32_t kinds; /* of effects */
  uint32_t next;  /* the one that was declared before; 0: none */
} sett_declared;

typedef struct sett_bound {
  uint32_t listed; /* the last of these */
  uint32_t within; /* what the thread was bound to before; 0: nothing */
} sett_bound;

/* From this event on the thread is bound so. */
typedef struct sett_binding {
  uint32_t event, thread, bound;
} sett_binding;

/* What a release fence of the thread gave to later relaxed stores, and what its
   relaxed loads have for a later acquire fence (object_clocks.c). */
typedef struct sett_fences {
  sett_vector_clock released, loaded;
} sett_fences;

/* A function for the end of the program: one of both. */
typedef struct sett_at_exit {
  void (*function) (void *);
  void (*with_status) (int, void *);
  void *argument;
} sett_at_exit;

#define SETT_MOST_AT_EXIT 256

typedef struct sett_at_exit_list {
  uint32_t count;
  sett_at_exit at[SETT_MOST_AT_EXIT];
} sett_at_exit_list;

/* What every execution touches comes first. */
typedef struct sett_world {
  sett_thread *self; /* the one that runs, and its number */
  uint32_t current;
  uint32_t thread_count;
  sett_thread_set alive;
  int in_atomic;    /* thread that is in an atomic block, or -1 */
  uint32_t bounded; /* threads have bounds */

  uint32_t handling; /* so many threads are in handlers (handlers.h) */
  uint32_t unsynchronised_streams; /* of C++, the standard ones */
  uint32_t uses_streams; /* of C, others than output to where nobody reads */
  int withheld;          /* something was not released (races.h) */

  uint32_t unshared_count;
  sett_thread threads[SETT_MOST_THREADS];

  uint32_t key_count;
  void (*key_destructor[SETT_MOST_KEYS]) (void *);
  uint8_t key_used[SETT_MOST_KEYS];

  sett_at_exit_list at_exit, at_quick_exit; /* objects, too */

  uint64_t written; /* hash of the output so far, if outcomes are listed */
  sett_range unshared[SETT_MOST_RANGES];

  /* Number 0 is not used. */
  uint32_t has_declared; /* what a file says (declaration_file.h) */
  uint32_t declared_count, bound_count, binding_count;
  sett_declared declared[SETT_MOST_BOUNDS];
  sett_bound bounds[SETT_MOST_BOUNDS];
  sett_binding bindings[SETT_MOST_BOUNDS];

  sett_glance glances[SETT_MOST_THREADS][SETT_MOST_GLANCES]; /* sett_spin */
  sett_round rounds[SETT_MOST_THREADS];                      /* sett_vain */
  sett_fences fences[SETT_MOST_THREADS];

  uint32_t semaphore_count; /* that were initialised (semaphore.c) */
  const void *semaphores[SETT_MOST_INITIALISED];

  size_t held_used; /* of SETT_HELD_SIZE */
  /* By threads: what of other threads was handed over to it by creating and
     joining (phases.h), as clocks. */
  sett_vector_clock given[SETT_MOST_THREADS];
} sett_world;

_Static_assert(SETT_WORLD_MIDDLE + sizeof (sett_world) <=
                   SETT_WORLD_ADDRESS + SETT_WORLD_SIZE,
               "room");

static sett_world *const world = (sett_world *)SETT_WORLD_MIDDLE;

_Static_assert((SETT_WORLD_MIDDLE & 4095) + offsetof (sett_world, threads[3]) <=
                   4096,
               "the first threads are in one page");

static inline sett_thread *sett_self (void) {
  return world->self;
}

/* It is the turn of this one. */
static inline void sett_world_turn (unsigned thread) {
  world->current = thread;
  world->self = &world->threads[thread];
}

/* The locks that a thread has: t->held_count of them, the oldest first. */
static inline const sett_held *sett_held_of (const sett_thread *t) {
  return t->more_held ? t->more_held : t->few_held;
}

/* What the thread has looked at: t->spin.count of them. */
static inline sett_glance *sett_glances_of (const sett_thread *t) {
  return world->glances[t->number];
}

/* It goes no more round in vain (vain.h)... */
static inline void sett_vain_end (sett_thread *t) {
  t->vain.heads = t->vain.passing = 0;
}
/* ...since it has changed memory that is its own. */
static inline void sett_spin_changed_own (sett_thread *t) {
  t->spin.place = 0;
  sett_vain_end (t);
}

/* The running thread has written to memory, invisibly: it does not only look
   (spin.h).  What is on its own stack is part of what is compared. */
static inline void sett_spin_wrote (const void *address) {
  sett_thread *t = sett_self ();
  const uintptr_t frame = (uintptr_t)__builtin_frame_address (0);
  if ((uintptr_t)address - frame >= (uintptr_t)t->top - frame)
    sett_spin_changed_own (t);
}

/* Was the thread cancelled, and lets it happen? */
static inline int sett_cancel_pending (const sett_thread *t) {
  return t->cancelled && !t->uncancellable;
}

/* The threads' times are merged where they synchronise (races.h). */
static inline void sett_clock_merge (uint64_t *to, uint64_t from) {
  if (from > *to)
    *to = from;
}

#endif
