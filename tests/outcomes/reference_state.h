/* A state of a random program, and its steps: what the parts of the reference
   share (reference.c begins with what it is).

   Each ..._step is one access of one thread to something that others can see.
   It changes the state, unless it returns BLOCKED. */

#ifndef TESTS_OUTCOMES_REFERENCE_STATE_H
#define TESTS_OUTCOMES_REFERENCE_STATE_H

#include "reference.h"

enum { MOST_BYTES = 24 }; /* in the pipe */
enum { T = MOST_THREADS, CELLS = PLAIN + BLOCKS + 1, NONE = 255 };

enum { UNBORN, ALIVE, DONE };                  /* status */
enum { UNDONE, BEGUN, COMPLETE };              /* once */
enum { NOT, QUEUED, WOKEN, LATE, CALLED_OFF }; /* waiting */

typedef struct thread {
  uint8_t status, pc, phase, waiting;
  uint8_t detached, joined;
  uint8_t local, blocks; /* its own variable; blocks made */
  uint8_t held;          /* locks */
  uint8_t block;         /* that it is about to use */
  uint8_t output;        /* it has written */
  uint8_t cancelled;
  uint8_t dying;    /* 2: and has to unlock, 3: and to pass a signal on first */
  uint8_t spurious; /* waits that ended without a reason */
  uint8_t key;      /* its value */
  uint8_t unused[1];
  uint32_t r, temporary;
  uint32_t seen[PLAIN + ATOMIC]; /* by a dump */
} thread;

typedef uint8_t clocks[T];

typedef struct state {
  thread threads[T];
  uint8_t plain[PLAIN], atomic[ATOMIC];
  uint8_t owner[MUTEXES], depth[MUTEXES]; /* owner: thread + 1 */
  uint8_t writer, readers[T], spin;
  uint8_t semaphore, arrived, once;
  uint8_t pipe[MOST_BYTES], bytes, count; /* count: of the eventfd */
  uint8_t block[BLOCKS], made[BLOCKS], freed[BLOCKS];
  uint8_t pointer; /* to a block, or NONE */
  uint8_t coming;  /* writers that readers make way for: bits */
  uint8_t handed;  /* ...and one of them has it as good as got */
  uint8_t health;  /* of mutex 1, if it is robust */
  uint8_t unused[1];
  char clocks_begin[0];
  clocks clock[T], fenced[T], unfenced[T];
  clocks of_atomic[ATOMIC], of_pointer, of_mutex[MUTEXES], of_writer,
      of_readers, of_spin, of_semaphore, of_barrier, of_once, of_pipe, of_count,
      of_cancel[T], of_blocks;
  clocks read[CELLS], wrote[CELLS]; /* each thread's clock then */
} state;

/* What is being done now; set by reference.c alone. */
extern const program *the_program;
extern int races_wanted; /* with vector clocks */
extern int hasty;        /* what Sett need not find is left out */
extern reference *result;
extern lines *found; /* outcomes */

typedef enum verdict {
  BLOCKED, /* it cannot go on; nothing was changed */
  STAYS,   /* it goes on, in the next phase of the same operation */
  AGAIN,   /* it goes on, in the phase that was set */
  SKIPS,   /* the operation failed: its body is left out */
  NEXT,    /* the operation is complete */
  OVER,    /* the execution has ended */
} verdict;

/* Clocks: reference_clocks.c.  They do nothing unless races are wanted. */

/* A volatile variable is never atomic. */
enum { VOLATILE_CELL = CELLS - 1 };

void acquire (state *, unsigned t, const clocks from);
/* The object knows what the thread knows, and nothing else if `alone`. */
void release (state *, unsigned t, clocks to, int alone);
void access_cell (state *, unsigned t, unsigned cell, int writes);
void load_order (state *, unsigned t, const clocks of, unsigned order);
void store_order (state *, unsigned t, clocks of, unsigned order, int updates);
void fence (state *, unsigned t, unsigned order);

/* Variables, loops that wait for them, the heap: reference_memory.c. */

void load_atomic (state *, unsigned t, unsigned a, unsigned order);
void update (state *, unsigned t, unsigned a, uint8_t value);
verdict memory_step (state *, unsigned t, const operation *);
verdict atomic_step (state *, unsigned t, const operation *);
verdict busy_step (state *, unsigned t, const operation *);
verdict heap_step (state *, unsigned t, const operation *);
/* What a busy loop would do now: does it end? */
int ends_loop (const state *, const operation *);
/* The mutex is free, or the thread's own and lets itself be locked again. */
int can_poll (const state *, unsigned t, unsigned m);

/* Objects that threads wait for: reference_sync.c. */

enum { CONDITION, BARRIER, FUTEX }; /* what a thread is queued for */

unsigned queue_of (const state *, unsigned t);
void take (state *, unsigned t, unsigned m);
void give (state *, unsigned t, unsigned m);
verdict unlock (state *, unsigned t, unsigned m);
/* The thread ends: did it have it? */
int leave_robust (state *, unsigned t);
verdict mutex_step (state *, unsigned t, const operation *);
verdict wait_step (state *, unsigned t, const operation *,
                   unsigned alternative);
verdict signal_step (state *, const operation *, unsigned alternative);
verdict futex_wait (state *, unsigned t, const operation *,
                    unsigned alternative);
verdict futex_wake (state *, unsigned t, const operation *,
                    unsigned alternative);
verdict pipe_step (state *, unsigned t, const operation *);
verdict once_step (state *, unsigned t);
verdict semaphore_step (state *, unsigned t, const operation *);
verdict rwlock_step (state *, unsigned t, const operation *);
verdict spin_step (state *, unsigned t, const operation *);
verdict barrier_step (state *, unsigned t);

/* Threads: reference_threads.c. */

void see (thread *, uint32_t value);
verdict over (const char *outcome);
/* Returns AGAIN: the thread is cancelled, and goes on to die. */
verdict begin_dying (state *, unsigned t, unsigned how);
/* The next step of a thread, in one of its ways. */
verdict step (state *, unsigned t, unsigned alternative);

#endif
