/* The OS model: what the kernel would keep for several processes, such as
   pipes, in the present execution.

   A single process has it in private memory, which is reset with all its other
   memory.  Several processes have it in memory that they share; it is empty
   when an execution begins, and the leader empties it again (processes.h).
   Since only the process whose turn it is runs, nothing here needs a lock.

   Objects in the OS model have the same address, and the same number, in all
   processes.  A thread that waits for one waits until a word changes: the
   guard of an object in the OS model is closed while the word at its address is
   0, and other processes see for themselves when it opens. */

#ifndef SETT_RUNTIME_OS_MODEL_H
#define SETT_RUNTIME_OS_MODEL_H

#include "runtime/core/os_process.h"

#define SETT_OS_MODEL_ADDRESS 0x212000000000ul

#define SETT_MOST_PIPES 256
/* A page of a pipe (slots.h); so many it has at first, and at most. */
#define SETT_SLOT_SIZE ((size_t)4096)
#define SETT_USUAL_SLOTS 16
#define SETT_MOST_SLOTS 256

typedef struct sett_slot {
  uint16_t offset, length; /* of what is to be read */
  uint16_t packet;         /* is it one, alone? */
} sett_slot;

/* What one end sends and the other receives, for the searches (queue.h). */
#define SETT_CELLS 16

typedef struct sett_queue {
  /* Objects, whose state is their value. */
  uint64_t cells[SETT_CELLS];
  uint64_t taken; /* grows when there may be more room */

  uint32_t head, count; /* the first cell, and how many are filled */
  uint16_t receiver;    /* the thread that receives, plus 1; 0: none so far */
} sett_queue;

/* The sender's end of it. */
typedef struct sett_tail {
  uint64_t sent;   /* all that counts for the room, if nobody received */
  uint32_t next;   /* the cell that it fills */
  uint16_t sender; /* like the receiver */
} sett_tail;

typedef struct sett_pipe {
  uint32_t readers, writers;           /* descriptors */
  uint32_t readers_ever, writers_ever; /* so often a FIFO was opened */
  uint32_t used;                       /* 0: this one is free */
  uint32_t event;                      /* it is an eventfd... */
  uint32_t semaphore;                  /* ...that counts down by 1 */
  uint64_t value;                      /* of an eventfd */
  uint32_t packets;                    /* O_DIRECT */
  uint32_t slots, filled; /* pages that it has, and that are used */
  size_t length;          /* bytes in it */
  /* What others wait for: objects, whose state is their value. */
  uint64_t readable; /* would a reader go on?  0 or 1 */
  uint64_t room;     /* for writers */
  uint64_t opens;    /* how often a FIFO was opened, by whomever */
  uint64_t gone;     /* 1: there are no writers any more, 2: no readers */
  uint64_t deaf;     /* there are no readers any more */
  uint64_t held;     /* always 0: orders readers and who closes their ends */
  uint32_t first;    /* the slot that is read next */
  sett_queue queue;
  sett_tail tail;
  size_t unit;        /* of a line (queue.h): the size of an item */
  uint32_t turns;     /* so many were before it was opened */
  uint8_t waiting[2]; /* its ends, as of a socket */
} sett_pipe;

#define SETT_MOST_TIMERS 32

typedef struct sett_timer {
  uint32_t descriptors; /* 0: this one is free */
  uint64_t state;       /* an object (timers.c) */
  uint64_t expiry;      /* in virtual time */
  uint64_t interval;    /* of one that expires again and again; else 0 */
} sett_timer;

/* Sockets (sockets.h).  Which thread may have which of them never changes
   (sett_shared), so that it does not matter who asks first. */
#define SETT_MOST_SOCKETS 256
#define SETT_SOCKET_SIZE ((size_t)512 << 10)
#define SETT_MOST_ADDRESSES 512
#define SETT_MOST_SOCKET_OPTIONS 12

