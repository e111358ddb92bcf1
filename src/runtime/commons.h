/* The commons: what the kernel would keep for several processes, such as pipes,
   in the present execution.

   A single process has it in private memory, which is reset with all its other
   memory.  Several processes have it in memory that they share; it is empty
   when an execution begins, and the leader empties it again (system.h).  Since
   only the process whose turn it is runs, nothing here needs a lock.

   Objects in the commons have the same address, and the same number, in all
   processes.  A thread that waits for one waits until a word changes: the
   gate of an object in the commons is closed while the word at its address is
   0, and other processes see for themselves when it opens. */

#ifndef SETT_RUNTIME_COMMONS_H
#define SETT_RUNTIME_COMMONS_H

#include "runtime/outside.h"

#define SETT_COMMONS_ADDRESS 0x212000000000ul

#define SETT_MOST_PIPES 256
#define SETT_PIPE_SIZE ((size_t)64 << 10)

typedef struct sett_pipe {
  uint32_t readers, writers; /* descriptors */
  uint32_t used;             /* 0: this one is free */
  uint32_t event;            /* it is an eventfd... */
  uint32_t semaphore;        /* ...that counts down by 1 */
  uint64_t value;            /* of an eventfd */
  size_t start, length;      /* of what is in a pipe */
  /* What others wait for: objects, whose state is their value. */
  uint64_t readable; /* would a reader go on?  0 or 1 */
  uint64_t room;     /* for writers */
  uint64_t gone;     /* 1: there are no writers any more, 2: no readers */
} sett_pipe;

/* Registrations of an epoll are known by numbers: bits of a word. */
#define SETT_MOST_EPOLLS 32
#define SETT_MOST_INTERESTS 64

typedef struct sett_epoll {
  uint32_t descriptors; /* 0: this one is free */
  uint32_t count;       /* the first ones; the others were never used */
  uint64_t used;        /* mask of registrations... */
  uint64_t edge;        /* ...that are edge-triggered */
  uint64_t once;        /* ...that are reported once only */
  uint64_t spent;       /* ...and were */
  /* Objects, whose state is their value. */
  uint64_t list;  /* a digest of the registrations: changes when they do */
  uint64_t fired; /* mask: something happened there that was not reported yet;
                     of edge-triggered ones */
} sett_epoll;

typedef struct sett_interest {
  uint64_t data;
  uint32_t events;
  int number;            /* of the descriptor */
  sett_descriptor thing; /* what it led to */
  uint32_t process;      /* who registered it */
} sett_interest;

/* A process in this execution. */
typedef struct sett_life {
  uint64_t ended; /* an object: 1 when it has */
  int status;     /* as wait gives it */
} sett_life;

/* What happened before: for data races (races.c). */
typedef struct sett_object_clock {
  uint64_t time;
  uint32_t at[SETT_MOST_THREADS];
} sett_object_clock;

#define SETT_MOST_COMMON_OBJECTS 4096

typedef struct sett_commons {
  uint64_t files; /* an object: all names of files */
  sett_life lives[SETT_MOST_PROCESSES];

  uint32_t pipe_count; /* the first ones; the others were never used */
  sett_pipe pipes[SETT_MOST_PIPES];

  uint64_t never; /* an object that nobody changes */
  uint32_t epoll_count;
  sett_epoll epolls[SETT_MOST_EPOLLS];

  /* Of objects; up to the last one that was used in this execution. */
  uint32_t clock_count;
  sett_object_clock clocks[SETT_MOST_COMMON_OBJECTS];

  /* Never emptied: what counts of it is said above. */
  char contents[SETT_MOST_PIPES][SETT_PIPE_SIZE]; /* of pipes: rings */
  sett_interest interests[SETT_MOST_EPOLLS][SETT_MOST_INTERESTS];
} sett_commons;

_Static_assert(sizeof (sett_commons) <= SETT_COMMONS_SIZE, "room");

static sett_commons *const commons = (sett_commons *)SETT_COMMONS_ADDRESS;

static inline int sett_is_common (const void *object) {
  return (uintptr_t)object - SETT_COMMONS_ADDRESS < SETT_COMMONS_SIZE;
}

/* Before the program runs. */
void sett_commons_open (int board_file);

sett_object_clock *sett_commons_clock (const void *object);

/* Several processes: a new execution begins. */
void sett_commons_empty (void);

#endif
