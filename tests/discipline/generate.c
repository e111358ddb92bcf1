/* Random programs about the locking discipline, as C, and what is wrong with
   each of them, found by trying all orders of their operations and asking the
   definition (src/discipline/phases.h).

   Threads use some bytes of a global array, of main's stack, of the stack or
   the heap of a thread that hands them to one that it creates; with accesses of
   all sizes that overlap; with locks, some of them recursive and locked again
   by who has them, of which each thread has a dozen of its own besides,
   unlocked in any order; with a semaphore; before and after threads are created
   and joined.

   usage: generate FIRST_SEED COUNT FILE.c
   Prints a line for each program: its number, then the kinds of violations that
   it has, or `none`.  FILE.c is one program; its argument is the number. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  THREADS = 4, /* main creates 1 and 2, the first of them 3 */
  MOST_CODE = 24,
  LOCKS = 3,
  OWN_LOCKS = 12,
  BYTES = 12, /* of an object */
  OBJECTS = 3,
  MOST_EVENTS = 64,
  MOST_EXECUTIONS = 60000,
};

typedef enum code {
  LOCK,       /* x */
  UNLOCK,     /* x */
  OWN_LOCK,   /* all of the thread's own */
  OWN_UNLOCK, /* those in the mask */
  POST,
  WAIT,
  ACCESS, /* object x, `size` bytes from `offset` on */
  CREATE, /* thread x */
  JOIN,   /* thread x */
} code;

typedef struct operation {
  code code;
  unsigned x, offset, size, writes, mask;
  int by_function; /* memset, memcpy */
} operation;

typedef struct program {
  unsigned length[THREADS];
  operation code[THREADS][MOST_CODE];
  unsigned semaphore;
  unsigned recursive; /* a mask of locks */
  int on_heap;        /* what thread 1 hands over */
} program;

static uint64_t chance;

static unsigned any (unsigned below) {
  chance = chance * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(chance >> 33) % below;
}

/*------------------------------------------------------------------------*/
/* Generating. */

static operation *add (program *p, unsigned thread, code c) {
  operation *o = &p->code[thread][p->length[thread]++];
  *o = (operation){.code = c};
  return o;
}

static unsigned room (const program *p, unsigned thread) {
  return MOST_CODE - p->length[thread];
}

static int may_use (unsigned thread, unsigned object) {
  static const unsigned users[OBJECTS] = {0xf, 0x7, 0xa};
  return users[object] >> thread & 1;
}

/* Most programs use few bytes, so that accesses meet. */
static void add_access (program *p, unsigned thread, unsigned narrow) {
  static const unsigned sizes[] = {1, 2, 4, 8, 3, 5};
  operation *o = add (p, thread, ACCESS);
  do
    o->x = any (OBJECTS);
  while (!may_use (thread, o->x));
  const unsigned kind = any (6);
  o->size = sizes[kind];
  o->by_function = kind >= 4;
  o->writes = !any (2);
  o->offset = any (narrow ? 3 : BYTES + 1 - o->size);
}

typedef struct plan {
  unsigned held[LOCKS];        /* so often */
  unsigned own, guard, narrow; /* a mask; the lock that it should take */
  int careful;                 /* ...and does, before it uses anything */
} plan;

static void add_locking (program *p, unsigned thread, plan *state) {
  const unsigned lock = any (3) ? state->guard : any (LOCKS);
  const int again =
      state->held[lock] == 1 && p->recursive >> lock & 1 && any (2);
  if (state->held[lock] && !again) {
    add (p, thread, UNLOCK)->x = lock;
    state->held[lock]--;
  } else {
    add (p, thread, LOCK)->x = lock;
    state->held[lock]++;
  }
}

static void add_own (program *p, unsigned thread, plan *state) {
  const unsigned whole = (1u << OWN_LOCKS) - 1;
  if (!state->own) {
    add (p, thread, OWN_LOCK);
    state->own = whole;
  } else {
    const unsigned mask = state->own & any (whole + 1);
    add (p, thread, OWN_UNLOCK)->mask = mask;
    state->own &= ~mask;
  }
}