/* Of a stream (charges.h). */
#define SETT_MOST_PIECES 600

typedef struct sett_piece {
  uint32_t left, charge; /* bytes, and what is paid for them... */
  uint32_t bytes;        /* ...one by one */
} sett_piece;

typedef enum sett_socket_state {
  SETT_SOCKET_FREE,
  SETT_SOCKET_IDLE, /* new, or bound; a datagram socket without a partner */
  SETT_SOCKET_LISTENING,
  SETT_SOCKET_CONNECTED,
  SETT_SOCKET_REFUSED, /* a connection in progress came to nothing */
  SETT_SOCKET_OVER,    /* a connection that was reset, or ended by both */
} sett_socket_state;

typedef struct sett_socket_name {
  uint32_t length; /* 0: none */
  char bytes[112]; /* a struct sockaddr of this length */
} sett_socket_name;

typedef struct sett_socket {
  uint32_t references; /* descriptors */
  uint32_t busy;       /* threads in calls: it is not closed before they end */
  uint8_t waiting;     /* O_NONBLOCK was changed while several processes had it:
                          1: calls wait, 2: they do not; 0: it was not */
  uint8_t state;       /* sett_socket_state */
  uint8_t type;        /* SOCK_STREAM or SOCK_DGRAM */
  uint8_t family;      /* AF_INET, AF_INET6 or AF_UNIX */
  uint8_t hasty;       /* a connection in progress has succeeded */
  uint8_t passive;     /* made by a listener */
  uint8_t ended;       /* the partner sends no more */
  uint8_t no_input, no_output; /* shutdown */
  uint8_t deaf;     /* the partner receives no more (Unix sockets only) */
  uint8_t asked;    /* for its port; or it loses it with the connection */
  uint8_t accepted; /* made by a listener: lingers at its port */
  uint8_t lingers;  /* SO_LINGER was set */
  uint8_t torn;     /* it was closed while calls went on */
  uint8_t edges;    /* an epoll waits for edges of it */
  int error;        /* that the next operation reports */
  uint16_t owner;   /* the thread whose socket it is, and its number there */
  uint16_t ordinal;
  uint16_t peer;      /* 1 + number of the other end; 0: gone */
  uint16_t partner;   /* the same for good */
  uint16_t address;   /* 1 + number of the address that it is bound to */
  uint16_t left;      /* 1 + address where the other end, closed, lingers */
  uint8_t left_plain; /* ...without SO_REUSEADDR */
  uint16_t next;      /* 1 + number of the next one in a listener's queue */
  uint16_t first, last;
  uint32_t queued, backlog;
  uint8_t reuse, abrupt, only_6; /* SO_REUSEADDR, SO_LINGER 0, IPV6_V6ONLY */
  uint8_t shares;                /* SO_REUSEPORT */
  uint64_t receive_limit, send_limit; /* nanoseconds; 0: none */
  uint32_t option_count;
  struct {
    int level, name, value;
  } options[SETT_MOST_SOCKET_OPTIONS]; /* that mean nothing here */
  sett_socket_name name, peer_name;
  size_t length;     /* of what is to be received */
  uint32_t messages; /* datagrams: how many */
  /* Sizes of buffers (charges.h): what was set, or 0; an object of who sends
     Unix datagrams: what is paid, and of how many pieces; and of UDP, how many
     datagrams were taken together, and what was received of them. */
  uint32_t send_buffer, receive_buffer, low_water;
  uint32_t piece_count, batch, received;
  uint64_t charged;
  /* Objects, whose state is their value: what kind of socket it is at the
     moment; whether a receiver (or accept) goes on; how much room there is for
     who sends to it (or connects); whether the other end is there to receive;
     whether it sends no more. */
  uint64_t status, readable, room, outlet, hangup;
  /* Always 0: orders who sets a time limit and calls that begin; who has done
     so last, and which threads have called (socket_timeouts.c). */
  uint64_t limits;
  sett_doing limiter;
  sett_thread_set callers;
  /* Searches only: of datagrams, what it has ever paid for; the file that it is
     bound to, if it is (their numbers follow from the order of events). */
  uint64_t spent;
  uint32_t node;
  sett_queue queue; /* what is to be received */
  sett_tail tail;   /* of a stream, the partner's; of datagrams, its own */
} sett_socket;

