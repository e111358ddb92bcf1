/* The shared memory: the memory that a checked program and its supervisor
   share.

   The supervisor creates it, writes the orders, starts the program with the
   run-time in it, and watches.  The run-time explores, counts, and leaves an
   counterexample for every violation.  Everything the search knows lives here,
   too, so that it survives the death of the program.  The shared memory is
   mapped at the same address by everybody: pointers into it are valid on both
   sides.

   Nothing in it is reset between executions. */

#ifndef SETT_SHARED_SHARED_H
#define SETT_SHARED_SHARED_H

#include "shared/counterexample.h"
#include "shared/errand.h"
#include "shared/execution.h"
#include "shared/exit_statuses.h"
#include "shared/orders.h"
#include "shared/member.h"
#include "shared/process_output.h"

#define SETT_SHARED_ADDRESS ((void *)0x200000000000ul)
#define SETT_SHARED_SIZE ((size_t)16 << 30) /* of addresses, not of memory */
#define SETT_SHARED_MAGIC 0x31647261426a7453ul
/* A program finds the shared memory by the number of a descriptor, and learns
   which worker and which process it is: "900:0:2". */
#define SETT_SHARED_VARIABLE "SETT_SHARED"

/* Behind the shared memory in the same file: the OS model (os_model.h), and
   behind them the program's memory that processes share (regions.h). */
#define SETT_OS_MODEL_SIZE ((size_t)512 << 20) /* of addresses */
#define SETT_MOST_REGIONS 128
#define SETT_REGION_SIZE ((size_t)64 << 20)
#define SETT_REGIONS_SIZE (SETT_MOST_REGIONS * SETT_REGION_SIZE)
/* Behind these: the shadow's table (shadow_table.h). */
#define SETT_SHADOW_SIZE ((size_t)1 << 30)
/* Behind that: further planes of the OS model's clocks (vector_clock.h). */
#define SETT_PLANES_SIZE                                                       \
  ((SETT_MOST_THREADS / SETT_USUAL_THREADS - 1) * SETT_OS_MODEL_SIZE)

typedef enum sett_phase {
  SETT_PHASE_STARTING, /* the program has not reached main */
  SETT_PHASE_RUNNING,
  SETT_PHASE_DONE,   /* the search has ended: see `exhausted` */
  SETT_PHASE_FAILED, /* the run-time gave up: see `failure` */
} sett_phase;

typedef enum sett_save_order {
  SETT_SAVE_NOTHING,
  SETT_SAVE_AND_GO_ON,
  SETT_SAVE_AND_STOP,
} sett_save_order;

/* Something that the run-time saw and does not control. */
#define SETT_MOST_NOTES 32
/* What it means: 0 and 1 are yes and no to "is the verdict bounded?". */
typedef enum sett_note_kind {
  SETT_NOTE_INFORMS,
  SETT_NOTE_BOUNDS, /* the verdict cannot be "verified" */
  SETT_NOTE_RESTS,  /* of processes at rest: no news beside a deadlock */
} sett_note_kind;
typedef struct sett_note {
  char text[128]; /* "called epoll_wait: not controlled" */
  uint8_t kind;   /* sett_note_kind */
  uint64_t count;
  uintptr_t place;
  uint8_t process; /* whose place it is */
} sett_note;

/* Names of shared memory, semaphores, queues, and what else there can be so
   many of at once (ipc.h). */
#define SETT_MOST_READ_FILES 64
#define SETT_IPC_KINDS 6
#define SETT_MOST_IPC 32
#define SETT_MOST_IPC_NAMES 64
typedef struct sett_ipc_name {
  uint8_t kind;  /* sett_ipc_kind */
  char text[56]; /* "/name", or a key of System V */
} sett_ipc_name;

#define SETT_MOST_SHARED_QUEUES 512

