/* The fixed part of every generated model.

   This text stands at the head of the generated C, after kernel/step.h and
   before the structs and functions of the model; it needs no other header, so
   that it can be compiled in memory.  SETT_TABLE qualifies tables that never
   change, SETT_PRIVATE arrays without a name; SETT_APART is for functions with
   many callers, of which compilers for devices would make as many copies.

   Names in generated functions:
     c  context of the current call     s  the state that is read (bytes)
     T  the next state, being built     g  its globals, read    p  its process
     G  globals of T, written           P  process of T, written */

#ifndef SETT_PROMELA_RUNTIME_H
#define SETT_PROMELA_RUNTIME_H

#ifdef SETT_DEVICE

/* On a device states have the size SETT_DEVICE_BYTES, and a process has eight
   bytes at least.  What takes longer or needs more is left to the processor
   (gpu/search.cl). */
enum {
  SETT_LARGEST_STATE = SETT_DEVICE_BYTES + 1,
  SETT_MOST_PROCESSES = SETT_DEVICE_BYTES / 8 + 1,
  SETT_MOST_CHANNELS = 256,
  SETT_D_STEP_LIMIT = 10000
};
typedef ulong sett_bits;
#define SETT_TABLE __constant
#define SETT_PRIVATE __private
#define SETT_APART __attribute__ ((noinline))

#else

void *memcpy (void *, const void *, unsigned long);
void *memmove (void *, const void *, unsigned long);
void *memset (void *, int, unsigned long);

enum {
  SETT_LARGEST_STATE = 65536,
  SETT_MOST_PROCESSES = 256,
  SETT_MOST_CHANNELS = 256,
  SETT_D_STEP_LIMIT = 10000000
};
typedef unsigned long long sett_bits;
#define SETT_TABLE const
#define SETT_PRIVATE
#define SETT_APART

#endif

enum { SETT_NOWHERE = 0xffffffff };

typedef struct context {
  sett_sink *sink;
  const unsigned char *state;
  uint32_t size;
  uint32_t next_size;     /* of the state being built */
  uint32_t nr_pr;         /* processes in `state` */
  uint32_t channels;      /* in `state` */
  uint32_t next_channels; /* in the state being built */
  uint32_t violation;     /* of the statement being tried, 0: none */
  uint32_t failed;        /* an assertion did not hold: the step goes on */
  uint32_t violation_at;  /* by which transition, or SETT_NOWHERE: the step's */
  uint32_t rounds;        /* of the d_step */
  int timeout;
  int probing;                      /* inside enabled (): nothing counts */
  uint16_t at[SETT_MOST_PROCESSES]; /* where the record of each process is */
#ifdef SETT_LOCAL_CHANNELS
  uint16_t channel_at[SETT_MOST_CHANNELS]; /* where each channel is, from 1 */
  unsigned char channel_shape[SETT_MOST_CHANNELS];
#else
  SETT_TABLE uint16_t *channel_at; /* the same in every state */
  SETT_TABLE unsigned char *channel_shape;
#endif
#if defined SETT_DEVICE && defined SETT_TRIES_PROCESSES
  sett_bits can_go[SETT_MOST_PROCESSES / 64 + 1]; /* what enabled () says */
#endif
} context;

#ifdef SETT_DEVICE

static SETT_APART unsigned char *sett_next (context *);
static SETT_APART void sett_add (context *, uint32_t transition,
                                 unsigned process, unsigned partner,
                                 unsigned holder, unsigned violation,
                                 uint32_t size);
/* The state is left to the processor. */
static void sett_leave (context *);
#define print(CONTEXT, FORMAT, COUNT, VALUES) ((void)0)

/* Was a step lost since the model was asked? */
static int sett_has_lost (const context *c, unsigned before) {
  return c->sink->lost != 0;
}

#else

/* Begins a next state: a copy of the current one. */
static unsigned char *sett_next (context *c) {
  sett_sink *o = c->sink;
  if (o->count == o->steps_room ||
      o->bytes_used + 2 * SETT_LARGEST_STATE > o->bytes_room)
    o->room (o, 2 * SETT_LARGEST_STATE);
  unsigned char *T = o->bytes + o->bytes_used;
  memcpy (T, c->state, c->size);
  c->next_size = c->size;
  c->next_channels = c->channels;
  return T;
}

static void sett_add (context *c, uint32_t transition, unsigned process,
                      unsigned partner, unsigned holder, unsigned violation,
                      uint32_t size) {
  sett_sink *o = c->sink;
  if (o->count == o->steps_room)
    o->room (o, 0); /* the bytes stay where they are */
  sett_step *step = o->steps + o->count++;
  step->transition = transition;
  step->process = (uint16_t)process;
  step->partner = (uint16_t)partner;
  step->holder = (uint16_t)holder;
  step->violation = (uint16_t)violation;
  step->size = size;
  step->offset = o->bytes_used;
  o->bytes_used += size;
}

static void print (context *c, const char *format, int argc, const int *argv) {
  c->sink->print (c->sink, format, argc, argv);
}

/* Did a step since number `before` have a violation after which there is no
   next state? */
static int sett_has_lost (const context *c, unsigned before) {
  for (unsigned i = before; i < c->sink->count; i++)
    if (!c->sink->steps[i].size &&
        c->sink->steps[i].violation != SETT_VIOLATION_ASSERTION)
      return 1;
  return 0;
}

#endif

/* Says which statement of a run or d_step went wrong, unless one inside of it
   is named already. */
static void sett_blame (context *c, uint32_t transition) {
  if (c->violation_at == SETT_NOWHERE)
    c->violation_at = transition;
}

/* The current statement went wrong. */
static SETT_APART void sett_fail (context *c, uint32_t transition,
                                  unsigned process) {
  sett_blame (c, transition);
  sett_add (c, c->violation_at, process, SETT_NO_PROCESS, SETT_NO_PROCESS,
            c->violation, 0);
  c->violation = 0;
  c->violation_at = SETT_NOWHERE;
}

/* libtcc 0.9.27 miscompiles (a ? 0 : 0) ? b : c, so that constants in choices
   go through a function. */
static int sett_value (int value) {
  return value;
}

static int sett_index (context *c, int index, int count) {
  if ((unsigned)index < (unsigned)count)
    return index;
  c->violation = SETT_VIOLATION_INDEX;
  return 0;
}

static int sett_divide (context *c, int a, int b) {
  if (b == -1)
    return (int)(0u - (unsigned)a);
  if (b)
    return a / b;
  c->violation = SETT_VIOLATION_DIVISION;
  return 0;
}

static int sett_modulo (context *c, int a, int b) {
  if (b == -1)
    return 0;
  if (b)
    return a % b;
  c->violation = SETT_VIOLATION_DIVISION;
  return 0;
}

/* Shifts by more than the width: as the processor does. */
static int sett_left (int a, int b) {
  return (int)((unsigned)a << (b & 31));
}

static int sett_right (int a, int b) {
  return a >> (b & 31);
}

/* Is `q` a channel?  Else the statement fails. */
static int sett_channel (context *c, int q) {
  if (q > 0 && (unsigned)q <= c->next_channels)
    return 1;
  c->violation = SETT_VIOLATION_NO_CHANNEL;
  return 0;
}

#endif
