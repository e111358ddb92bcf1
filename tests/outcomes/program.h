/* Small random programs with threads: what they are made of.

   A program is known in two ways that share nothing: as C (print.c), which Sett
   checks and the machine runs, and as a list of operations whose meaning is
   written down in reference.c. */

#ifndef TESTS_OUTCOMES_PROGRAM_H
#define TESTS_OUTCOMES_PROGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
  MOST_THREADS = 4, /* main included */
  MOST_CODE = 24,   /* operations of a thread */
  PLAIN = 4,        /* variables: two integers, two neighbouring bytes */
  ATOMIC = 5,       /* 8, 16, 32, 64 bits; the last one is volatile */
  VOLATILE = 4,
  COUNTER = 1, /* that the ends of threads count in */
  MUTEXES = 2,
  BLOCKS = 4, /* of the heap */
};

/* OPERATION (NAME, number of following operations that depend on it: the body
   of an `if`, in field `body`) */
#define OPERATIONS(X)                                                          \
  X (READ)      /* see x */                                                    \
  X (WRITE)     /* x = v */                                                    \
  X (INCREMENT) /* x++ */                                                      \
  X (LOAD)      /* see a */                                                    \
  X (STORE)     /* a = v */                                                    \
  X (ADD)       /* see a, add v */                                             \
  X (SWAP)      /* see a, put v */                                             \
  X (CAS)       /* see whether a was w and is v now */                         \
  X (BOTH)      /* see a, add v, see the next one, in an atomic block */       \
  X (WHEN)      /* the body if a is v */                                       \
  X (FENCE)                                                                    \
  X (LOCK) /* mutex x; see an error, if it can give one, or its health */      \
  X (UNLOCK)                                                                   \
  X (TRYLOCK)    /* the body if it succeeds */                                 \
  X (TIMEDLOCK)  /* the same */                                                \
  X (CONSISTENT) /* robust mutex x; see whether it had to be told */           \
  X (WAIT)       /* for the condition, with mutex 0 */                         \
  X (WAIT_LOOP)  /* while x is not v */                                        \
  X (WAIT_TIMED) /* see whether the time was out */                            \
  X (SIGNAL)                                                                   \
  X (BROADCAST)                                                                \
  X (SEM_WAIT)                                                                 \
  X (SEM_TRY)   /* the body if it succeeds */                                  \
  X (SEM_TIMED) /* the same */                                                 \
  X (SEM_POST)                                                                 \
  X (SEM_VALUE) /* see it */                                                   \
  X (READ_LOCK) /* see an error */                                             \
  X (WRITE_LOCK)                                                               \
  X (TRY_READ) /* the body if it succeeds */                                   \
  X (TRY_WRITE)                                                                \
  X (TIMED_READ) /* the same */                                                \
  X (TIMED_WRITE)                                                              \
  X (RW_UNLOCK)                                                                \
  X (SPIN_LOCK)                                                                \
  X (SPIN_TRY) /* the body if it succeeds */                                   \
  X (SPIN_UNLOCK)                                                              \
  X (ARRIVE)      /* at the barrier; see whether it is the last one */         \
  X (ONCE)        /* x1++, if nobody has */                                    \
  X (FUTEX_WAIT)  /* if a2 is v; see what happened */                          \
  X (FUTEX_TIMED) /* the same */                                               \
  X (FUTEX_WAKE)  /* v waiters, see how many */                                \
  X (PIPE_READ)   /* a byte; see it */                                         \
  X (PIPE_WRITE)  /* v */                                                      \
  X (PIPE_LOOK)   /* see whether there is something */                         \
  X (EVENT_READ)  /* the counter, and put it to 0; see it */                   \
  X (EVENT_WRITE) /* add v */                                                  \
  X (CANCEL)      /* thread x */                                               \
  X (TESTCANCEL)                                                               \
  X (CHOOSE)      /* see a number below v */                                   \
  X (ASSUME)      /* r % v != w */                                             \
  X (ASSERT)      /* r % v != w */                                             \
  X (AWAIT)       /* while a is not v */                                       \
  X (AWAIT_YIELD) /* the same, and yield */                                    \
  X (AWAIT_TWO)   /* while a is not v and the next one is not w */             \
  X (AWAIT_CAS)   /* until a was v and is w now */                             \
  X (AWAIT_BACK)  /* add v to a, and take it back while the next is not w */   \
  X (AWAIT_POLL)  /* until x is v, looking under mutex w */                    \
  X (AWAIT_LOCK)  /* while trylock of mutex x fails */                         \
  X (RETRY)       /* at most twice, while a is not v; see how often */         \
  X (LOCAL)       /* count in a thread's own variable, see it */               \
  X (KEY)        /* see the thread's value, put v; at its end: a1 += v, v-- */ \
  X (PUBLISH)    /* a new block with value v */                                \
  X (USE)        /* see the value of the block, if there is one */             \
  X (USE_ANYHOW) /* even if there is none */                                   \
  X (CONSUME)    /* take the block away, see its value, free it */             \
  X (FREE)       /* free the block, leave the pointer */                       \
  X (FILE_OPEN)  /* name x, in way v: f; see whether it worked */              \
  X (FILE_READ)  /* v bytes of f; see them */                                  \
  X (FILE_WRITE) /* v bytes to f; see how many */                              \
  X (FILE_CLOSE) /* f */                                                       \
  X (FILE_SEEK)  /* to v, or to the end; see where */                          \
  X (FILE_CUT)   /* to v bytes */                                              \
  X (FILE_COPY)  /* f = dup (f) */                                             \
  X (FILE_SHARE) /* f = the one that main has opened */                        \
  X (FILE_REMOVE) /* name x */                                                 \
  X (FILE_RENAME) /* name x, to the other one */                               \
  X (FILE_SIZE)   /* of name x: see it */                                      \
  X (FILE_SHOW)   /* see what is in name x */                                  \
  X (FOLDER_MAKE)                                                              \
  X (FOLDER_REMOVE)                                                            \
  X (CREATE)     /* thread x */                                                \
  X (JOIN)       /* thread x, see its result */                                \
  X (DETACH)     /* thread x */                                                \
  X (EXIT)       /* the program, with v */                                     \
  X (QUICK_EXIT) /* the same, at once */                                       \
  X (DUMP)       /* see all variables, write what has been seen */             \
  X (LEAVE)      /* pthread_exit, or return if v */

