/* Random programs that initialise and destroy mutexes, semaphores, conditions,
   barriers, read-write locks and spin locks at any moment, as C, and what is
   wrong with each of them, found by trying all orders of their operations.

   The definition, after POSIX: it is misuse
   - to use what was destroyed and not initialised since, or to destroy it
   again; to wait at a barrier that never was;
   - to destroy a mutex, a read-write lock or a spin lock that somebody has, a
     condition, a barrier or a semaphore for which somebody waits; to initialise
     any of these then;
   - to unlock, or to wait for a condition with, a mutex that one has not, or
   has more than once; to wait for one with different mutexes at the same time.
   Whoever is about to take something has not begun to: that it was destroyed
   shows when it does.  Only if there is nothing to take, it waits.

   With `heap` the objects lie in blocks of memory, one for each kind,
   which are freed at any moment, too.  It is use after free to do anything with
   an object that was freed, to free it again, and to wake up at a condition or
   a barrier that was freed; but not if that was destroyed first, after the
   wake-up.  Nothing can be waited for that was freed.

   usage: generate FIRST_SEED COUNT FILE.c [heap]
   Prints a line for each program: its number, then `use-after-free`, else what
   it has of `misuse` and `deadlock`, or `none`; or `large`.  FILE.c is one
   program; its argument is the number. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, MOST_CODE = 12, MUTEXES = 2, MOST_STATES = 20000 };
enum { MISUSE = 1, DEADLOCK = 2, LARGE = 4, USE_AFTER_FREE = 8 };

typedef enum code {
  LOCK, /* x: of two mutexes, of which the second may be of another kind */
  UNLOCK,
  TRYLOCK,
  UNLOCK_IF, /* it got it */
  INIT_MUTEX,
  DESTROY_MUTEX,
  WAIT,
  TRYWAIT,
  POST,
  INIT_SEMAPHORE, /* x: value */
  DESTROY_SEMAPHORE,
  AWAIT, /* x: mutex */
  SIGNAL,
  BROADCAST,
  INIT_CONDITION,
  DESTROY_CONDITION,
  ARRIVE,
  INIT_BARRIER, /* x: for so many */
  DESTROY_BARRIER,
  READ,
  WRITE,
  RELEASE,
  INIT_RWLOCK,
  DESTROY_RWLOCK,
  SPIN,
  SPIN_OUT,
  INIT_SPIN,
  DESTROY_SPIN,
  FREE, /* x: kind of object */
  CREATE,
  JOIN,
} code;

typedef struct operation {
  uint8_t code, x;
} operation;

typedef struct program {
  unsigned length[THREADS];
  operation code[THREADS][MOST_CODE];
  unsigned kind;  /* of the second mutex */
  unsigned theme; /* the kind of object that most is about */
  unsigned heap;  /* is there that objects are in? */
} program;

enum { MUTEX, SEMAPHORE, CONDITION, BARRIER, RWLOCK, SPINLOCK, KINDS };
enum { NORMAL, RECURSIVE, ERRORCHECK };

static uint64_t chance;

static unsigned any (unsigned below) {
  chance = chance * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(chance >> 33) % below;
}

/*------------------------------------------------------------------------*/
/* Making them. */

static void put (program *p, unsigned t, code c, unsigned x) {
  if (p->length[t] < MOST_CODE)
    p->code[t][p->length[t]++] = (operation){(uint8_t)c, (uint8_t)x};
}

static unsigned some_kind (const program *p) {
  return any (3) ? p->theme : any (KINDS);
}

/* Frees what is of some kind; often after it was destroyed. */
static void put_end (program *p, unsigned t) {
  static const code deaths[KINDS] = {DESTROY_MUTEX,     DESTROY_SEMAPHORE,
                                     DESTROY_CONDITION, DESTROY_BARRIER,
                                     DESTROY_RWLOCK,    DESTROY_SPIN};
  const unsigned kind = some_kind (p);
  if (any (3))
    put (p, t, deaths[kind], 0);
  put (p, t, FREE, kind);
}