typedef struct sett_shared {
  uint64_t magic;
  size_t size;        /* of the mapping */
  size_t in_use;      /* memory is handed out from the start to the end */
  size_t most_memory; /* no more than this */
  sett_orders orders;

  /* Written by the supervisor: stop after this execution. */
  volatile int stop;

  /* The supervisor asks for what is known of the search (drive/saving.c), and
     finds it here when the number has changed; it is there until it asks again.
   */
  volatile int save; /* sett_save_order */
  volatile uint64_t saved_count;
  const unsigned char *saved;
  size_t saved_length;
  uint64_t saved_in; /* microseconds, to write it there */

  /* Written by the run-time. */
  volatile sett_phase phase;
  volatile uint64_t beat; /* changes while executions go on */
  volatile uint64_t executions, asleep, in_vain, assumed, cut, departed;
  volatile uint64_t dead_ends; /* departed where nobody had been before */
  volatile uint64_t events, replayed; /* events executed; of these, again */
  volatile uint64_t longest;          /* events of the longest execution */
  volatile uint64_t states, matched;  /* stateful: stored; executions ended */
  volatile uint64_t hot_pages;
  volatile uint64_t walks;  /* by chance, which are no executions above */
  volatile double progress; /* the share that is known to be done; 0: unknown */
  volatile uint32_t most_threads;
  int wants_processes; /* a single program makes others: run it as a system */
  int wants_threads;   /* more than its orders allow: run it again with them */
  int indivisible;     /* there can be one worker only */
  int outdated;        /* ended, as others know more (pool.h) */
  int exhausted;       /* nothing is left to explore */
  int endless;         /* stateful: some executions can go on for ever */
  int bounded;         /* a bound left something out */
  int memory_full;
  char failure[SETT_MOST_MESSAGE];
  sett_counterexample *counterexamples; /* violations, oldest first */
  uint32_t counterexample_count;
  uint64_t violations_seen;
  sett_exits exits[SETT_SYSTEM_PROCESSES]; /* of those of the beginning */
  sett_note notes[SETT_MOST_NOTES];
  uint32_t note_count;
  char *list; /* orders.list: records (listed.h) */
  size_t list_length;

  /* The processes: those that Sett starts come first, the leader among them is
     number 0. */
  uint32_t member_count, initial_count;
  uint32_t tickets;    /* that were given out */
  volatile int runner; /* process of the machine that has the turn; 0: one that
                          the supervisor watches */
  volatile uint32_t latest; /* process that began to wait for its turn last */
  volatile uint32_t processor; /* of the machine, plus 1: all processes share
                                  it; 0: they do not (processors.h) */
  uint64_t allowed[128];       /* a set: those that they could have */
  sett_errands *errands;       /* of Java programs among others; or null */
  sett_conduct conduct;
  struct sett_narration *narration;          /* of a replay (narrate.c) */
  struct sett_visited_states *set_of_states; /* --stateful (state.c) */
  struct sett_numbers *numbered_accesses, *numbered_clocks; /* (clocks.c) */
  int time_matters;         /* ...it is part of them */
  struct sett_graph *graph; /* ...and how they follow each other */
  sett_thread_set stuck;    /* threads of the local deadlock that is told */

  /* The k-th child of a thread has its number for good (knowledge.h). */
  uint32_t birth_count;
  struct {
    uint32_t creator, ordinal;
  } births[SETT_MOST_THREADS];
  uint32_t object_count;    /* numbers given to objects (object_table.c) */
  uint32_t *common_objects; /* those of words in the OS model */
  uint16_t *common_clocks;  /* which clock they have, if any */
  uint32_t common_clock_count;
  struct sett_sockets_known *sockets; /* who has which (socket.c) */

  /* What is known of memory that processes share, as of their own. */
  struct sett_objects *shared_objects;
  sett_specials shared_specials;
  struct sett_cells *shared_cells; /* accesses to it (cells.h) */
  uint32_t region_count;
  uint64_t regions[SETT_MOST_REGIONS];     /* which is whose (regions.c)... */
  uint8_t region_names[SETT_MOST_REGIONS]; /* ...1 + its name; 0: none */
  uint64_t ipc_keys[SETT_IPC_KINDS][SETT_MOST_IPC]; /* likewise (ipc.c) */
  uint8_t ipc_names_of[SETT_IPC_KINDS][SETT_MOST_IPC];
  uint32_t read_file_count; /* mapped for reading (mapped_files.c) */
  struct {
    uint64_t device, file;
  } read_files[SETT_MOST_READ_FILES];
  uint32_t ipc_name_count;
  sett_ipc_name ipc_names[SETT_MOST_IPC_NAMES];

  /* When narrating: what was said of accesses (races.c). */
  struct {
    const struct sett_testimony **at;
    size_t count, room;
  } testimonies;
  void
      *free_blocks[48]; /* of the shared memory's memory (shared_allocator.c) */

  /* For whose turn it is, from call to call: what a process has of its own its
     children have, too, as a copy, but not what it points to. */
  struct {
    struct sett_worry *at;
    size_t count, room;
  } worries; /* clocks.c */
  struct {
    uintptr_t *at;
    size_t count, room;
  } guards; /* lockset.c */

  sett_process_output output; /* if it is kept (output.c) */

  sett_former *formers[SETT_MOST_FORMERS];
  uint32_t former_count;

  uint64_t pipe_keys[256]; /* whose pipes are where in the OS model (pipes.c) */
  char pipe_names[256][40]; /* of FIFOs, for people; or "" */
  uint32_t pipe_count;
  uint8_t pipe_queues[256]; /* do their queues have cells?  (queue.c) */
  /* Queues that have not (knowledge.c). */
  uint64_t shared_queues[SETT_MOST_SHARED_QUEUES];
  uint32_t shared_queue_count;

  uint64_t outputs, outputs_differ; /* SETT_TASK_REPEAT: so many compared */
  char *first_output, *other_output;
  size_t first_length;

  /* At the end, as most of them are never used: of processes and threads. */
  sett_member members[SETT_SYSTEM_PROCESSES];
  sett_station stations[SETT_MOST_THREADS];
} sett_shared;

#endif