typedef enum code {
#define X(NAME) OP_##NAME,
  OPERATIONS (X)
#undef X
      OPERATION_COUNT
} code;

/* Memory orders; of a compare and exchange that fails: the last column. */
#define ORDERS(X)                                                              \
  X (SEQ_CST, seq_cst, seq_cst)                                                \
  X (ACQ_REL, acq_rel, acquire)                                                \
  X (ACQUIRE, acquire, acquire)                                                \
  X (RELEASE, release, relaxed)                                                \
  X (RELAXED, relaxed, relaxed)

typedef enum order {
#define X(NAME, ...) ORDER_##NAME,
  ORDERS (X)
#undef X
      ORDER_COUNT
} order;

typedef struct operation {
  uint8_t code;
  uint8_t x; /* which object */
  uint8_t v, w;
  uint8_t order;
  uint8_t body; /* so many operations after this one are skipped if it fails */
} operation;

typedef enum mutex_kind { NORMAL, RECURSIVE, ERRORCHECK, ROBUST } mutex_kind;

typedef struct program {
  unsigned long seed;
  unsigned threads; /* main included */
  unsigned length[MOST_THREADS];
  operation code[MOST_THREADS][MOST_CODE];
  uint8_t kind[MUTEXES];
  uint8_t semaphore; /* its first value */
  uint8_t barrier;   /* so many threads */
  uint8_t spurious;  /* so many waits of a thread may end without a reason */
  uint8_t c11;       /* with the names of threads.h */
  uint8_t writers;   /* the read-write lock prefers them */
} program;

/* The same program for the same seed. */
void generate (unsigned long seed, program *);
/* From now on with this feature (generate.c); false: there is none. */
int generate_only (const char *feature);

/* As C: names end with the number, if it is not negative; the function that is
   the program's main is `programN`. */
void print_program (const program *, int number, FILE *);

/* All of them as Java: one class for each, and one with main, which takes the
   number; two numbers: one of so many from the first one on, and first it
   writes which, `2:'.  Only if each says what Java can say. */
int speaks_java (const program *);
void print_java (const program *, size_t count, FILE *);

/* Does it use files?  The reference knows none. */
int uses_files (const program *);
int goes_round (const program *); /* writing, perhaps without end */

/* Is this operation in the program? */
int has_operation (const program *, code);
int uses_plain (const program *, unsigned variable);
int uses_atomic (const program *, unsigned variable);

#endif