/* What is about the lives of objects. */
static void put_life (program *p, unsigned t) {
  if (p->heap && any (3) == 0) {
    put_end (p, t);
    return;
  }
  static const code births[KINDS] = {INIT_MUTEX,     INIT_SEMAPHORE,
                                     INIT_CONDITION, INIT_BARRIER,
                                     INIT_RWLOCK,    INIT_SPIN};
  const code birth = births[some_kind (p)], death = birth + 1;
  const unsigned x = birth == INIT_BARRIER ? 2 : any (2);
  const unsigned what = any (5);
  if (what)
    put (p, t, what < 3 ? birth : death, x);
  else { /* another one at the same place */
    put (p, t, death, x);
    put (p, t, birth, x);
  }
}

/* Something between the beginning and the end of a use. */
static void put_inside (program *p, unsigned t) {
  if (any (3) == 0)
    put_life (p, t);
}

static void put_mutex (program *p, unsigned t) {
  const unsigned x = any (4) == 0;
  if (any (3) == 0) {
    put (p, t, TRYLOCK, x);
    put (p, t, UNLOCK_IF, x);
    return;
  }
  put (p, t, LOCK, x);
  if (p->kind && x && any (3) == 0) {
    put (p, t, LOCK, x);
    put (p, t, UNLOCK, x);
  }
  put_inside (p, t);
  put (p, t, UNLOCK, x);
}

static void put_semaphore (program *p, unsigned t) {
  put (p, t, any (3) == 0 ? POST : any (4) ? WAIT : TRYWAIT, 0);
}

static void put_condition (program *p, unsigned t) {
  const unsigned x = any (4) == 0;
  if (any (3) == 0) {
    put (p, t, any (3) ? SIGNAL : BROADCAST, 0);
    return;
  }
  put (p, t, LOCK, x);
  put (p, t, any (3) ? AWAIT : any (2) ? SIGNAL : BROADCAST, x);
  put (p, t, UNLOCK, x);
}

static void put_barrier (program *p, unsigned t) {
  put (p, t, ARRIVE, 0);
}

static void put_rwlock (program *p, unsigned t) {
  put (p, t, any (2) ? READ : WRITE, 0);
  put_inside (p, t);
  put (p, t, RELEASE, 0);
}

static void put_spin (program *p, unsigned t) {
  put (p, t, SPIN, 0);
  put_inside (p, t);
  put (p, t, SPIN_OUT, 0);
}

static void put_use (program *p, unsigned t) {
  static void (*const uses[KINDS]) (program *, unsigned) = {
      put_mutex,   put_semaphore, put_condition,
      put_barrier, put_rwlock,    put_spin};
  uses[some_kind (p)](p, t);
}

static void make (program *p, uint64_t seed, unsigned heap) {
  memset (p, 0, sizeof *p);
  chance = seed * 0x9e3779b97f4a7c15u + 12345;
  p->heap = heap;
  p->kind = any (3);
  p->theme = any (KINDS);
  if (any (4))
    put (p, 0, INIT_SEMAPHORE, any (2));
  if (any (8))
    put (p, 0, INIT_BARRIER, 2);
  if (any (8) == 0)
    put_life (p, 0);
  put (p, 0, CREATE, 1);
  put (p, 0, CREATE, 2);
  for (unsigned t = 1; t < THREADS; t++) {
    for (unsigned n = 1 + any (2); n--;)
      put_use (p, t);
    if (any (5) == 0)
      put_life (p, t);
  }
  if (any (3) == 0)
    put_use (p, 0);
  if (any (2))
    put_life (p, 0);
  put (p, 0, JOIN, 1);
  put (p, 0, JOIN, 2);
  if (any (2))
    put_life (p, 0);
}

/*------------------------------------------------------------------------*/
/* What is wrong with them. */

