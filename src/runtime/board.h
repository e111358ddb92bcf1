/* The board: the memory that a checked program and its supervisor share.

   The supervisor creates it, writes the orders, starts the program with the
   run-time in it, and watches.  The run-time explores, counts, and leaves an
   account of every violation.  Everything the search knows lives here, too, so
   that it survives the death of the program.  The board is mapped at the same
   address by everybody: pointers into it are valid on both sides.

   Nothing in it is reset between executions. */

#ifndef SETT_RUNTIME_BOARD_H
#define SETT_RUNTIME_BOARD_H

#include "kernel/fault.h"
#include "kernel/runner.h"

#define SETT_BOARD_ADDRESS ((void *)0x200000000000ul)
#define SETT_BOARD_SIZE ((size_t)16 << 30) /* of addresses, not of memory */
#define SETT_BOARD_MAGIC 0x31647261426a7453ul
/* A program finds the board by the number of a descriptor, and learns which
   worker and which process it is: "900:0:2". */
#define SETT_BOARD_VARIABLE "SETT_BOARD"

/* Behind the board in the same file: the commons (commons.h), and behind them
   the program's memory that processes share (regions.h). */
#define SETT_COMMONS_SIZE ((size_t)512 << 20) /* of addresses */
#define SETT_MOST_REGIONS 128
#define SETT_REGION_SIZE ((size_t)64 << 20)
#define SETT_REGIONS_SIZE (SETT_MOST_REGIONS * SETT_REGION_SIZE)
/* Behind these: the shadow's table (shadow_table.h). */
#define SETT_SHADOW_SIZE ((size_t)1 << 30)

typedef enum sett_task {
  SETT_TASK_SEARCH, /* explore */
  SETT_TASK_REPLAY, /* follow the orders' choices once, with full account */
  SETT_TASK_REPEAT, /* a test of resetting: the same schedule (seed 0), or
                       random ones, many times; is the output the same? */
} sett_task;

typedef enum sett_discipline {
  SETT_DISCIPLINE_HB,        /* report pairs of accesses that nothing orders */
  SETT_DISCIPLINE_MLD,       /* report what one lock does not guard (MLD') */
  SETT_DISCIPLINE_PLAIN_MLD, /* Savage's original, for comparison */
  SETT_DISCIPLINE_NONE,      /* report nothing: every access is visible */
} sett_discipline;

typedef enum sett_undo { SETT_UNDO_REPLAY, SETT_UNDO_CHECKPOINT } sett_undo;

/* Failures on request: at most so many of each kind in an execution. */
typedef enum sett_failure {
#define FAILURE(NAME, ...) SETT_FAILURE_##NAME,
#include "runtime/failure.def"
#undef FAILURE
  SETT_FAULT_KINDS
} sett_failure;

#define SETT_LIST_OUTCOMES 2