/* A port, or a name of a Unix socket, and who is there. */
typedef struct sett_address {
  /* Objects, whose state is their value: sums of numbers of the sockets that
     are there, and of those that listen... */
  uint64_t users, listeners;
  /* ...and how many connections the port has; in the upper half, those of
     sockets without SO_REUSEADDR.  The upper bits of both halves: some will
     stay for a long time. */
  uint64_t lingering;
  uint32_t files; /* so many were made here: of the name of Unix sockets */
} sett_address;
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
  /* Objects. */
  uint64_t ended;    /* 1 when it has */
  uint64_t over;     /* 1 when it has ended: for those that wait for it */
  uint64_t news;     /* how often something has happened to its children */
  uint64_t zombies;  /* its children that have ended, and nobody knows */
  uint64_t parent;   /* a process, plus 1; 0: none that is known here */
  uint64_t signals;  /* mask of those that wait for it (and of what it does with
                        signals: those below) */
  uint64_t again[3]; /* its further lives (crash.c) */
  uint64_t loose;    /* 1 when it has ended or become another program */
  uint64_t grouping; /* the group that it is in */

  uint64_t handled, ignored; /* masks of signals */
  uint64_t held;             /* blocked by all its threads */
  int status;                /* as wait gives it */
  int group, session;        /* groups.c; 0: as it began */
  uint8_t led;               /* it has led a group, which others may be in */
  uint8_t there;             /* it is, or was */
  uint8_t is_child;          /* somebody can wait for it... */
  uint8_t father;            /* ...this one */
  uint8_t forgotten;         /* ...has done so, or never will */
  uint8_t no_zombies;        /* it will not wait for children (SA_NOCLDWAIT) */
  uint8_t crashed;           /* it has ended so (crash.c) */
  uint8_t timers;            /* that run, whose signals will not come */
  sett_signal_queue queue;   /* of signals (kill.c) */
} sett_life;

/* What a thread has been told about the processors that it may have, and how
   urgent it is (arrangements.c). */
#define SETT_MOST_PROCESSORS 1024
typedef struct sett_arrangement {
  uint8_t has_nice, has_allowed; /* else it is as the program began */
  int8_t nice;
  uint64_t allowed[SETT_MOST_PROCESSORS / 64];
} sett_arrangement;

/* What happened before: for data races (object_clocks.c). */
typedef struct sett_object_clock {
  uint64_t time;
  sett_vector_clock at;
} sett_object_clock;

/* What a program leaves to the one that it becomes, in the OS model. */
typedef struct sett_heritage {
  sett_descriptor descriptors[SETT_MOST_DESCRIPTORS];
  uint8_t descriptions[SETT_MOST_DESCRIPTORS];
  uint8_t output[SETT_MOST_DESCRIPTORS]; /* do they lead to the output? */
  int shown[3];                          /* where output goes, if anywhere */
  uint32_t children;                     /* that the thread has created */
  uint64_t time, signal_mask;
  sett_signal_queue queue; /* for the thread, and for nobody else */
  sett_user user;
  uint16_t held[SETT_MOST_DESCRIPTORS]; /* (shadow_positions.c) */
  uint32_t clock[SETT_MOST_THREADS];
} sett_heritage;

/* A lock of a file (locks.c), from the first byte to the last. */
#define SETT_MOST_LOCKS 64
#define SETT_MOST_DESCRIPTIONS 160

