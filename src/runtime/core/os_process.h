/* What the run-time knows about the world outside the program in the present
   execution: signals, descriptors that it models, chance.  What several
   processes share of it is in the OS model (os_model.h).  Reset with the
   program's memory, as the world is (world.h). */

#ifndef SETT_RUNTIME_OS_PROCESS_H
#define SETT_RUNTIME_OS_PROCESS_H

#include "runtime/core/signal_queue.h"
#include "runtime/core/world.h"

#include <signal.h>

#define SETT_OS_PROCESS_ADDRESS 0x211000000000ul
#define SETT_OS_PROCESS_SIZE ((size_t)64 << 20)

/* The engine's own descriptors have these numbers and higher ones; the program
   cannot have them. */
#define SETT_MOST_DESCRIPTORS 900
#define SETT_MOST_SIGNALS 65
/* Objects for files (paths.h). */
#define SETT_FILE_WORDS 1024

/* A descriptor that is not the kernel's business. */
typedef enum sett_descriptor_kind {
  SETT_DESCRIPTOR_REAL,
  SETT_DESCRIPTOR_READER, /* of a pipe */
  SETT_DESCRIPTOR_WRITER,
  SETT_DESCRIPTOR_EVENT, /* eventfd */
  SETT_DESCRIPTOR_RANDOM,
  SETT_DESCRIPTOR_TIMER, /* timerfd */
  SETT_DESCRIPTOR_SOCKET,
  SETT_DESCRIPTOR_EPOLL,
  SETT_DESCRIPTOR_FIFO,   /* both ends */
  SETT_DESCRIPTOR_MEMORY, /* shm_open, memfd_create */
  SETT_DESCRIPTOR_QUEUE,  /* mq_open */
} sett_descriptor_kind;

typedef struct sett_descriptor {
  uint8_t kind;
  uint8_t nonblocking;
  uint16_t index; /* in the OS model, among those of its kind */
} sett_descriptor;

/* A thread has done something, at a time of its own; 0: nobody has. */
typedef struct sett_doing {
  uint32_t thread, time;
} sett_doing;

/* Whose process it is (user.c). */
#define SETT_MOST_GROUPS 32
typedef struct sett_user {
  uint32_t ids[2][4]; /* users, groups: real, effective, saved, for files */
  uint8_t known[2];
  uint8_t changed;     /* it is another one than the kernel believes */
  uint8_t group_count; /* plus 1; 0: as the kernel says */
  uint32_t groups[SETT_MOST_GROUPS];
} sett_user;

typedef struct sett_os_process {
  /* Each thread's own. */
  uint64_t draws[SETT_MOST_THREADS];   /* of random numbers */
  uint64_t pending[SETT_MOST_THREADS]; /* masks of signals */

  /* So often it has segments of System V (shared_memory.c). */
  uint8_t attached[SETT_MOST_REGIONS];
  /* So often it has mapped regions, and which part of them it has no longer. */
  uint8_t mappings[SETT_MOST_REGIONS];
  struct {
    uintptr_t from, to;
  } left[SETT_MOST_REGIONS];
  uint64_t process_pending;
  sett_signal_queue queue; /* for threads, and the process (to: 0) */
  struct sigaction actions[SETT_MOST_SIGNALS];

  /* When descriptors were opened, counted in forks: others may share the
     positions of those that are older than the last one. */
  uint16_t generation, opened[SETT_MOST_DESCRIPTORS];
  struct sett_shell *shells;   /* that popen has opened (spawn.c) */
  uint32_t waiting_for_shells; /* threads in `system', and how the program takes
                                  what they ignore */
  struct sigaction usual_actions[2];

  sett_descriptor descriptors[SETT_MOST_DESCRIPTORS];
  /* Threads that have used them in calls; and which one has last changed
     whether calls wait. */
  sett_thread_set users[SETT_MOST_DESCRIPTORS];
  sett_doing changers[SETT_MOST_DESCRIPTORS];
  /* Who has last opened or closed them. */
  sett_doing openers[SETT_MOST_DESCRIPTORS];
  sett_doing uses[SETT_MOST_DESCRIPTORS]; /* the last, since it was opened */
  uint8_t used_at_once[SETT_MOST_DESCRIPTORS];
  /* Of the kernel's, for searches that compare states: what they lead to (0: to
     the same as at the snapshot), which flags were set last (of the descriptor,
     of what it leads to), and where they are there. */
  uint64_t leads[SETT_MOST_DESCRIPTORS];
  uint32_t flags[SETT_MOST_DESCRIPTORS][2];
  int64_t positions[SETT_MOST_DESCRIPTORS];
  uint8_t descriptions[SETT_MOST_DESCRIPTORS]; /* of what is locked (locks.c) */
  uint16_t busy_sockets[256];      /* threads of the process in calls on them */
  uint64_t reads[SETT_FILE_WORDS]; /* objects: positions in files (files.c) */
  /* Objects: numbers of descriptors, and which one is given next
   * (descriptor_numbers.h).
   */
  uint64_t numbers[SETT_MOST_DESCRIPTORS], next_number;
  sett_user user;
} sett_os_process;

_Static_assert(sizeof (sett_os_process) <= SETT_OS_PROCESS_SIZE, "room");

static sett_os_process *const os_process =
    (sett_os_process *)SETT_OS_PROCESS_ADDRESS;

#endif