static void add_some (program *p, unsigned thread, plan *state,
                      unsigned count) {
  while (count-- && room (p, thread) > 14)
    switch (any (10)) {
    case 0:
    case 1:
    case 2:
      add_locking (p, thread, state);
      break;
    case 3:
      add_own (p, thread, state);
      break;
    case 4:
      if (!any (2))
        add (p, thread, any (3) ? POST : WAIT);
      break;
    default:
      if (state->careful && !state->held[state->guard]) {
        add (p, thread, LOCK)->x = state->guard;
        state->held[state->guard]++;
      }
      if (state->careful && p->recursive >> state->guard & 1 && any (2)) {
        add (p, thread, LOCK)->x = state->guard; /* and have it still */
        add (p, thread, UNLOCK)->x = state->guard;
      }
      add_access (p, thread, state->narrow);
    }
}

static void add_end (program *p, unsigned thread, plan *state) {
  for (unsigned lock = 0; lock < LOCKS; lock++)
    for (; state->held[lock]; state->held[lock]--)
      add (p, thread, UNLOCK)->x = lock;
  if (state->own)
    add (p, thread, OWN_UNLOCK)->mask = state->own;
  state->own = 0;
}

static void generate (uint64_t seed, program *p) {
  chance = seed * 7919;
  any (2);
  memset (p, 0, sizeof *p);
  const plan fresh = {.narrow = any (2), .careful = (int)any (2)};
  const int three = !any (3), both = any (3) > 0;
  p->semaphore = any (2);
  p->on_heap = any (2);
  p->recursive = any (2) ? any (1u << LOCKS) | 1 : 0;
  for (unsigned thread = 0; thread < THREADS; thread++) {
    plan state = fresh;
    if ((thread == 2 && !both) || (thread == 3 && !three))
      continue;
    const unsigned child = thread ? 3 : 1;
    const int creates = !thread || (thread == 1 && three);
    if (thread && !any (3))
      add_own (p, thread, &state);
    add_some (p, thread, &state, thread ? any (4) : any (3));
    if (creates)
      add (p, thread, CREATE)->x = child;
    if (!thread && both)
      add (p, thread, CREATE)->x = 2;
    add_some (p, thread, &state, thread ? any (5) : any (4));
    add_end (p, thread, &state);
    if (creates)
      add (p, thread, JOIN)->x = child;
    if (any (2) && room (p, thread) > 5)
      add_access (p, thread, state.narrow);
    if (!thread && both)
      add (p, thread, JOIN)->x = 2;
    if (any (2) && room (p, thread) > 4)
      add_access (p, thread, state.narrow);
  }
}

/*------------------------------------------------------------------------*/
/* As C. */

static void print_access (const operation *o, FILE *f) {
  static const char *const names[OBJECTS] = {"global", "given", "mine"};
  if (o->by_function)
    fprintf (f,
             o->writes ? "  memset (%s + %u, 1, %u);\n"
                       : "  memcpy (copy, %s + %u, %u);\n",
             names[o->x], o->offset, o->size);
  else
    fprintf (f,
             o->writes ? "  ((struct u%u *)(%s + %u))->x = 1;\n"
                       : "  see += ((struct u%u *)(%s + %u))->x;\n",
             o->size * 8, names[o->x], o->offset);
}