typedef struct sett_lock {
  uint64_t device, file;
  int64_t first, last;
  uint8_t owner;     /* a process; or what was opened */
  uint8_t whole;     /* it is another kind of lock (flock) */
  uint8_t exclusive; /* nobody else can have one */
} sett_lock;

/* Memory of the program that processes share (regions.h). */
typedef struct sett_region {
  uint64_t size;         /* an object: so many bytes, as its users have said */
  uint64_t extent;       /* no more than these were ever used */
  uint64_t attached;     /* an object: so often (shmat) */
  uint8_t kind;          /* sett_region_kind; 0: there is none */
  uint64_t device, file; /* that it is the contents of */
  uint8_t removed;       /* it goes when nobody has it attached (IPC_RMID) */
} sett_region;

/* Something that has a name (ipc.h), in its present life. */
typedef struct sett_ipc_entry {
  uint64_t state; /* an object: 1 + what it leads to; 0: there is none */
  uint32_t lives; /* so often it was made */
} sett_ipc_entry;

/* Semaphores of System V (semaphore_sets.c), and what is to be undone when a
   process ends. */
#define SETT_MOST_SEMAPHORES 32

typedef struct sett_set {
  uint64_t state; /* an object: a digest of the values; 0: there is none */
  uint32_t count; /* of semaphores; 0: there is none */
  uint16_t values[SETT_MOST_SEMAPHORES];
  uint8_t users[SETT_MOST_SEMAPHORES]; /* 1 + the process that was last */
  int16_t undo[SETT_SYSTEM_PROCESSES][SETT_MOST_SEMAPHORES];
} sett_set;

/* Messages: of POSIX (message_queues.c) or of System V (messages.c), in the
   order in which they were sent, or by priority.  Each is a sett_message, then
   its bytes, then what is missing to a multiple of 8. */
#define SETT_MAILBOX_SIZE ((size_t)128 << 10)

typedef struct sett_message {
  int64_t type; /* of POSIX: the priority */
  uint64_t size;
} sett_message;

typedef struct sett_mailbox {
  uint64_t state; /* as above */
  uint8_t exists;
  uint32_t count;        /* of messages... */
  uint64_t bytes;        /* ...and bytes in them */
  uint64_t most, widest; /* POSIX: no more messages, and bytes in one; System V:
                            no more bytes in all */
  uint64_t length;       /* of all that is kept */
} sett_mailbox;

#define SETT_MOST_COMMON_OBJECTS 16384