enum { NOBODY = 255 };
/* At a condition or a barrier; before a semaphore. */
enum { OUTSIDE, ENQUEUED, WOKEN, STANDING };

typedef struct state {
  uint8_t pc[THREADS], alive[THREADS], where[THREADS], with[THREADS];
  uint8_t got[THREADS][MUTEXES];
  uint8_t owner[MUTEXES], depth[MUTEXES], no_mutex[MUTEXES];
  uint8_t value, no_semaphore, no_condition;
  uint8_t count, arrived; /* 0: there is no barrier */
  uint8_t readers, writer, no_rwlock;
  uint8_t spinner, no_spin;
  uint8_t freed; /* which kinds */
  uint8_t dismissed[THREADS];
} state;

static const program *code_of;
static state seen[MOST_STATES];
static unsigned seen_count, found;

static int has_ended (const state *s, unsigned t) {
  return s->alive[t] && s->pc[t] == code_of->length[t];
}

static operation next (const state *s, unsigned t) {
  return code_of->code[t][s->pc[t]];
}

static unsigned kind_of (unsigned x) {
  return x ? code_of->kind : NORMAL;
}

/* Who has it already gets it again, or an error. */
static int can_lock (const state *s, unsigned t, unsigned x) {
  return s->no_mutex[x] || s->owner[x] == NOBODY ||
         (s->owner[x] == t && kind_of (x) != NORMAL);
}

static unsigned kind_used (const operation o) {
  static const code last[KINDS] = {DESTROY_MUTEX,     DESTROY_SEMAPHORE,
                                   DESTROY_CONDITION, DESTROY_BARRIER,
                                   DESTROY_RWLOCK,    DESTROY_SPIN};
  unsigned kind = 0;
  while (kind < KINDS && o.code > last[kind])
    kind++;
  return o.code == FREE ? o.x : kind;
}

/* Would its next step use what was freed? */
static int uses_freed (const state *s, unsigned t) {
  const operation o = next (s, t);
  const unsigned kind = kind_used (o);
  unsigned used = kind < KINDS ? 1u << kind : 0;
  if (o.code == UNLOCK_IF && !s->got[t][o.x])
    used = 0;
  if (o.code == ARRIVE && s->dismissed[t])
    used = 0;
  if (o.code == AWAIT) /* and the mutex */
    used = (s->dismissed[t] ? 0 : 1u << CONDITION) | 1u << MUTEX;
  return (used & s->freed) != 0;
}

static int can_go (const state *s, unsigned t) {
  if (!s->alive[t] || has_ended (s, t) || s->where[t] == ENQUEUED)
    return 0;
  const operation o = next (s, t);
  if (uses_freed (s, t))
    return 1;
  switch (o.code) {
  case LOCK:
    return can_lock (s, t, o.x);
  case AWAIT:
    return s->where[t] != WOKEN || can_lock (s, t, o.x);
  case WAIT:
    return s->where[t] != STANDING || s->no_semaphore || s->value;
  case READ:
    return s->no_rwlock || s->writer == NOBODY;
  case WRITE:
    return s->no_rwlock || (s->writer == NOBODY && !s->readers);
  case SPIN:
    return s->no_spin || s->spinner == NOBODY;
  case JOIN:
    return has_ended (s, o.x);
  default:
    return 1;
  }
}

/* Threads that wait at the condition, or at the barrier. */
static unsigned waiting (const state *s, code at) {
  unsigned set = 0;
  for (unsigned t = 0; t < THREADS; t++)
    if (s->where[t] == ENQUEUED && next (s, t).code == at)
      set |= 1u << t;
  return set;
}

static int is_apart (const state *s, unsigned x) {
  for (unsigned t = 0; t < THREADS; t++)
    if (waiting (s, AWAIT) >> t & 1 && s->with[t] != x)
      return 1;
  return 0;
}

static int take (state *s, unsigned t, unsigned x) {
  if (s->no_mutex[x])
    return 0;
  if (s->owner[x] == t && kind_of (x) == ERRORCHECK)
    return 1;
  s->owner[x] = (uint8_t)t;
  s->depth[x]++;
  return 1;
}