typedef struct sett_orders {
  sett_task task;
  uint8_t search;     /* sett_stateless_kind */
  uint8_t discipline; /* sett_discipline */
  uint8_t undo;       /* sett_undo */
  uint8_t stateful;
  uint8_t all_errors;  /* go on after a violation */
  uint8_t list;        /* keep a line for every execution (list_* below);
                          SETT_LIST_OUTCOMES: with all its output */
  uint8_t exit_status; /* a status other than 0 is a violation */
  uint8_t deadlocks, assertions, races, leftovers; /* report them? */
  uint8_t infers_nothing; /* persistent sets come from declarations only */
  uint8_t must_end;       /* who waits for somebody to come is not at rest */
  uint8_t multi;          /* there are several processes, or may be */
  uint8_t alone;          /* ...made by one that was started alone */
  uint8_t local;          /* process-local branching */
  uint8_t hunts; /* walks by chance beside the search (stateless/hunt.h) */
  uint8_t faults[SETT_FAULT_KINDS]; /* so many, at most */
  uint8_t gdb;         /* replay: 1 + the process that has real threads, for a
                          debugger's eyes; 0: none */
  uint8_t show_output; /* replay: the program's output goes where it would */
  uint32_t spacing;    /* of checkpoints, in events; 0: as seems best */
  uint8_t workers;     /* that may share the search */
  uint32_t era;        /* of this one, if it shares (share.h); 0: it does not */
  uint64_t hunt_after; /* executions of the search */
  uint64_t divide_after; /* executions of the first era, at least... */
  double divide_seconds; /* ...and this time */
  int preemptions;       /* -1: any number */
  uint32_t spurious;     /* waits of a thread that may end without a reason */
  uint32_t random;       /* values of each random number; 0: one, by chance */
  uint64_t seed;
  uint64_t executions;   /* stop after so many; 0: no limit */
  uint64_t repeats;      /* search so often, for measuring */
  uint32_t most_events;  /* in one execution */
  double patience;       /* seconds of a thread without any event: more is a
                            divergence */
  double shrink_seconds; /* time for simpler counter-examples */
  const sett_choice *choices; /* replay: into the board */
  uint32_t choice_count;
  char reach[64]; /* report executions that come to this label; "": none */
  /* What an account said that the search had learned (see there), for a replay;
     what workers have learned so far, for a search. */
  const uint64_t *learned; /* into the board */
  uint32_t learned_count;
  uint32_t declared_count;
  const uint64_t *declared; /* likewise: declarations of a file (declared.h) */
} sett_orders;

#define SETT_MOST_PROCESSES 16

/*------------------------------------------------------------------------*/
/* Accounts of violations. */

/* Learned words begin with their kind.  Of this one there are as many as
   processes that the program makes: it must be run as a system. */
#define SETT_LEARNED_KIND_AT 60
#define SETT_LEARNED_PROCESS 4

#define SETT_MOST_FRAMES 24

typedef struct sett_stack {
  uint32_t depth;
  uint32_t image; /* the program that it is of (sett_member.images) */
  uintptr_t frames[SETT_MOST_FRAMES]; /* return addresses, innermost first */
} sett_stack;

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

typedef struct sett_location {
  uintptr_t address;
  uint32_t size; /* of the access or object */
  uint8_t kind;  /* sett_place_kind */
  uint8_t thread;
  uintptr_t base;       /* of the block */
  size_t block;         /* its size */
  sett_stack allocated; /* where */
  char name[48];        /* "connection to 127.0.0.1:7000"; "": none */
} sett_location;

/* A wait that ended without a reason: sett_account_step.failed. */
#define SETT_SPURIOUS 2

/* One event of the account, as people see it. */
typedef struct sett_account_step {
  uint8_t thread;
  uint8_t operation;
  uint16_t alternative, alternatives;
  uint8_t failed; /* trylock and the like did not succeed; a time-out */
  uint8_t has_value;
  uint64_t value; /* read, written, chosen, taken (has_value) */
  int partner;    /* thread that was woken, created, joined; -1: none */
  sett_location object;
  sett_location second; /* the lock of a condition; the connection that was
                           accepted; where a datagram goes to */
  /* Of a system call. */
  char words[128];  /* "open config to write", instead of all above; or "" */
  char call[20];    /* its name, if nothing better is known; or "" */
  int error;        /* its number; 0: none */
  uint8_t has_size; /* so many bytes were sent or received */
  uint64_t size;
  uint8_t lost;   /* ...and nobody gets them */
  uint8_t hidden; /* not worth telling */
  uint8_t signal; /* that is sent to, or comes from, the partner (-1: to
                     several); 0: none */
  sett_stack stack;
} sett_account_step;

/* A thread at the end of the account. */
typedef struct sett_account_thread {
  uint8_t process;
  uint8_t alive, waits; /* waits: cannot go on */
  uint8_t operation;    /* what it is about to do */
  int creator;          /* thread; -1: main */
  uintptr_t start;      /* address of its first function; 0: unknown */
  sett_stack created, stack;
  sett_location object; /* what it is about to use... */
  int holder;           /* ...and who has it; -1: nobody */
  char events[128];     /* names of what it waits for events on; or "" */
  uint32_t held_count;
  struct {
    sett_location lock;
    sett_stack stack; /* where it was taken */
    uint8_t shared;
  } held[8];
} sett_account_thread;

