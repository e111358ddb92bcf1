/* The generator of random models: what its parts share.

   A model is printed while it is made up, one statement on each line, so that
   lines can be deleted to make it smaller.  Everything comes from one 64-bit
   seed and integer arithmetic: a seed gives the same model on every machine.
   For that, no two random choices may stand in one expression whose order of
   evaluation C leaves open. */

#ifndef TESTS_RANDOM_GENERATOR_H
#define TESTS_RANDOM_GENERATOR_H

#include <stdint.h>

/* FEATURE (name, how many models in a hundred have it) */
#define FEATURES                                                               \
  FEATURE (atomic, 70)                                                         \
  FEATURE (dstep, 50)                                                          \
  FEATURE (unless, 40)                                                         \
  FEATURE (channels, 75)                                                       \
  FEATURE (rendezvous, 55)                                                     \
  FEATURE (sorted, 40)                                                         \
  FEATURE (random, 40)                                                         \
  FEATURE (poll, 40)                                                           \
  FEATURE (eval, 50)                                                           \
  FEATURE (query, 50)                                                          \
  FEATURE (jump, 50)                                                           \
  FEATURE (else, 70)                                                           \
  FEATURE (timeout, 30)                                                        \
  FEATURE (inline, 40)                                                         \
  FEATURE (for, 40)                                                            \
  FEATURE (select, 40)                                                         \
  FEATURE (assert, 50)                                                         \
  FEATURE (printf, 30)                                                         \
  FEATURE (provided, 12)                                                       \
  FEATURE (priority, 8)                                                        \
  FEATURE (remote, 15)                                                         \
  FEATURE (typedef, 40)                                                        \
  FEATURE (array, 50)                                                          \
  FEATURE (run, 50)                                                            \
  FEATURE (declare, 40)                                                        \
  FEATURE (unsigned, 40)                                                       \
  FEATURE (mtype, 40)                                                          \
  FEATURE (hidden, 8)                                                          \
  FEATURE (chanparam, 40)                                                      \
  FEATURE (localchan, 25)                                                      \
  FEATURE (pid, 40)                                                            \
  FEATURE (endlabel, 40)                                                       \
  FEATURE (fault, 6)                                                           \
  FEATURE (last, 8)                                                            \
  FEATURE (loose, 40)                                                          \
  FEATURE (short, 15)                                                          \
  FEATURE (lazy, 50)                                                           \
  FEATURE (initial, 40)                                                        \
  FEATURE (diary, 25)                                                          \
  FEATURE (deaf, 35)                                                           \
  FEATURE (enabled, 8)

typedef enum feature {
#define FEATURE(NAME, PERCENT) F_##NAME,
  FEATURES
#undef FEATURE
      F_COUNT
} feature;

typedef enum type { BIT, BOOL, BYTE, SHORT, INT, UNSIGNED, MTYPE } type;

typedef struct variable {
  char name[16];
  type type;
  int elements; /* 0 for a scalar */
  int constant; /* a loop counter or a parameter of an inline: not assigned */
  int lazy;     /* seldom read, if at all */
} variable;

typedef enum channel_use { USE_BOTH, USE_SEND, USE_RECEIVE } channel_use;

typedef struct channel {
  char name[16];
  channel_use only; /* what the current process may do with it */
  int capacity;
  int elements;  /* 0 for a single channel */
  int fields;    /* 1 or 2 */
  type field[2]; /* BYTE, BIT or MTYPE */
  int deaf;      /* a field that is received in vain, -1: none */
} channel;

typedef struct process {
  char name[8];
  int first_pid; /* of its active instances */
  int instances; /* 0 when it is started by run */
  int has_here;  /* it has the label `here`, for remote references */
  int channel;   /* what its parameter `port` looks like, -1 without one */
  int priority;
} process;

enum { MAX_VARIABLES = 48, MAX_CHANNELS = 8, MAX_PROCESSES = 6, MTYPES = 3 };

typedef struct generator {
  uint64_t random;
  unsigned char has[F_COUNT];
  int size;
  int indent;
  int names;   /* counter that makes names different */
  int modulus; /* values of plain variables stay below it */
  int masks;   /* use & where % would do: nothing is divided */
  variable variable[MAX_VARIABLES];
  int variables;
  channel channel[MAX_CHANNELS];
  int channels;
  process process[MAX_PROCESSES];
  int processes;
  int current;    /* the process that is being printed, -1 outside */
  int inlines;    /* inline0 ... take one scalar */
  int labels;     /* top-level statements of the current process */
  uint32_t entry; /* those that have a label inside their atomic */
  int top;        /* number of the current top-level statement */
  int after_loop; /* a loop may end just here: SPIN refuses a d_step then */
  int blind;      /* inside d_step or eval, which SPIN also executes in the
                     middle of a rendezvous: no remote references, no
                     _last, no questions to rendezvous channels */
} generator;

/* Where a statement stands. */
typedef struct place {
  int depth;  /* how deep constructs may still be nested */
  int atomic; /* inside atomic: loops must end by themselves */
  int dstep;  /* inside d_step: no blocking, no jumps */
  int escape; /* an escape begins with it: SPIN takes an else there first, a
                 loop too early, an unless only now and then, and forgets
                 what it did when a rendezvous fails afterwards */
  int first;  /* behind a label or at the start of an option: SPIN refuses
                 declarations, unless and d_step there */
} place;

/* arguments.c */
int read_arguments (generator *, int argc, char **argv);

/* chance.c */
int below (generator *, int limit);
int chance (generator *, int percent);
int rare_fault (generator *);
void put (generator *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void line (generator *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void start_line (generator *);
void end_line (generator *);

/* declare.c */
variable *add_variable (generator *, const char *name, type, int elements);
type random_type (generator *);
void print_variable (generator *, const variable *, int value);
void print_channel (generator *, channel *);
channel *add_channel (generator *, const char *name, int capacity);

/* expressions.c */
variable *pick_variable (generator *, int want_scalar, int to_assign);
channel *pick_channel (generator *, int want_buffered);
int may_use (const channel *, channel_use);
void put_comparison (generator *, const variable *);
void put_variable (generator *, const variable *, int constant_index);
void put_channel (generator *, const channel *, int constant_index);
void put_value (generator *, int depth);
int put_remote (generator *);
void put_bounded_value (generator *, type, int scalar);
void put_message_value (generator *, type, int sorted);
void put_guard (generator *);
void put_receive_arguments (generator *, const channel *, int only_poll);

/* statements.c */
void print_statements (generator *, int count, place);
void print_leading (generator *, int count, place);
void print_statement (generator *, place);
const char *type_name (type);

#endif