static int give (state *s, unsigned t, unsigned x) {
  if (s->no_mutex[x])
    return 0;
  if (s->owner[x] != t)
    return kind_of (x) == ERRORCHECK;
  if (!--s->depth[x])
    s->owner[x] = NOBODY;
  return 1;
}

/* One operation, or a part of it; 0: misuse.  Who goes on in the next state
   stays where it is. */
static int await (state *s, unsigned t, unsigned x) {
  if (s->where[t] == WOKEN) {
    s->where[t] = OUTSIDE;
    s->pc[t]++;
    return take (s, t, x);
  }
  if (s->no_condition || s->owner[x] != t || s->depth[x] > 1 || is_apart (s, x))
    return 0;
  s->where[t] = ENQUEUED;
  s->with[t] = (uint8_t)x;
  return give (s, t, x);
}

static void wake (state *s, unsigned set) {
  for (unsigned t = 0; t < THREADS; t++)
    if (set >> t & 1)
      s->where[t] = WOKEN;
}

static int arrive (state *s, unsigned t) {
  if (s->where[t] == WOKEN) {
    s->where[t] = OUTSIDE;
    s->pc[t]++;
    return 1;
  }
  if (!s->count)
    return 0;
  if (s->arrived + 1 == s->count) {
    wake (s, waiting (s, ARRIVE));
    s->arrived = 0;
    s->pc[t]++;
    return 1;
  }
  s->arrived++;
  s->where[t] = ENQUEUED;
  return 1;
}

static int use_lock (state *s, unsigned t, operation o) {
  switch (o.code) {
  case TRYLOCK:
    s->got[t][o.x] = !s->no_mutex[o.x] && can_lock (s, t, o.x) &&
                     (s->owner[o.x] != t || kind_of (o.x) == RECURSIVE);
    if (!s->got[t][o.x])
      return !s->no_mutex[o.x];
    return take (s, t, o.x);
  case LOCK:
    return take (s, t, o.x);
  case UNLOCK_IF:
    return !s->got[t][o.x] || give (s, t, o.x);
  case UNLOCK:
    return give (s, t, o.x);
  case INIT_MUTEX:
    if (s->owner[o.x] != NOBODY)
      return 0;
    s->no_mutex[o.x] = 0;
    return 1;
  default: /* DESTROY_MUTEX */
    if (s->owner[o.x] != NOBODY || s->no_mutex[o.x])
      return 0;
    s->no_mutex[o.x] = 1;
    return 1;
  }
}

/* Does somebody wait for the semaphore? */
static int has_waiters (const state *s) {
  for (unsigned t = 0; t < THREADS; t++)
    if (s->where[t] == STANDING)
      return !s->no_semaphore && !s->value;
  return 0;
}

static int use_semaphore (state *s, operation o) {
  if (o.code == INIT_SEMAPHORE) {
    if (has_waiters (s))
      return 0;
    s->no_semaphore = 0;
    s->value = o.x;
    return 1;
  }
  if (s->no_semaphore || (o.code == DESTROY_SEMAPHORE && has_waiters (s)))
    return 0;
  if (o.code == DESTROY_SEMAPHORE)
    s->no_semaphore = 1;
  else if (o.code == POST)
    s->value++;
  else
    s->value -= s->value > 0;
  return 1;
}

static int use_rwlock (state *s, unsigned t, operation o) {
  switch (o.code) {
  case READ:
    s->readers |= (uint8_t)(1u << t);
    return !s->no_rwlock;
  case WRITE:
    s->writer = (uint8_t)t;
    return !s->no_rwlock;
  case RELEASE:
    if (s->no_rwlock || (s->writer != t && !(s->readers >> t & 1)))
      return 0;
    if (s->writer == t)
      s->writer = NOBODY;
    s->readers &= (uint8_t) ~(1u << t);
    return 1;
  default:
    if (s->readers || s->writer != NOBODY ||
        (o.code == DESTROY_RWLOCK && s->no_rwlock))
      return 0;
    s->no_rwlock = o.code == DESTROY_RWLOCK;
    return 1;
  }
}