static void print_operation (unsigned number, unsigned thread,
                             const operation *o, FILE *f) {
  switch (o->code) {
  case LOCK:
    fprintf (f, "  pthread_mutex_lock (&locks[%u]);\n", o->x);
    break;
  case UNLOCK:
    fprintf (f, "  pthread_mutex_unlock (&locks[%u]);\n", o->x);
    break;
  case OWN_LOCK:
    for (unsigned i = 0; i < OWN_LOCKS; i++)
      fprintf (f, "  pthread_mutex_lock (&own[%u][%u]);\n", thread, i);
    break;
  case OWN_UNLOCK:
    for (unsigned i = 0; i < OWN_LOCKS; i++)
      if (o->mask >> i & 1)
        fprintf (f, "  pthread_mutex_unlock (&own[%u][%u]);\n", thread, i);
    break;
  case POST:
    fputs ("  sem_post (&semaphore);\n", f);
    break;
  case WAIT:
    fputs ("  sem_wait (&semaphore);\n", f);
    break;
  case ACCESS:
    print_access (o, f);
    fputs ("  BARRIER;\n", f);
    break;
  case CREATE:
    fprintf (f, "  pthread_create (&t%u, 0, thread_%u_%u, %s);\n", o->x, number,
             o->x, o->x == 3 ? "mine" : "given");
    break;
  case JOIN:
    fprintf (f, "  pthread_join (t%u, 0);\n", o->x);
    break;
  }
}

static void print_thread (const program *p, unsigned number, unsigned thread,
                          FILE *f) {
  fprintf (f,
           "static void *thread_%u_%u (void *argument) {\n"
           "  unsigned char copy[16], *%s = argument;\n"
           "  unsigned long see = 0;\n"
           "  pthread_t t1, t2, t3;\n",
           number, thread, thread == 3 ? "mine" : "given");
  if (thread == 1 && p->on_heap)
    fputs ("  unsigned char *mine = malloc (16);\n", f);
  else if (thread == 1)
    fputs ("  unsigned char mine[16];\n  BARRIER;\n", f);
  for (unsigned i = 0; i < p->length[thread]; i++)
    print_operation (number, thread, &p->code[thread][i], f);
  fputs ("  USE (copy); USE (&see); USE (&t1); USE (&t2); USE (&t3);\n", f);
  fprintf (f, "  USE (%s);\n", thread == 3 ? "mine" : "given");
  if (thread == 1)
    fputs ("  USE (mine);\n", f);
  fputs ("  return 0;\n}\n", f);
}

static void print_program (const program *p, unsigned number, FILE *f) {
  fprintf (f, "/* %u */\n", number);
  for (unsigned thread = THREADS; thread--;)
    print_thread (p, number, thread, f);
  fprintf (f,
           "static void main_%u (void) {\n"
           "  unsigned char bytes[16];\n"
           "  make_recursive (%u);\n"
           "  sem_init (&semaphore, 0, %u);\n"
           "  USE (bytes);\n"
           "  thread_%u_0 (bytes);\n}\n",
           number, p->recursive, p->semaphore, number);
}

static const char head[] =
    "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#define WORD(N, TYPE) struct u##N { TYPE x; } "
    "__attribute__ ((packed, may_alias))\n"
    "WORD (8, unsigned char);\nWORD (16, unsigned short);\n"
    "WORD (32, unsigned);\nWORD (64, unsigned long);\n"
    "#define BARRIER __asm__ volatile(\"\" ::: \"memory\")\n"
    "#define USE(X) __asm__ volatile(\"\" ::\"r\"(X) : \"memory\")\n"
    "static unsigned char global[16] __attribute__ ((aligned (8)));\n"
    "static pthread_mutex_t locks[3], own[4][12];\n"
    "static sem_t semaphore;\n"
    "static void make_recursive (unsigned mask) {\n"
    "  pthread_mutexattr_t recursive;\n"
    "  pthread_mutexattr_init (&recursive);\n"
    "  pthread_mutexattr_settype (&recursive, PTHREAD_MUTEX_RECURSIVE);\n"
    "  for (int i = 0; i < 3; i++)\n"
    "    pthread_mutex_init (&locks[i], mask >> i & 1 ? &recursive : 0);\n}\n";

static void print_main (unsigned first, unsigned count, FILE *f) {
  fputs ("int main (int count, char **words) {\n"
         "  switch (count > 1 ? atoi (words[1]) : 0) {\n",
         f);
  for (unsigned i = first; i < first + count; i++)
    fprintf (f, "  case %u: main_%u (); break;\n", i, i);
  fputs ("  default: return 1;\n  }\n  return 0;\n}\n", f);
}

