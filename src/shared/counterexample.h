/* Counterexamples: what the run-time tells of them, and the supervisor
   puts into words. */

#ifndef SETT_SHARED_COUNTEREXAMPLE_H
#define SETT_SHARED_COUNTEREXAMPLE_H

#include "kernel/violation.h"
#include "kernel/runner.h"
#include "shared/orders.h"

#define SETT_SYSTEM_PROCESSES 64

/* Learned words begin with their kind.  Of this one there are as many as
   processes that the program makes: it must be run as a system. */
#define SETT_LEARNED_KIND_AT 60
#define SETT_LEARNED_PROCESS 4

#define SETT_MOST_FRAMES 24

typedef struct sett_backtrace {
  uint32_t depth;
  uint32_t image; /* the program that it is of (sett_member.images) */
  uintptr_t frames[SETT_MOST_FRAMES]; /* return addresses, innermost first */
} sett_backtrace;

/* What an address is, apart from what debug information can tell. */
typedef enum sett_place_kind {
  SETT_PLACE_NONE,
  SETT_PLACE_STATIC, /* in a module: ask its symbols */
  SETT_PLACE_HEAP,   /* in a block of `size` at `base`, made by `thread` */
  SETT_PLACE_STACK,  /* of `thread`; if the frame that it lies in is known,
                        `base` is the value of its frame pointer there, and
                        allocated.frames[0] an address of its code */
  SETT_PLACE_COMMON, /* something that processes share: `name` says what */
} sett_place_kind;

typedef struct sett_address_info {
  uintptr_t address;
  uint32_t size; /* of the access or object */
  uint8_t kind;  /* sett_place_kind */
  uint8_t thread;
  uintptr_t base;           /* of the block */
  size_t block;             /* its size */
  sett_backtrace allocated; /* where */
  char name[48];            /* "connection to 127.0.0.1:7000"; "": none */
} sett_address_info;

/* A wait that ended without a reason: sett_counterexample_step.failed. */
#define SETT_SPURIOUS 2

#define SETT_MOST_PAYLOAD 32

/* One event of the counterexample, as people see it. */
typedef struct sett_counterexample_step {
  uint8_t thread;
  uint8_t operation;
  uint32_t event; /* the number of the one that it is, or that went before */
  uint16_t alternative, alternatives;
  uint8_t preempts; /* the thread before it could have gone on */
  uint8_t failed;   /* trylock and the like did not succeed; a time-out */
  uint8_t has_value;
  uint64_t value; /* read, written, chosen, taken (has_value) */
  int partner;    /* thread that was woken, created, joined; -1: none */
  sett_address_info object;
  sett_address_info second; /* the lock of a condition; the connection that was
                           accepted; where a datagram goes to */
  /* Of a system call. */
  char words[128];  /* "open config to write", instead of all above; or "" */
  char call[20];    /* its name, if nothing better is known; or "" */
  int error;        /* its number; 0: none */
  uint8_t has_size; /* so many bytes were sent or received */
  uint64_t size;
  uint8_t payload_length; /* the first of them */
  unsigned char payload[SETT_MOST_PAYLOAD];
  uint8_t lost;   /* ...and nobody gets them */
  uint8_t hidden; /* not worth telling */
  uint8_t signal; /* that is sent to, or comes from, the partner (-1: to
                     several); 0: none */
  sett_backtrace stack;
} sett_counterexample_step;

/* A thread at the end of the counterexample. */
typedef struct sett_counterexample_thread {
  uint8_t process;
  uint8_t alive, waits; /* waits: cannot go on */
  uint8_t operation;    /* what it is about to do */
  int creator;          /* thread; -1: main */
  uintptr_t start;      /* address of its first function; 0: unknown */
  sett_backtrace created, stack;
  sett_address_info object; /* what it is about to use... */
  int holder;               /* ...and who has it; -1: nobody */
  char name[16];            /* that the program gave it; "": none */
  char events[128];         /* names of what it waits for events on; or "" */
  uint32_t held_count;
  struct {
    sett_address_info lock;
    sett_backtrace stack; /* where it was taken */
    uint8_t shared;
  } held[8];
} sett_counterexample_thread;

/* A value in words has room for so many bytes. */
#define SETT_MOST_VALUE 32

/* One of the two accesses of a race. */
typedef struct sett_counterexample_access {
  uint8_t thread, is_write, is_atomic, is_free;
  uint32_t step;   /* index of the event it followed */
  uint32_t before; /* so many steps */
  sett_backtrace stack;
  sett_address_info place;
  uint32_t held_count;
  sett_address_info held[8];
  uint8_t has_old, has_new; /* what follows is known */
  uint64_t old_value;       /* read, or overwritten */
  uint64_t new_value;       /* written */
  /* The same in words, where these are known better; else "". */
  char old_words[SETT_MOST_VALUE], new_words[SETT_MOST_VALUE];
} sett_counterexample_access;

#define SETT_MOST_MESSAGE 512

typedef struct sett_counterexample {
  struct sett_counterexample *next;
  sett_violation_kind violation;
  int thread;                      /* who did it; -1: nobody in particular */
  char message[SETT_MOST_MESSAGE]; /* a sentence without addresses */
  sett_choice *choices;            /* the schedule */
  uint32_t choice_count;
  /* What the search had learned before, as far as it decides which operations
     are events (racy variables, visible releases, ...): words that mean
     something to the run-time only, and are given back for a replay. */
  uint64_t *learned;
  uint32_t learned_count;
  uint32_t preemptions;
  sett_counterexample_step *steps;
  uint32_t step_count;
  sett_counterexample_thread *threads;
  uint32_t thread_count;
  sett_counterexample_access accesses[2];
  uint32_t access_count;
  sett_backtrace stack;   /* where it went wrong */
  sett_address_info what; /* the object concerned */
  char *output;           /* what the program had written */
  size_t output_length;
  int exit_status;
  struct {
    uint8_t ended, crashed;
    int status;                  /* as wait gives it */
  } ends[SETT_SYSTEM_PROCESSES]; /* of the processes of a system */
  uint64_t execution;            /* the number of the execution that found it */
  uint32_t hunted; /* by a walk: of this kind (stateless/hunt.h)... */
  uint64_t walk;   /* ...and number; 0: by the search */
} sett_counterexample;

#endif