/* One of the two accesses of a race. */
typedef struct sett_account_access {
  uint8_t thread, is_write, is_atomic, is_free;
  uint32_t step; /* index of the event it followed */
  sett_stack stack;
  sett_location place;
  uint32_t held_count;
  sett_location held[8];
} sett_account_access;

#define SETT_MOST_MESSAGE 512

typedef struct sett_account {
  struct sett_account *next;
  sett_fault fault;
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
  sett_account_step *steps;
  uint32_t step_count;
  sett_account_thread *threads;
  uint32_t thread_count;
  sett_account_access accesses[2];
  uint32_t access_count;
  sett_stack stack;   /* where it went wrong */
  sett_location what; /* the object concerned */
  char *output;       /* what the program had written */
  size_t output_length;
  int exit_status;
  struct {
    uint8_t ended, crashed;
    int status;                /* as wait gives it */
  } ends[SETT_MOST_PROCESSES]; /* of the processes of a system */
  uint64_t execution;          /* the number of the execution that found it */
  uint32_t hunted; /* by a walk: of this kind (stateless/hunt.h)... */
  uint64_t walk;   /* ...and number; 0: by the search */
} sett_account;

/*------------------------------------------------------------------------*/

typedef enum sett_phase {
  SETT_PHASE_STARTING, /* the program has not reached main */
  SETT_PHASE_RUNNING,
  SETT_PHASE_DONE,   /* the search has ended: see `exhausted` */
  SETT_PHASE_FAILED, /* the run-time gave up: see `failure` */
} sett_phase;

/* Something that the run-time saw and does not control. */
#define SETT_MOST_NOTES 32
/* The end of notes about processes at rest, which are no news if there is a
   deadlock. */
#define SETT_NOTE_OF_REST "(--must-end objects)"
typedef struct sett_note {
  char text[128]; /* "called epoll_wait: not controlled" */
  int bounds;     /* the verdict cannot be "verified" */
  uint64_t count;
  uintptr_t place;
  uint8_t process; /* whose place it is */
} sett_note;

#define SETT_MOST_MODULES 64
typedef struct sett_module {
  char path[256];
  uintptr_t base, low, high; /* load bias; addresses of its segments */
} sett_module;

/*------------------------------------------------------------------------*/
/* The present execution, for all processes that take part in it (system.h). */

#define SETT_MOST_SPECIALS 256
#define SETT_MOST_SHARED_QUEUES 512

typedef struct sett_conduct {
  volatile uint64_t execution; /* its number */
  sett_plan plan;
  sett_log *log;
  uint64_t asleep; /* mask of threads, from the plan's sleepers */
  uint64_t random;
  uint32_t thread_count; /* numbers that were given so far */

  /* Whose turn is it?  The one that runs says who goes next: */
  uint64_t enabled; /* ...instead of whom */
  uint8_t chosen;   /* a thread; SETT_CHOSEN_NOBODY: the execution is over */

  /* How it ended, and what is wrong with it, if something is. */
  sett_ending ending;
  uint32_t state; /* stateful: its number (graph.h) */
  int stuck;      /* it ended because nobody could go on */
  int anew;       /* what was just learnt makes the search start again: bits */
  sett_fault fault;
  int fault_thread;
  unsigned fault_process; /* its */
  uintptr_t fault_place;
  const void *fault_object;
  int exit_status;
  char message[SETT_MOST_MESSAGE];
} sett_conduct;

/* What was learnt changes what events are, or only who looks at which accesses
   to memory. */
enum { SETT_ANEW_EVENTS = 1, SETT_ANEW_RACES = 2 };

#define SETT_CHOSEN_NOBODY 255

/* Where a thread stands, for other processes than its own: when it may go on,
   and what it is about to do.  What is always looked at is in one line of the
   cache: with the turn it goes from one processor to another. */
#define SETT_MOST_GLANCES 32