/*------------------------------------------------------------------------*/
/* All orders. */

typedef struct event {
  unsigned thread;
  const operation *operation;
  uint64_t before, given; /* events */
  uint64_t locks;         /* held: common ones first, then the thread's own */
} event;

typedef struct state {
  unsigned at[THREADS], value;
  int owner[LOCKS]; /* -1: free */
  unsigned depth[LOCKS];
  char begun[THREADS], ended[THREADS];
  uint64_t held[THREADS];
  uint64_t before[THREADS], given[THREADS]; /* of the thread so far */
  uint64_t released[LOCKS], posted;
  unsigned count;
} state;

static const program *subject;
static event events[MOST_EVENTS];
static unsigned executions;
static int is_wrong, is_stuck;

static int is_turn (unsigned y, uint64_t uses, int owned) {
  for (uint64_t rest = uses & ~((uint64_t)1 << y); rest; rest &= rest - 1) {
    const unsigned x = __builtin_ctzll (rest);
    if (!(events[x].before >> y & 1) &&
        !((owned ? events[y].before : events[y].given) >> x & 1))
      return 0;
  }
  return 1;
}

static int is_between (uint64_t turns, unsigned x, unsigned y) {
  for (uint64_t rest = turns; rest; rest &= rest - 1) {
    const unsigned t = __builtin_ctzll (rest);
    if ((events[t].before >> x & 1) && (events[y].before >> t & 1))
      return 1;
  }
  return 0;
}

static int is_broken_at (uint64_t uses, uint64_t turns, unsigned x) {
  uint64_t locks = ~(uint64_t)0;
  unsigned writes = 0;
  for (uint64_t rest = uses & ~turns; rest; rest &= rest - 1) {
    const unsigned y = __builtin_ctzll (rest);
    if (is_between (turns, x, y) || is_between (turns, y, x))
      continue;
    locks &= events[y].locks;
    writes |= events[y].operation->writes;
  }
  return writes && !locks;
}

static int is_owned (unsigned object, unsigned thread) {
  return (object == 1 && thread == 0) ||
         (object == 2 && thread == 1 && !subject->on_heap);
}

static int is_byte_broken (unsigned object, unsigned byte, unsigned count) {
  uint64_t uses = 0, turns = 0;
  for (unsigned i = 0; i < count; i++) {
    const operation *o = events[i].operation;
    if (o->code == ACCESS && o->x == object && byte - o->offset < o->size)
      uses |= (uint64_t)1 << i;
  }
  for (uint64_t rest = uses; rest; rest &= rest - 1) {
    const unsigned y = __builtin_ctzll (rest);
    if (is_turn (y, uses, is_owned (object, events[y].thread)))
      turns |= (uint64_t)1 << y;
  }
  for (uint64_t rest = uses & ~turns; rest; rest &= rest - 1)
    if (is_broken_at (uses, turns, __builtin_ctzll (rest)))
      return 1;
  return 0;
}

static void judge (unsigned count) {
  for (unsigned object = 0; object < OBJECTS; object++)
    for (unsigned byte = 0; byte < BYTES; byte++)
      is_wrong |= is_byte_broken (object, byte, count);
}

static int is_again (const state *s, unsigned thread, unsigned lock) {
  return s->owner[lock] == (int)thread && subject->recursive >> lock & 1;
}

static int is_enabled (const state *s, unsigned thread, const operation *o) {
  switch (o->code) {
  case LOCK:
    return s->owner[o->x] < 0 || is_again (s, thread, o->x);
  case WAIT:
    return s->value > 0;
  case JOIN:
    return s->ended[o->x];
  default:
    return 1;
  }
}