static int use_spin (state *s, unsigned t, operation o) {
  const uint8_t owner = s->spinner;
  if (o.code == SPIN)
    s->spinner = (uint8_t)t;
  else if (o.code == SPIN_OUT)
    s->spinner = NOBODY;
  else if (owner != NOBODY)
    return 0;
  if (o.code == INIT_SPIN) {
    s->no_spin = 0;
    return 1;
  }
  if (s->no_spin || (o.code == SPIN_OUT && owner != t))
    return 0;
  s->no_spin = o.code == DESTROY_SPIN;
  return 1;
}

static int use_condition (state *s, operation o) {
  if (o.code == INIT_CONDITION || o.code == DESTROY_CONDITION) {
    if (waiting (s, AWAIT) || (o.code == DESTROY_CONDITION && s->no_condition))
      return 0;
    s->no_condition = o.code == DESTROY_CONDITION;
    return 1;
  }
  if (o.code == BROADCAST)
    wake (s, waiting (s, AWAIT));
  return !s->no_condition;
}

static int use_barrier (state *s, operation o) {
  if (waiting (s, ARRIVE) || (o.code == DESTROY_BARRIER && !s->count))
    return 0;
  s->count = o.code == DESTROY_BARRIER ? 0 : o.x;
  s->arrived = 0;
  return 1;
}

/* Those that were woken there have left it. */
static void dismiss (state *s, code at) {
  for (unsigned t = 0; t < THREADS; t++)
    s->dismissed[t] |= s->where[t] == WOKEN && next (s, t).code == at;
}

static int step (state *s, unsigned t) {
  const operation o = next (s, t);
  if (o.code == DESTROY_CONDITION || o.code == DESTROY_BARRIER)
    dismiss (s, o.code == DESTROY_BARRIER ? ARRIVE : AWAIT);
  else if (o.code == AWAIT || o.code == ARRIVE)
    s->dismissed[t] = 0;
  if (o.code == AWAIT)
    return await (s, t, o.x);
  if (o.code == ARRIVE)
    return arrive (s, t);
  if (o.code == WAIT && s->where[t] != STANDING) {
    s->where[t] = STANDING;
    return 1;
  }
  s->where[t] = OUTSIDE;
  s->pc[t]++;
  if (o.code <= DESTROY_MUTEX)
    return use_lock (s, t, o);
  if (o.code <= DESTROY_SEMAPHORE)
    return use_semaphore (s, o);
  if (o.code <= DESTROY_CONDITION)
    return use_condition (s, o);
  if (o.code <= DESTROY_BARRIER)
    return use_barrier (s, o);
  if (o.code <= DESTROY_RWLOCK)
    return use_rwlock (s, t, o);
  if (o.code <= DESTROY_SPIN)
    return use_spin (s, t, o);
  if (o.code == FREE)
    s->freed |= (uint8_t)(1u << o.x);
  if (o.code == CREATE)
    s->alive[o.x] = 1;
  return 1;
}

static int is_known (const state *s) {
  for (unsigned i = 0; i < seen_count; i++)
    if (!memcmp (&seen[i], s, sizeof *s))
      return 1;
  if (seen_count == MOST_STATES) {
    found |= LARGE;
    return 1;
  }
  seen[seen_count++] = *s;
  return 0;
}

static void explore (const state *s);

/* A signal wakes any one of those that wait. */
static void go (const state *s, unsigned t) {
  state after = *s;
  const unsigned waiters = waiting (s, AWAIT);
  if (uses_freed (s, t)) {
    found |= USE_AFTER_FREE;
    return;
  }
  if (!step (&after, t)) {
    found |= MISUSE;
    return;
  }
  if (next (s, t).code != SIGNAL || !waiters) {
    explore (&after);
    return;
  }
  for (unsigned u = 0; u < THREADS; u++)
    if (waiters >> u & 1) {
      state woken = after;
      wake (&woken, 1u << u);
      explore (&woken);
    }
}