typedef struct sett_os_model {
  uint64_t files;                       /* an object: all names of files... */
  uint64_t file_words[SETT_FILE_WORDS]; /* ...and each of them (paths.h) */
  uint64_t files_past[2]; /* stands for what was done to them (state.c) */
  uint64_t renamed;       /* counts changes of what names lead to */
  sett_life lives[SETT_SYSTEM_PROCESSES];

  uint32_t pipe_count; /* the first ones; the others were never used */
  sett_pipe pipes[SETT_MOST_PIPES];

  uint32_t socket_count, address_count; /* as above */
  sett_socket sockets[SETT_MOST_SOCKETS];
  sett_address addresses[SETT_MOST_ADDRESSES];
  uint64_t failures[SETT_FAILURE_KINDS]; /* objects: so many so far */
  uint64_t never;                        /* an object that nobody changes */
  uint64_t groups;   /* an object: which processes there are (groups.h) */
  uint64_t arranged; /* an object: priorities and processors... */
  sett_arrangement arrangements[SETT_MOST_THREADS]; /* ...of each thread */
  uint8_t became;         /* a process has become another program */
  uint8_t crashes_chosen; /* it is known how often who may crash
                              (crash_budget.h)... */
  uint8_t crash_budget[SETT_SYSTEM_PROCESSES]; /* ...and start again, in
                                                   turn */
  uint32_t epoll_count;
  sett_epoll epolls[SETT_MOST_EPOLLS];
  uint32_t timer_count;
  sett_timer timers[SETT_MOST_TIMERS];
  uint64_t locked; /* an object: all locks of files */
  uint32_t lock_count;
  sett_lock locks[SETT_MOST_LOCKS];
  uint8_t descriptions[SETT_MOST_DESCRIPTIONS]; /* so many descriptors each */
  uint32_t region_count;                        /* as above */
  sett_region regions[SETT_MOST_REGIONS];
  uint16_t regions_of[SETT_MOST_THREADS]; /* so many has each of them made */
  sett_ipc_entry ipc[SETT_MOST_IPC_NAMES];
  uint16_t ipc_of[SETT_MOST_THREADS]; /* so many things has each made */
  sett_set sets[SETT_MOST_IPC];
  sett_mailbox mailboxes[2][SETT_MOST_IPC]; /* of POSIX, of System V */

  /* Of objects; up to the last one that was used in this execution. */
  uint32_t clock_count;
  sett_object_clock clocks[SETT_MOST_COMMON_OBJECTS];

  /* Never emptied: what counts of it is said above. */
  sett_heritage heritage;
  /* The first one of the signals that wait was sent in this event. */
  uint32_t signalled_by[SETT_SYSTEM_PROCESSES];
  char letters[2][SETT_MOST_IPC][SETT_MAILBOX_SIZE]; /* of mailboxes */
  sett_slot slots[SETT_MOST_PIPES][SETT_MOST_SLOTS]; /* of pipes: rings */
  char contents[SETT_MOST_PIPES][SETT_MOST_SLOTS * SETT_SLOT_SIZE];
  sett_piece pieces[SETT_MOST_SOCKETS][SETT_MOST_PIECES + 1];
  char received[SETT_MOST_SOCKETS][SETT_SOCKET_SIZE]; /* of sockets */
  sett_interest interests[SETT_MOST_EPOLLS][SETT_MOST_INTERESTS];
} sett_os_model;

_Static_assert(sizeof (sett_os_model) <= SETT_OS_MODEL_SIZE, "room");

static sett_os_model *const os_model = (sett_os_model *)SETT_OS_MODEL_ADDRESS;

/* The regions are behind the OS model. */
#define SETT_REGIONS_ADDRESS (SETT_OS_MODEL_ADDRESS + SETT_OS_MODEL_SIZE)

static inline int sett_is_common (const void *object) {
  return (uintptr_t)object - SETT_OS_MODEL_ADDRESS <
         SETT_OS_MODEL_SIZE + SETT_REGIONS_SIZE;
}

/* ...and memory of the program? */
static inline int sett_is_shared (const void *object) {
  return (uintptr_t)object - SETT_REGIONS_ADDRESS < SETT_REGIONS_SIZE;
}

/* Is it in a further plane of clocks (vector_clock.h), of the world or of this?
 */
static inline int sett_is_far (uintptr_t address) {
  const uintptr_t size = (SETT_PLANES - 1) * SETT_PLANE;
  return address - SETT_WORLD_ADDRESS - SETT_PLANE < size ||
         address - SETT_OS_MODEL_ADDRESS - SETT_PLANE < size;
}

_Static_assert(SETT_OS_MODEL_SIZE + SETT_REGIONS_SIZE <= SETT_PLANE &&
                   SETT_WORLD_SIZE <= SETT_PLANE &&
                   SETT_WORLD_ADDRESS + SETT_PLANES * SETT_PLANE <=
                       SETT_OS_PROCESS_ADDRESS,
               "planes");

/* Before the program runs. */
void sett_os_model_open (int shared_file);

sett_object_clock *sett_os_model_clock (const void *object);

/* Is it a word that grows with every change? */
int sett_os_model_is_counter (const void *word);

/* All that belongs to the state of what is shared: without what has no effect
   on the future. */
void sett_os_model_each (void (*visit) (const void *, size_t, void *), void *);

/* Several processes: a new execution begins. */
void sett_os_model_empty (void);

#endif