typedef struct sett_station {
  uint8_t process, alive;
  uint8_t ready;   /* it can go on, as far as its own process knows... */
  uint8_t words;   /* ...or if one of these in the commons has changed */
  uint8_t rests;   /* it waits for somebody who need not come (system.h) */
  uint8_t blocked; /* it waits in a way that is never right at the end */
  uint8_t lost;    /* its process has ended without it */
  /* At something in memory that processes share: 1 + which gate keeps the
     thread from going on, if it depends on that alone; what it has to do with
     (sett_thread). */
  uint8_t gate;
  uint8_t waiting, signalled, timed, intent;
  uint32_t futex_bits;
  uint64_t takes;   /* signals that let it go on (kill.h) */
  sett_event event; /* pending */
  void *object;
  const void *queue;
  /* What the one that has woken it gave to it (waiters.h). */
  uint32_t given_clock[SETT_MOST_THREADS];
  uint64_t given_time;
  struct {
    const void *at;
    uint64_t value;
    size_t size;
  } word[SETT_MOST_GLANCES]; /* null: not in the commons */
  sett_effect effects[SETT_MOST_GLANCES + 2];
} __attribute__ ((aligned (64))) sett_station;

/* A granule of memory that is used in a special way (knowledge.h). */
typedef struct sett_special {
  uintptr_t granule;
  uint8_t visible;  /* accesses are events */
  uint8_t reported; /* its races were reported */
  uint8_t mixed;    /* accessed in several sizes: one object */
  uint8_t handled;  /* read by handlers of signals */
} sett_special;

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

typedef struct sett_table {
  void *at;
  size_t mask;
  uint32_t era;
} sett_table;

/* Whoever waits for the turn waits until its name is called: the tickets of
   processes that are no longer needed are never called again. */
typedef struct sett_seat {
  volatile uint32_t turn __attribute__ ((aligned (64))); /* ticket + 1 */
  volatile uint32_t sleeps; /* ...and it must be woken */
} sett_seat;

/* What is known of a process for good, whichever process of the machine it is
   in each execution. */
typedef struct sett_member {
  char name[32];
  /* Where it waits for its turn.  The second seat is for the program that a
     process of the beginning has become: that one goes on in a copy, since the
     process itself is needed for the next execution. */
  sett_seat seats[2];
  uint8_t seat;    /* the one that counts in this execution */
  uint32_t ticket; /* ...and what its turn is called there, less 1 (system.h) */
  int machine[2];  /* processes of the machine; 0: none */
  int former;      /* one more, of which the second is a child (crash.c) */
  volatile uint32_t started __attribute__ ((aligned (64)));
  uint8_t main;         /* number of its first thread */
  uint8_t instrumented; /* the program that it begins with is */
  uint8_t unseen; /* it had threads whose accesses to memory were not seen */

  /* What was learnt about it. */
  uint32_t habits;
  uint32_t special_count;
  sett_special specials[SETT_MOST_SPECIALS];
  struct sett_objects *objects; /* numbers of its objects (object.c) */

  /* Tables of one that comes and goes with executions (races.c, owners.c,
     lockset.c). */
  sett_table tables[3];

  uint64_t digest[2], first_digest[2]; /* of its state; at its snapshot */
  struct sett_told *told; /* ...and what it knows of the past (clocks.h) */

  sett_module modules[SETT_MOST_MODULES];
  uint32_t module_count;
  uint32_t images; /* when narrating: so often it has become another program */
} sett_member;

/* A program that a process was before: what its addresses meant. */
#define SETT_MOST_FORMERS 16
typedef struct sett_former {
  uint32_t process, image;
  sett_member member;
} sett_former;