static void explore (const state *s) {
  int moved = 0;
  if (is_known (s))
    return;
  for (unsigned t = 0; t < THREADS; t++)
    if (can_go (s, t)) {
      go (s, t);
      moved = 1;
    }
  if (!moved && !has_ended (s, 0))
    found |= DEADLOCK;
}

static unsigned judge (const program *p) {
  state first;
  memset (&first, 0, sizeof first);
  first.alive[0] = 1;
  memset (first.owner, NOBODY, sizeof first.owner);
  first.writer = first.spinner = NOBODY;
  code_of = p;
  seen_count = found = 0;
  explore (&first);
  return found;
}

/*------------------------------------------------------------------------*/
/* Writing them down. */

static const char *const texts[] = {
    [LOCK] = "pthread_mutex_lock (&m[%u]);",
    [UNLOCK] = "pthread_mutex_unlock (&m[%u]);",
    [TRYLOCK] = "got = !pthread_mutex_trylock (&m[%u]);",
    [UNLOCK_IF] = "if (got) pthread_mutex_unlock (&m[%u]);",
    [INIT_MUTEX] = "init_mutex (%u);",
    [DESTROY_MUTEX] = "pthread_mutex_destroy (&m[%u]);",
    [WAIT] = "sem_wait (&s);",
    [TRYWAIT] = "sem_trywait (&s);",
    [POST] = "sem_post (&s);",
    [INIT_SEMAPHORE] = "sem_init (&s, 0, %u);",
    [DESTROY_SEMAPHORE] = "sem_destroy (&s);",
    [AWAIT] = "pthread_cond_wait (&c, &m[%u]);",
    [SIGNAL] = "pthread_cond_signal (&c);",
    [BROADCAST] = "pthread_cond_broadcast (&c);",
    [INIT_CONDITION] = "pthread_cond_init (&c, 0);",
    [DESTROY_CONDITION] = "pthread_cond_destroy (&c);",
    [ARRIVE] = "pthread_barrier_wait (&b);",
    [INIT_BARRIER] = "pthread_barrier_init (&b, 0, %u);",
    [DESTROY_BARRIER] = "pthread_barrier_destroy (&b);",
    [READ] = "pthread_rwlock_rdlock (&r);",
    [WRITE] = "pthread_rwlock_wrlock (&r);",
    [RELEASE] = "pthread_rwlock_unlock (&r);",
    [INIT_RWLOCK] = "pthread_rwlock_init (&r, 0);",
    [DESTROY_RWLOCK] = "pthread_rwlock_destroy (&r);",
    [SPIN] = "pthread_spin_lock (&l);",
    [SPIN_OUT] = "pthread_spin_unlock (&l);",
    [INIT_SPIN] = "pthread_spin_init (&l, 0);",
    [DESTROY_SPIN] = "pthread_spin_destroy (&l);",
    [FREE] = "free (block[%u]);",
};

static const char *const kinds[] = {"NORMAL", "RECURSIVE", "ERRORCHECK"};

static void print_thread (FILE *f, const program *p, uint64_t n, unsigned t) {
  fprintf (f, "static void *t%llu_%u (void *p) {\n  int got = 0;\n",
           (unsigned long long)n, t);
  if (!t && p->heap)
    fprintf (f, "  be_in_heap ();\n");
  if (!t && p->kind)
    fprintf (f,
             "  m[1] = (pthread_mutex_t)"
             "PTHREAD_%s_MUTEX_INITIALIZER_NP;\n  kind = PTHREAD_MUTEX_%s;\n",
             kinds[p->kind], kinds[p->kind]);
  for (unsigned i = 0; i < p->length[t]; i++) {
    const operation o = p->code[t][i];
    fprintf (f, "  ");
    if (o.code == CREATE)
      fprintf (f, "pthread_create (&id[%u], 0, t%llu_%u, 0);", o.x,
               (unsigned long long)n, o.x);
    else if (o.code == JOIN)
      fprintf (f, "pthread_join (id[%u], 0);", o.x);
    else
      fprintf (f, texts[o.code], o.x);
    fprintf (f, "\n");
  }
  fprintf (f, "  return p;\n}\n");
}

