/* What the run-time knows about the world outside the program in the present
   execution: signals, descriptors that it models, chance.  Reset with the
   program's memory, as the world is (world.h). */

#ifndef SETT_RUNTIME_OUTSIDE_H
#define SETT_RUNTIME_OUTSIDE_H

#include "runtime/world.h"

#include <signal.h>

#define SETT_OUTSIDE_ADDRESS 0x211000000000ul
#define SETT_OUTSIDE_SIZE ((size_t)64 << 20)

/* The engine's own descriptors have these numbers and higher ones; the program
   cannot have them. */
#define SETT_MOST_DESCRIPTORS 900
#define SETT_MOST_PIPES 256
#define SETT_PIPE_SIZE ((size_t)64 << 10)
#define SETT_MOST_SIGNALS 65

/* A descriptor that is not the kernel's business. */
typedef enum sett_descriptor_kind {
  SETT_DESCRIPTOR_REAL,
  SETT_DESCRIPTOR_READER, /* of a pipe */
  SETT_DESCRIPTOR_WRITER,
  SETT_DESCRIPTOR_EVENT, /* eventfd */
  SETT_DESCRIPTOR_RANDOM,
} sett_descriptor_kind;

typedef struct sett_descriptor {
  uint8_t kind;
  uint8_t nonblocking;
  uint16_t pipe;
} sett_descriptor;

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
} sett_pipe;

typedef struct sett_outside {
  /* Each thread's own. */
  uint64_t draws[SETT_MOST_THREADS];   /* of random numbers */
  uint64_t pending[SETT_MOST_THREADS]; /* masks of signals */

  uint64_t process_pending;
  struct sigaction actions[SETT_MOST_SIGNALS];

  sett_descriptor descriptors[SETT_MOST_DESCRIPTORS];
  sett_pipe pipes[SETT_MOST_PIPES];
  char contents[SETT_MOST_PIPES][SETT_PIPE_SIZE]; /* of pipes: rings */
} sett_outside;

_Static_assert(sizeof (sett_outside) <= SETT_OUTSIDE_SIZE, "room");

static sett_outside *const outside = (sett_outside *)SETT_OUTSIDE_ADDRESS;

#endif