typedef struct sett_board {
  uint64_t magic;
  size_t size;        /* of the mapping */
  size_t in_use;      /* memory is handed out from the start to the end */
  size_t most_memory; /* no more than this */
  sett_orders orders;

  /* Written by the supervisor: stop after this execution. */
  volatile int stop;

  /* Written by the run-time. */
  volatile sett_phase phase;
  volatile uint64_t beat; /* changes while executions go on */
  volatile uint64_t executions, asleep, assumed, cut, departed;
  volatile uint64_t dead_ends; /* departed where nobody had been before */
  volatile uint64_t events, replayed; /* events executed; of these, again */
  volatile uint64_t longest;          /* events of the longest execution */
  volatile uint64_t states, matched;  /* stateful: stored; executions ended */
  volatile uint64_t hot_pages;
  volatile uint64_t walks; /* by chance, which are no executions above */
  volatile uint32_t most_threads;
  int wants_processes; /* a single program makes others: run it as a system */
  int indivisible;     /* there can be one worker only */
  int outdated;        /* ended, as others know more (share.h) */
  int exhausted;       /* nothing is left to explore */
  int bounded;         /* a bound left something out */
  int memory_full;
  char failure[SETT_MOST_MESSAGE];
  sett_account *accounts; /* violations, oldest first */
  uint32_t account_count;
  uint64_t violations_seen;
  sett_note notes[SETT_MOST_NOTES];
  uint32_t note_count;
  char *list; /* orders.list: text, one line for each execution */
  size_t list_length;

  /* The processes: those that Sett starts come first, the leader among them is
     number 0. */
  uint32_t member_count, initial_count;
  sett_member members[SETT_MOST_PROCESSES];
  uint32_t tickets;    /* that were given out */
  volatile int runner; /* process of the machine that has the turn; 0: one that
                          the supervisor watches */
  volatile uint32_t latest; /* process that began to wait for its turn last */
  volatile uint32_t processor; /* of the machine, plus 1: all processes share
                                  it; 0: they do not (processors.h) */
  uint64_t allowed[128];       /* a set: those that they could have */
  sett_conduct conduct;
  sett_station stations[SETT_MOST_THREADS];
  struct sett_tale *tale;            /* of a replay (account.c) */
  struct sett_states *set_of_states; /* --stateful (state.c) */
  struct sett_numbers *numbered_accesses, *numbered_clocks; /* (clocks.c) */
  int time_matters;         /* ...it is part of them */
  struct sett_graph *graph; /* ...and how they follow each other */
  uint64_t stuck;           /* threads of the local deadlock that is told */

  /* The k-th child of a thread has its number for good (knowledge.h). */
  uint32_t birth_count;
  struct {
    uint32_t creator, ordinal;
  } births[SETT_MOST_THREADS];
  uint32_t object_count;    /* numbers given to objects (object.c) */
  uint32_t *common_objects; /* those of words in the commons */
  uint16_t *common_clocks;  /* which clock they have, if any */
  uint32_t common_clock_count;
  struct sett_sockets_known *sockets; /* who has which (socket.c) */

  /* What is known of memory that processes share, as of their own. */
  struct sett_objects *shared_objects;
  uint32_t shared_special_count;
  sett_special shared_specials[SETT_MOST_SPECIALS];
  struct sett_cells *shared_cells; /* accesses to it (races.c) */
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
  void *free_blocks[48]; /* of the board's memory (memory.c) */

  /* What several processes write, if it is kept (output.c): lines with the
     names of the processes in front. */
  struct {
    char *text;
    size_t length, room;
    uint32_t writer; /* of the last line... */
    int unfinished;  /* ...which has no end yet */
  } output;

  sett_former *formers[SETT_MOST_FORMERS];
  uint32_t former_count;

  uint64_t pipe_keys[256];  /* whose pipes are where in the commons (pipes.c) */
  char pipe_names[256][40]; /* of FIFOs, for people; or "" */
  uint32_t pipe_count;
  uint8_t pipe_queues[256]; /* do their queues have cells?  (queue.c) */
  /* Queues that have not (knowledge.c). */
  uint64_t shared_queues[SETT_MOST_SHARED_QUEUES];
  uint32_t shared_queue_count;

  uint64_t outputs, outputs_differ; /* SETT_TASK_REPEAT: so many compared */
  char *first_output, *other_output;
  size_t first_length;
} sett_board;

#endif
