/* Small random programs in C++: what they are made of.

   A program is a tree of statements.  It is known in two ways that share
   nothing: as C++ (print.c), which Sett checks and the machine runs, and as
   instructions (lower.c) whose meaning is written down in reference.c, with
   all that C++ does in silence: destructors, unwinding, who lets go last. */

#ifndef TESTS_CPP_PROGRAM_H
#define TESTS_CPP_PROGRAM_H

#include <stdint.h>
#include <stdio.h>

enum {
  MOST_THREADS = 4,                      /* main included */
  MOST_DEFERRED = 3,                     /* tasks */
  SCOPES = MOST_THREADS + MOST_DEFERRED, /* with references of their own */
  MOST_NODES = 120,
  PLAIN = 3, /* variables: two integers, the number of elements of a vector */
  ATOMIC = 2,
  MUTEXES = 2,
};

/* STATEMENT (NAME): x, v, w; body, other: lists of statements */
#define STATEMENTS(X)                                                          \
  X (READ)       /* see variable x */                                          \
  X (WRITE)      /* variable x = v */                                          \
  X (INCREMENT)  /* variable x */                                              \
  X (LOAD)       /* see atomic x, in order w */                                \
  X (STORE)      /* atomic x = v */                                            \
  X (ADD)        /* see atomic x, add v */                                     \
  X (IF)         /* atomic x is v: body */                                     \
  X (AWAIT)      /* until atomic x is not v */                                 \
  X (NOTIFY)     /* atomic x; v: all */                                        \
  X (GUARD)      /* mutex x, in way v: body */                                 \
  X (TRY)        /* mutex x; body if it succeeds */                            \
  X (TIMED)      /* the same, with a time limit */                             \
  X (SHARED)     /* shared mutex for reading: body */                          \
  X (EXCLUSIVE)  /* shared mutex for writing: body */                          \
  X (TRY_SHARED) /* ...for reading; body if it succeeds */                     \
  X (WAIT)       /* mutex 0; for the condition, until x0 >= v; body */         \
  X (WAIT_TIMED) /* the same; see whether it is */                             \
  X (WAIT_STOP)  /* the same, or until a stop is requested */                  \
  X (SIGNAL)     /* v: all */                                                  \
  X (ONCE)       /* body */                                                    \
  X (STATIC)     /* object x of a function's: effect 2, at the end 3 + x */    \
  X (LOCAL)      /* an object: body, effect 1 */                               \
  X (TOUCH)      /* the thread's object x: see, count; at its end 5 + x */     \
  X (ACQUIRE)    /* semaphore */                                               \
  X (RELEASE)    /* semaphore */                                               \
  X (TRY_ACQUIRE)                                                              \
  X (DOWN)     /* the latch */                                                 \
  X (ARRIVE)   /* at the latch, and wait */                                    \
  X (LOOK)     /* see whether it is open */                                    \
  X (BARRIER)  /* arrive, and wait */                                          \
  X (THREAD)   /* number x, in way v: body; meanwhile: other */                \
  X (ASYNC)    /* likewise, with a result; w: get it */                        \
  X (STOP)     /* request it of thread x */                                    \
  X (STOPPED)  /* see whether it was */                                        \
  X (CALLBACK) /* effect 1 at a stop; body */                                  \
  X (PROTECT)  /* body; other: if something was thrown */                      \
  X (THROW)    /* v */                                                         \
  X (FAILURE)  /* v: a shared exception; body */                               \
  X (RETHROW)  /* it */                                                        \
  X (FORGET)   /* the thread's reference to it */                              \
  X (OBJECT)   /* a shared object: body */                                     \
  X (COUNT)    /* see how many share it */                                     \
  X (RESET)    /* the thread's reference to it */                              \
  X (WEAK)     /* lock it: body */                                             \
  X (PROMISE)  /* body */                                                      \
  X (SET)      /* the result: v */                                             \
  X (FAIL)     /* the result: an exception v */                                \
  X (PASS_ON)  /* the result: what was caught */                               \
  X (SET_LATE) /* the result: v, when the thread has ended */                  \
  X (GET)      /* see it */                                                    \
  X (POLL)     /* see whether it is there */                                   \
  X (SAY)      /* write v */                                                   \
  X (SAY_LOAD) /* write atomic x */                                            \
  X (SHOW)     /* write what has been seen */                                  \
  X (AT_EXIT)  /* effect 7 + x */                                              \
  X (AT_QUICK) /* effect 7 + x */                                              \
  X (EXIT)     /* v; w: quick, at once */                                      \
  X (TERMINATE)

typedef enum kind {
#define X(NAME) DO_##NAME,
  STATEMENTS (X)
#undef X
      KIND_COUNT
} kind;

/* What objects do: lists of statements. */
enum {
  OF_FAILURE, /* its destructor */
  OF_OBJECT,
  OF_BEGIN, /* constructor of a function's static object */
  OF_STATIC,
  OF_TLS = OF_STATIC + 2,
  OF_EXIT = OF_TLS + 2,
  OF_GLOBAL = OF_EXIT + 2, /* of a static object that is there before main */
  OF_COMPLETION,           /* of the barrier */
  EFFECTS
};

enum { NORMAL, RECURSIVE, TIMED_KIND, MUTEX_KINDS };
enum { LOCK_GUARD, UNIQUE_LOCK, SCOPED_LOCK, GUARDS };
enum { JOINED, DETACHED, JTHREAD, FORGOTTEN }; /* a thread's v */
enum { ASYNCHRONOUS, DEFERRED, PACKAGED };     /* an asynchronous one's v */

typedef struct node {
  uint8_t kind, x, v, w;
  uint8_t body, other, next; /* 0: none */
} node;

typedef struct program {
  unsigned long seed;
  unsigned count; /* of nodes; 0 is none */
  node at[MOST_NODES];
  uint8_t main, effect[EFFECTS];
  uint8_t threads;
  uint8_t mutex[MUTEXES]; /* kinds */
  uint8_t any;            /* the condition is for any lock */
  uint8_t semaphore, latch, status, global;
  uint8_t local; /* the integers are fields of a variable of main's */
  uint8_t shows[MOST_THREADS]; /* the thread writes what it has seen */
} program;

/* The same program for the same seed. */
void generate (unsigned long seed, program *);

/* Statement `number` and what is in it are left out. */
void leave_out (program *, unsigned number);

int has (const program *, kind);

/* As C++: names are in a namespace with this number. */
void print_program (const program *, unsigned number, FILE *);

#endif