static void perform (state *s, unsigned thread, const operation *o) {
  const unsigned n = s->count++;
  const uint64_t bit = (uint64_t)1 << n;
  const uint64_t own = ((uint64_t)1 << OWN_LOCKS) - 1;
  const unsigned shift = LOCKS + thread * OWN_LOCKS;
  switch (o->code) {
  case LOCK:
    if (s->depth[o->x]++)
      break;
    s->owner[o->x] = (int)thread;
    s->held[thread] |= (uint64_t)1 << o->x;
    s->before[thread] |= s->released[o->x];
    break;
  case UNLOCK:
    if (--s->depth[o->x])
      break;
    s->owner[o->x] = -1;
    s->held[thread] &= ~((uint64_t)1 << o->x);
    s->released[o->x] = s->before[thread] | bit;
    break;
  case OWN_LOCK:
    s->held[thread] |= own << shift;
    break;
  case OWN_UNLOCK:
    s->held[thread] &= ~((uint64_t)o->mask << shift);
    break;
  case POST:
    s->value++;
    s->posted |= s->before[thread] | bit;
    break;
  case WAIT:
    s->value--;
    s->before[thread] |= s->posted;
    break;
  case CREATE:
    s->begun[o->x] = 1;
    s->before[o->x] = s->before[thread] | bit;
    s->given[o->x] = s->given[thread] | bit;
    break;
  case JOIN:
    s->before[thread] |= s->before[o->x];
    s->given[thread] |= s->given[o->x];
    break;
  case ACCESS:
    break;
  }
  events[n] =
      (event){thread, o, s->before[thread], s->given[thread], s->held[thread]};
  s->before[thread] |= bit;
  s->given[thread] |= bit;
}

/* What is invisible comes at once: where it comes makes no difference to what
   is before what. */
static int is_invisible (const operation *o) {
  return o->code == ACCESS || o->code == UNLOCK || o->code == OWN_LOCK ||
         o->code == OWN_UNLOCK;
}

static void run_on (state *s, unsigned thread) {
  const operation *code = subject->code[thread];
  const unsigned length = subject->length[thread];
  while (s->at[thread] < length && is_invisible (&code[s->at[thread]]))
    perform (s, thread, &code[s->at[thread]++]);
  s->ended[thread] = s->at[thread] == length;
}

static void explore (const state *s) {
  int moved = 0, alive = 0;
  for (unsigned t = 0; t < THREADS && executions < MOST_EXECUTIONS; t++) {
    if (!s->begun[t] || s->ended[t])
      continue;
    const operation *o = &subject->code[t][s->at[t]];
    alive = 1;
    if (!is_enabled (s, t, o))
      continue;
    state next = *s;
    moved = 1;
    perform (&next, t, o);
    next.at[t]++;
    run_on (&next, t);
    if (o->code == CREATE)
      run_on (&next, o->x);
    explore (&next);
  }
  if (moved || executions >= MOST_EXECUTIONS)
    return;
  executions++;
  is_stuck |= alive;
  judge (s->count);
}

/* False: there are too many. */
static int decide (const program *p) {
  state s = {.begun = {1}, .value = p->semaphore, .owner = {-1, -1, -1}};
  unsigned length = 0;
  for (unsigned t = 0; t < THREADS; t++)
    length += p->length[t];
  if (length >= MOST_EVENTS)
    return 0;
  subject = p;
  executions = 0;
  is_wrong = is_stuck = 0;
  run_on (&s, 0);
  explore (&s);
  return executions < MOST_EXECUTIONS;
}

int main (int count, char **words) {
  if (count != 4) {
    fputs ("usage: generate FIRST_SEED COUNT FILE.c\n", stderr);
    return 2;
  }
  uint64_t seed = strtoul (words[1], NULL, 10);
  const unsigned programs = (unsigned)strtoul (words[2], NULL, 10);
  FILE *f = fopen (words[3], "w");
  if (!f) {
    perror (words[3]);
    return 2;
  }
  fputs (head, f);
  for (unsigned i = 1; i <= programs;) {
    program p;
    generate (seed++, &p);
    if (!decide (&p))
      continue;
    print_program (&p, i, f);
    printf ("%u%s%s%s\n", i++, is_wrong ? " discipline" : "",
            is_stuck ? " deadlock" : "", is_wrong | is_stuck ? "" : " none");
  }
  print_main (1, programs, f);
  return fclose (f) ? 2 : 0;
}