static void print_begin (FILE *f) {
  fprintf (f,
           "#define _GNU_SOURCE\n#include <pthread.h>\n#include <semaphore.h>\n"
           "#include <stdlib.h>\n"
           "static pthread_mutex_t own_m[2];\nstatic sem_t own_s;\n"
           "static pthread_cond_t own_c = PTHREAD_COND_INITIALIZER;\n"
           "static pthread_barrier_t own_b;\nstatic pthread_t id[3];\n"
           "static int kind = PTHREAD_MUTEX_NORMAL;\n"
           "static pthread_rwlock_t own_r = PTHREAD_RWLOCK_INITIALIZER;\n"
           "static pthread_spinlock_t own_l;\n"
           "static void *block[] = {own_m, &own_s, &own_c, &own_b, &own_r,\n"
           "                        (void *)&own_l};\n"
           "#define m ((pthread_mutex_t *)block[0])\n"
           "#define s (*(sem_t *)block[1])\n"
           "#define c (*(pthread_cond_t *)block[2])\n"
           "#define b (*(pthread_barrier_t *)block[3])\n"
           "#define r (*(pthread_rwlock_t *)block[4])\n"
           "#define l (*(pthread_spinlock_t *)block[5])\n"
           "static void be_in_heap (void) {\n"
           "  static const int size[] = {2 * sizeof (pthread_mutex_t),\n"
           "    sizeof (sem_t), sizeof (pthread_cond_t),\n"
           "    sizeof (pthread_barrier_t), sizeof (pthread_rwlock_t),\n"
           "    sizeof (pthread_spinlock_t)};\n"
           "  for (int i = 0; i < 6; i++)\n"
           "    block[i] = calloc (1, size[i]);\n}\n"
           "static void init_mutex (int x) {\n  pthread_mutexattr_t a;\n"
           "  pthread_mutexattr_init (&a);\n  if (x)\n"
           "    pthread_mutexattr_settype (&a, kind);\n"
           "  pthread_mutex_init (&m[x], &a);\n}\n");
}

static void print_end (FILE *f, uint64_t first, uint64_t count) {
  fprintf (f, "int main (int n, char **v) {\n"
              "  switch (n > 1 ? atoll (v[1]) : 0) {\n");
  for (uint64_t i = first; i < first + count; i++)
    fprintf (f, "  case %llu: t%llu_0 (0); break;\n", (unsigned long long)i,
             (unsigned long long)i);
  fprintf (f, "  }\n}\n");
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  const uint64_t first = strtoull (argv[1], NULL, 10);
  const uint64_t count = strtoull (argv[2], NULL, 10);
  FILE *f = fopen (argv[3], "w");
  if (!f)
    return 2;
  print_begin (f);
  for (uint64_t n = first; n < first + count; n++) {
    program p;
    make (&p, n, argc > 4);
    for (unsigned t = THREADS; t--;)
      print_thread (f, &p, n, t);
    const unsigned wrong = judge (&p);
    if (wrong & USE_AFTER_FREE) {
      printf ("%llu use-after-free\n", (unsigned long long)n);
      continue;
    }
    printf ("%llu%s%s%s%s\n", (unsigned long long)n,
            wrong & MISUSE ? " misuse" : "",
            wrong & DEADLOCK ? " deadlock" : "", wrong & LARGE ? " large" : "",
            wrong ? "" : " none");
  }
  print_end (f, first, count);
  return fclose (f) != 0;
}
