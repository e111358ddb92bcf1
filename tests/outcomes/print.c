/* Random programs as C: see program.h. */

#include "program.h"

#include <stdarg.h>
#include <string.h>

static FILE *out;
static char suffix[16];
static int indent;

static const char *const order_names[] = {
#define X(NAME, ORDER, FAILURE) #ORDER,
    ORDERS (X)
#undef X
};
static const char *const failure_names[] = {
#define X(NAME, ORDER, FAILURE) #FAILURE,
    ORDERS (X)
#undef X
};

static void line (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  fprintf (out, "%*s", 2 * indent, "");
  vfprintf (out, format, arguments);
  putc ('\n', out);
  va_end (arguments);
}

/* A name of the program's; lives for a while. */
static const char *name (const char *format, ...) {
  static char ring[16][40];
  static unsigned next;
  char *made = ring[next++ % 16];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (made, sizeof ring[0] - sizeof suffix, format, arguments);
  va_end (arguments);
  return strcat (made, suffix);
}

/* The bytes are fields: their struct has the suffix. */
static const char *variable (unsigned x) {
  static char ring[8][40];
  static unsigned next;
  char *made = ring[next++ % 8];
  if (x < 2)
    return name ("x%u", x);
  snprintf (made, sizeof ring[0], "y%s.b%u", suffix, x - 2);
  return made;
}

static const char *atomic (unsigned x) {
  return name (x == VOLATILE ? "v%u" : "a%u", x);
}

/*------------------------------------------------------------------------*/

static void begin_if (const char *function, const char *object,
                      const char *rest) {
  line ("if (!%s (&%s%s)) {", function, object, rest);
  indent++;
}

static const char *const atomic_types[] = {"uint8_t", "uint16_t", "uint32_t",
                                           "uint64_t"};

static const char *value_of (unsigned x) {
  static char ring[4][64];
  static unsigned next;
  char *made = ring[next++ % 4];
  snprintf (made, sizeof ring[0], x == VOLATILE ? "%s" : "atomic_load (&%s)",
            atomic (x));
  return made;
}

static void print_atomic (const operation *o) {
  const char *a = atomic (o->x);
  const char *how = order_names[o->order];
  const int is_volatile = o->x == VOLATILE;
  switch (o->code) {
  case OP_LOAD:
    if (is_volatile)
      line ("SEE (%s);", a);
    else
      line ("SEE (atomic_load_explicit (&%s, ORDER (%s)));", a, how);
    break;
  case OP_STORE:
    if (is_volatile)
      line ("%s = %u;", a, o->v);
    else
      line ("atomic_store_explicit (&%s, %u, ORDER (%s));", a, o->v, how);
    break;
  case OP_ADD:
    line ("SEE (atomic_fetch_add_explicit (&%s, %u, ORDER (%s)));", a, o->v,
          how);
    break;
  case OP_SWAP:
    line ("SEE (atomic_exchange_explicit (&%s, %u, ORDER (%s)));", a, o->v,
          how);
    break;
  case OP_BOTH:
    line ("sett_atomic_begin ();");
    line ("SEE (atomic_fetch_add (&%s, %u));", a, o->v);
    line ("SEE (%s);", value_of ((o->x + 1) % ATOMIC));
    line ("sett_atomic_end ();");
    break;
  case OP_WHEN:
    if (is_volatile)
      line ("if (%s == %u) {", a, o->v);
    else
      line ("if (atomic_load_explicit (&%s, ORDER (%s)) == %u) {", a, how,
            o->v);
    indent++;
    break;
  default: { /* CAS */
    line ("{");
    line ("  %s wanted = %u;", atomic_types[o->x], o->w);
    line ("  SEE (atomic_compare_exchange_strong_explicit (&%s, &wanted, %u, "
          "ORDER (%s), ORDER (%s)));",
          a, o->v, how, failure_names[o->order]);
    line ("}");
  }
  }
}

/* What is called pthread_... has another name in C11. */
typedef struct names {
  const char *lock, *unlock, *trylock, *timedlock;
  const char *wait, *wait_timed, *late, *signal, *broadcast, *once;
} names;

static const names *names_of (const program *p) {
  static const names both[] = {
      {"pthread_mutex_lock", "pthread_mutex_unlock", "pthread_mutex_trylock",
       "pthread_mutex_timedlock", "pthread_cond_wait", "pthread_cond_timedwait",
       "ETIMEDOUT", "pthread_cond_signal", "pthread_cond_broadcast",
       "pthread_once"},
      {"c11_lock", "c11_unlock", "c11_trylock", "c11_timedlock", "c11_wait",
       "c11_wait_timed", "thrd_timedout", "c11_signal", "c11_broadcast",
       "c11_once"}};
  return &both[p->c11];
}

static void print_wait (const program *p, const operation *o) {
  const char *c = name ("c"), *m = name ("m0");
  const names *how = names_of (p);
  switch (o->code) {
  case OP_AWAIT:
    line ("while (%s != %u)", value_of (o->x), o->v);
    line ("  ;");
    break;
  case OP_AWAIT_YIELD:
    line ("while (%s != %u)", value_of (o->x), o->v);
    line ("  sched_yield ();");
    break;
  case OP_AWAIT_TWO:
    line ("while (%s != %u && %s != %u)", value_of (o->x), o->v,
          value_of ((o->x + 1) % ATOMIC), o->w);
    line ("  ;");
    break;
  case OP_AWAIT_LOCK:
    line ("while (%s (&%s))", how->trylock, name ("m%u", o->x));
    line ("  ;");
    break;
  case OP_AWAIT_CAS:
    line ("{");
    line ("  %s wanted;", atomic_types[o->x]);
    line ("  do");
    line ("    wanted = %u;", o->v);
    line ("  while (!atomic_compare_exchange_strong (&%s, &wanted, %u));",
          atomic (o->x), o->w);
    line ("}");
    break;
  case OP_AWAIT_BACK:
    line ("for (;;) {");
    line ("  atomic_fetch_add (&%s, %u);", atomic (o->x), o->v);
    line ("  if (%s == %u)", value_of ((o->x + 1) % ATOMIC), o->w);
    line ("    break;");
    line ("  atomic_fetch_sub (&%s, %u);", atomic (o->x), o->v);
    line ("}");
    break;
  case OP_AWAIT_POLL:
    line ("{");
    line ("  int is;");
    line ("  do {");
    line ("    %s (&%s);", how->lock, name ("m%u", o->w));
    line ("    is = %s;", variable (o->x));
    line ("    %s (&%s);", how->unlock, name ("m%u", o->w));
    line ("  } while (is != %u);", o->v);
    line ("}");
    break;
  case OP_RETRY:
    line ("{");
    line ("  int i = 0;");
    line ("  while (i < 2 && %s != %u)", value_of (o->x), o->v);
    line ("    i++;");
    line ("  SEE (i);");
    line ("}");
    break;
  case OP_WAIT:
    line ("%s (&%s, &%s);", how->wait, c, m);
    break;
  case OP_WAIT_TIMED:
    line ("SEE (%s (&%s, &%s, SOON) == %s);", how->wait_timed, c, m, how->late);
    break;
  default: /* WAIT_LOOP */
    line ("while (%s != %u)", variable (o->x), o->v);
    line ("  %s (&%s, &%s);", how->wait, c, m);
    break;
  }
}

/* Who is cancelled while it waits has the lock, and must give it back. */
static void print_wait_cancelled (const program *p, const operation *o) {
  line ("pthread_cleanup_push (let_go, &%s);", name ("m0"));
  print_wait (p, o);
  line ("pthread_cleanup_pop (0);");
}

static void print_pipe (const operation *o) {
  switch (o->code) {
  case OP_FUTEX_WAIT:
    line ("SEE (futex_wait (&%s, %u, NULL));", atomic (o->x), o->v);
    break;
  case OP_FUTEX_TIMED:
    line ("SEE (futex_wait (&%s, %u, BRIEFLY));", atomic (o->x), o->v);
    break;
  case OP_FUTEX_WAKE:
    line ("SEE (futex_wake (&%s, %u));", atomic (o->x), o->v);
    break;
  case OP_PIPE_READ:
    line ("SEE (get_byte (%s[0]));", name ("p"));
    break;
  case OP_PIPE_WRITE:
    line ("put_byte (%s[1], %u);", name ("p"), o->v);
    break;
  case OP_PIPE_LOOK:
    line ("SEE (has_byte (%s[0]));", name ("p"));
    break;
  case OP_EVENT_READ:
    line ("SEE (get_count (%s));", name ("e"));
    break;
  default: /* EVENT_WRITE */
    line ("put_count (%s, %u);", name ("e"), o->v);
    break;
  }
}

static void print_heap (const operation *o) {
  const char *h = name ("hp");
  line ("{");
  indent++;
  switch (o->code) {
  case OP_PUBLISH:
    line ("int *p = malloc (sizeof *p);");
    line ("*p = %u;", o->v);
    line ("atomic_store (&%s, p);", h);
    break;
  case OP_USE:
    line ("int *p = atomic_load (&%s);", h);
    line ("if (p)");
    line ("  SEE (*p);");
    break;
  case OP_USE_ANYHOW:
    line ("int *p = atomic_load (&%s);", h);
    line ("SEE (*p);");
    break;
  case OP_CONSUME:
    line ("int *p = atomic_exchange (&%s, NULL);", h);
    line ("if (p) {");
    line ("  SEE (*p);");
    line ("  free (p);");
    line ("}");
    break;
  default: /* FREE */
    line ("int *p = atomic_load (&%s);", h);
    line ("free (p);");
    break;
  }
  indent--;
  line ("}");
}

/* All variables in use, one after the other, then one call. */
static void print_dump (const program *p) {
  for (unsigned i = 0; i < PLAIN; i++)
    line ("const int see_x%u = %s;", i, uses_plain (p, i) ? variable (i) : "0");
  for (unsigned i = 0; i < ATOMIC; i++)
    line ("const int see_a%u = (int)%s;", i,
          uses_atomic (p, i) ? value_of (i) : "0");
  line ("printf (\"%%u %%d %%d %%d %%d %%d %%d %%d %%d %%d\", r, see_x0, "
        "see_x1, see_x2, see_x3, see_a0, see_a1, see_a2, see_a3, see_a4);");
  line ("fflush (stdout);");
}

/*------------------------------------------------------------------------*/
/* Declarations: what a thread uses at most, and those that it creates. */

enum {
  USES_POINTER = ATOMIC,
  USES_MUTEX,
  USES_CONDITION = USES_MUTEX + MUTEXES,
  USES_RWLOCK,
  USES_SPINLOCK,
  USES_BARRIER,
  USES_SEMAPHORE,
  USES
};

enum { LOOKS = 1, CHANGES = 2 };

typedef struct uses {
  uint8_t how[USES];
  int undeclared; /* it ends the program, or uses what has no name */
} uses;

static const char *used (unsigned i) {
  static const char *const letters[] = {"c", "w", "k", "b", "s"};
  if (i < ATOMIC)
    return atomic (i);
  if (i == USES_POINTER)
    return name ("hp");
  return i < USES_CONDITION ? name ("m%u", i - USES_MUTEX)
                            : name (letters[i - USES_CONDITION]);
}

static void add_use (const program *p, const operation *o, uses *u) {
  switch (o->code) {
  case OP_LOAD:
  case OP_WHEN:
  case OP_AWAIT:
  case OP_AWAIT_YIELD:
  case OP_RETRY:
    u->how[o->x] |= LOOKS;
    break;
  case OP_AWAIT_TWO:
    u->how[o->x] |= LOOKS;
    u->how[(o->x + 1) % ATOMIC] |= LOOKS;
    break;
  case OP_BOTH:
  case OP_AWAIT_BACK:
    u->how[o->x] |= CHANGES;
    u->how[(o->x + 1) % ATOMIC] |= LOOKS;
    break;
  case OP_AWAIT_POLL:
    u->how[USES_MUTEX + o->w] |= CHANGES;
    break;
  case OP_STORE:
  case OP_ADD:
  case OP_SWAP:
  case OP_CAS:
  case OP_AWAIT_CAS:
    u->how[o->x] |= CHANGES;
    break;
  case OP_DUMP:
    for (unsigned i = 0; i < ATOMIC; i++)
      u->how[i] |= uses_atomic (p, i) ? LOOKS : 0;
    break;
  case OP_USE:
  case OP_USE_ANYHOW:
  case OP_FREE:
    u->how[USES_POINTER] |= LOOKS;
    break;
  case OP_PUBLISH:
  case OP_CONSUME:
    u->how[USES_POINTER] |= CHANGES;
    break;
  case OP_LOCK:
  case OP_UNLOCK:
  case OP_TRYLOCK:
  case OP_TIMEDLOCK:
  case OP_AWAIT_LOCK:
    u->how[USES_MUTEX + o->x % MUTEXES] |= CHANGES;
    break;
  case OP_WAIT:
  case OP_WAIT_LOOP:
  case OP_WAIT_TIMED:
    u->how[USES_MUTEX] |= CHANGES;
    u->how[USES_CONDITION] |= CHANGES;
    break;
  case OP_SIGNAL:
  case OP_BROADCAST:
    u->how[USES_CONDITION] |= CHANGES;
    break;
  case OP_SEM_WAIT:
  case OP_SEM_TRY:
  case OP_SEM_TIMED:
  case OP_SEM_POST:
  case OP_SEM_VALUE:
    u->how[USES_SEMAPHORE] |= CHANGES;
    break;
  case OP_READ_LOCK:
  case OP_WRITE_LOCK:
  case OP_TRY_READ:
  case OP_TRY_WRITE:
  case OP_TIMED_READ:
  case OP_TIMED_WRITE:
  case OP_RW_UNLOCK:
    u->how[USES_RWLOCK] |= CHANGES;
    break;
  case OP_SPIN_LOCK:
  case OP_SPIN_TRY:
  case OP_SPIN_UNLOCK:
    u->how[USES_SPINLOCK] |= CHANGES;
    break;
  case OP_ARRIVE:
    u->how[USES_BARRIER] |= CHANGES;
    break;
  case OP_KEY:
    u->how[COUNTER] |= CHANGES;
    break;
  case OP_READ:
  case OP_WRITE:
  case OP_INCREMENT:
  case OP_FENCE:
  case OP_CHOOSE:
  case OP_ASSUME:
  case OP_ASSERT:
  case OP_LOCAL:
  case OP_CREATE:
  case OP_JOIN:
  case OP_DETACH:
  case OP_EXIT:
  case OP_QUICK_EXIT:
  case OP_LEAVE:
    break;
  default: /* something that has no name: files, pipes, ... */
    u->undeclared = 1;
    break;
  }
}

static void add_uses (const program *p, unsigned thread, uses *u) {
  for (unsigned i = 0; i < p->length[thread]; i++) {
    const operation *o = &p->code[thread][i];
    add_use (p, o, u);
    if (o->code == OP_CREATE)
      add_uses (p, o->x, u);
    if (thread && (o->code == OP_EXIT || o->code == OP_QUICK_EXIT))
      u->undeclared = 1;
  }
}

/* Every other program declares everything. */
static void print_declaration (const program *p, unsigned thread,
                               const char *word) {
  uses u = {0};
  add_uses (p, thread, &u);
  if (u.undeclared || p->seed % 2)
    return;
  for (unsigned i = 0; i < USES; i++)
    if (u.how[i])
      line ("sett_will_use (&%s, sizeof %s, %s);", used (i), used (i),
            u.how[i] & CHANGES ? "SETT_CHANGE" : "SETT_OBSERVE");
  line ("%s ();", word);
}

/*------------------------------------------------------------------------*/

static void print_thread_operation (const program *p, const operation *o,
                                    unsigned thread, unsigned at) {
  switch (o->code) {
  case OP_CREATE:
    print_declaration (p, o->x, "sett_child_will_use_nothing_else");
    line ("pthread_create (&%s, NULL, %s, NULL);", name ("h%u", o->x),
          name ("thread%u", o->x));
    break;
  case OP_JOIN:
    line ("{");
    line ("  void *result;");
    line ("  pthread_join (%s, &result);", name ("h%u", o->x));
    line ("  SEE ((uintptr_t)result);");
    line ("}");
    break;
  case OP_DETACH:
    line ("pthread_detach (%s);", name ("h%u", o->x));
    break;
  case OP_CANCEL:
    line ("pthread_cancel (%s);", name ("h%u", o->x));
    break;
  case OP_TESTCANCEL:
    line ("pthread_testcancel ();");
    break;
  case OP_LOCAL:
    line ("SEE (++%s);", name ("local"));
    break;
  case OP_KEY:
    line ("SEE ((uintptr_t)pthread_getspecific (%s));", name ("key"));
    line ("pthread_setspecific (%s, (void *)(uintptr_t)%u);", name ("key"),
          o->v);
    break;
  case OP_CHOOSE:
    line ("SEE (CHOOSE (%u));", o->v);
    break;
  case OP_ASSUME:
    line ("ASSUME (r %% %u != %u);", o->v, o->w);
    break;
  case OP_ASSERT:
    line ("assert (T%u_%u && r %% %u != %u);", thread, at, o->v, o->w);
    break;
  case OP_EXIT:
    line ("exit (%u);", o->v);
    break;
  case OP_QUICK_EXIT:
    line ("_exit (%u);", o->v);
    break;
  default: /* LEAVE */
    line ("pthread_exit (NULL);");
    break;
  }
}

static void print_lock (const program *p, const operation *o) {
  const char *m = name ("m%u", o->x % MUTEXES), *w = name ("w"),
             *k = name ("k"), *s = name ("s");
  const names *how = names_of (p);
  switch (o->code) {
  case OP_LOCK:
    line (p->kind[o->x] == ERRORCHECK ? "SEE (%s (&%s) != 0);" : "%s (&%s);",
          how->lock, m);
    break;
  case OP_UNLOCK:
    line (p->kind[o->x] == ERRORCHECK ? "SEE (%s (&%s) != 0);" : "%s (&%s);",
          how->unlock, m);
    break;
  case OP_TRYLOCK:
    begin_if (how->trylock, m, "");
    break;
  case OP_TIMEDLOCK:
    begin_if (how->timedlock, m, ", SOON");
    break;
  case OP_SIGNAL:
    line ("%s (&%s);", how->signal, name ("c"));
    break;
  case OP_BROADCAST:
    line ("%s (&%s);", how->broadcast, name ("c"));
    break;
  case OP_ONCE:
    line ("%s (&%s, %s);", how->once, name ("o"), name ("count"));
    break;
  case OP_SEM_WAIT:
    line ("sem_wait (&%s);", s);
    break;
  case OP_SEM_TRY:
    begin_if ("sem_trywait", s, "");
    break;
  case OP_SEM_TIMED:
    begin_if ("sem_timedwait", s, ", SOON");
    break;
  case OP_SEM_POST:
    line ("sem_post (&%s);", s);
    break;
  case OP_SEM_VALUE:
    line ("{");
    line ("  int value;");
    line ("  sem_getvalue (&%s, &value);", s);
    line ("  SEE (value);");
    line ("}");
    break;
  case OP_READ_LOCK:
    line ("SEE (pthread_rwlock_rdlock (&%s) != 0);", w);
    break;
  case OP_WRITE_LOCK:
    line ("SEE (pthread_rwlock_wrlock (&%s) != 0);", w);
    break;
  case OP_TRY_READ:
    begin_if ("pthread_rwlock_tryrdlock", w, "");
    break;
  case OP_TRY_WRITE:
    begin_if ("pthread_rwlock_trywrlock", w, "");
    break;
  case OP_TIMED_READ:
    begin_if ("pthread_rwlock_timedrdlock", w, ", SOON");
    break;
  case OP_TIMED_WRITE:
    begin_if ("pthread_rwlock_timedwrlock", w, ", SOON");
    break;
  case OP_RW_UNLOCK:
    line ("pthread_rwlock_unlock (&%s);", w);
    break;
  case OP_SPIN_LOCK:
    line ("pthread_spin_lock (&%s);", k);
    break;
  case OP_SPIN_TRY:
    begin_if ("pthread_spin_trylock", k, "");
    break;
  case OP_SPIN_UNLOCK:
    line ("pthread_spin_unlock (&%s);", k);
    break;
  default: /* ARRIVE */
    line ("SEE (pthread_barrier_wait (&%s) != 0);", name ("b"));
    break;
  }
}

static void print_file (const operation *o) {
  static const char *const ways[] = {
      "O_RDWR | O_CREAT", "O_RDWR | O_CREAT | O_EXCL",
      "O_RDWR | O_CREAT | O_TRUNC", "O_RDWR", "O_WRONLY | O_CREAT | O_APPEND"};
  switch (o->code) {
  case OP_FILE_OPEN:
    line ("f = open (NAME%u, %s, 0600);", o->x, ways[o->v]);
    line ("SEE (f >= 0);");
    break;
  case OP_FILE_READ:
    line ("SEE (read_file (f, %u));", o->v);
    break;
  case OP_FILE_WRITE:
    line ("SEE (write (f, \"%c%c%c\", %u));", o->w, o->w + 1, o->w + 2, o->v);
    break;
  case OP_FILE_CLOSE:
    line ("SEE (close (f));");
    break;
  case OP_FILE_SEEK:
    line ("SEE (lseek (f, %u, %s));", o->v < 3 ? o->v : 0,
          o->v < 3 ? "SEEK_SET" : "SEEK_END");
    break;
  case OP_FILE_CUT:
    line ("SEE (ftruncate (f, %u));", o->v);
    break;
  case OP_FILE_COPY:
    line ("f = dup (f);");
    break;
  case OP_FILE_SHARE:
    line ("f = %s;", name ("d"));
    break;
  case OP_FILE_REMOVE:
    line ("SEE (unlink (NAME%u));", o->x);
    break;
  case OP_FILE_RENAME:
    line ("SEE (rename (NAME%u, NAME%u));", o->x, 1 - o->x);
    break;
  case OP_FILE_SIZE:
    line ("SEE (size_of_file (NAME%u));", o->x);
    break;
  case OP_FILE_SHOW:
    line ("SEE (show_file (NAME%u));", o->x);
    break;
  case OP_FOLDER_MAKE:
    line ("SEE (mkdir (FOLDER, 0700));");
    break;
  default: /* FOLDER_REMOVE */
    line ("SEE (rmdir (FOLDER));");
    break;
  }
}

static void print_operation (const program *p, unsigned thread, unsigned at) {
  const operation *o = &p->code[thread][at];
  line ("DAWDLE ();");
  switch (o->code) {
  case OP_READ:
    line ("SEE (%s);", variable (o->x));
    break;
  case OP_WRITE:
    line ("%s = %u;", variable (o->x), o->v);
    break;
  case OP_INCREMENT:
    line ("%s = %s + 1;", variable (o->x), variable (o->x));
    break;
  case OP_LOAD:
  case OP_STORE:
  case OP_ADD:
  case OP_SWAP:
  case OP_CAS:
  case OP_BOTH:
  case OP_WHEN:
    print_atomic (o);
    break;
  case OP_FENCE:
    line ("atomic_thread_fence (ORDER (%s));", order_names[o->order]);
    break;
  case OP_AWAIT:
  case OP_AWAIT_YIELD:
  case OP_AWAIT_TWO:
  case OP_AWAIT_CAS:
  case OP_AWAIT_BACK:
  case OP_AWAIT_POLL:
  case OP_AWAIT_LOCK:
  case OP_RETRY:
    print_wait (p, o);
    break;
  case OP_WAIT:
  case OP_WAIT_TIMED:
  case OP_WAIT_LOOP:
    (has_operation (p, OP_CANCEL) ? print_wait_cancelled : print_wait) (p, o);
    break;
  case OP_FUTEX_WAIT:
  case OP_FUTEX_TIMED:
  case OP_FUTEX_WAKE:
  case OP_PIPE_READ:
  case OP_PIPE_WRITE:
  case OP_PIPE_LOOK:
  case OP_EVENT_READ:
  case OP_EVENT_WRITE:
    print_pipe (o);
    break;
  case OP_PUBLISH:
  case OP_USE:
  case OP_USE_ANYHOW:
  case OP_CONSUME:
  case OP_FREE:
    print_heap (o);
    break;
  case OP_FILE_OPEN:
  case OP_FILE_READ:
  case OP_FILE_WRITE:
  case OP_FILE_CLOSE:
  case OP_FILE_SEEK:
  case OP_FILE_CUT:
  case OP_FILE_COPY:
  case OP_FILE_SHARE:
  case OP_FILE_REMOVE:
  case OP_FILE_RENAME:
  case OP_FILE_SIZE:
  case OP_FILE_SHOW:
  case OP_FOLDER_MAKE:
  case OP_FOLDER_REMOVE:
    print_file (o);
    break;
  case OP_CREATE:
  case OP_JOIN:
  case OP_DETACH:
  case OP_LOCAL:
  case OP_KEY:
  case OP_CHOOSE:
  case OP_ASSUME:
  case OP_ASSERT:
  case OP_EXIT:
  case OP_QUICK_EXIT:
  case OP_LEAVE:
  case OP_CANCEL:
  case OP_TESTCANCEL:
    print_thread_operation (p, o, thread, at);
    break;
  case OP_DUMP:
    print_dump (p);
    break;
  default:
    print_lock (p, o);
    break;
  }
}

static int is_opener (const operation *o) {
  return o->code == OP_WHEN || o->code == OP_TRYLOCK ||
         o->code == OP_TIMEDLOCK || o->code == OP_SEM_TRY ||
         o->code == OP_SEM_TIMED || o->code == OP_TRY_READ ||
         o->code == OP_TRY_WRITE || o->code == OP_TIMED_READ ||
         o->code == OP_TIMED_WRITE || o->code == OP_SPIN_TRY;
}

/* Closes the bodies that end after this operation. */
static void end_bodies (const program *p, unsigned thread, unsigned at) {
  for (unsigned i = 0; i <= at; i++)
    if (is_opener (&p->code[thread][i]) && i + p->code[thread][i].body == at) {
      indent--;
      line ("}");
    }
}

static void print_body (const program *p, unsigned thread) {
  indent = 1;
  line ("unsigned r = 0;");
  if (!thread)
    print_declaration (p, 0, "sett_will_use_nothing_else");
  if (uses_files (p))
    line ("int f = -1;");
  for (unsigned i = 0; i < p->length[thread]; i++) {
    print_operation (p, thread, i);
    end_bodies (p, thread, i);
  }
  line (thread ? "return (void *)(uintptr_t)r;" : "return 0;");
  indent = 0;
}

/*------------------------------------------------------------------------*/

/* It is called again for what it leaves. */
static void print_destructor (void) {
  line ("static pthread_key_t %s;", name ("key"));
  line ("static void %s (void *value) {", name ("drop"));
  line ("  atomic_fetch_add (&%s, (uintptr_t)value);", atomic (COUNTER));
  line ("  pthread_setspecific (%s, (void *)((uintptr_t)value - 1));",
        name ("key"));
  line ("}");
}

/* Variables are apart: Sett takes eight bytes for one when it looks for what
   orders accesses. */
static void print_objects (const program *p) {
  static const char *const mutexes[] = {
      "PTHREAD_MUTEX_INITIALIZER", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
      "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"};
  line ("static PLAIN int %s __attribute__ ((aligned (8)));", variable (0));
  line ("static PLAIN int %s __attribute__ ((aligned (8)));", variable (1));
  line ("static struct { PLAIN char b0, b1; } y%s "
        "__attribute__ ((aligned (8)));",
        suffix);
  line ("static _Atomic uint8_t %s __attribute__ ((aligned (8)));", atomic (0));
  line ("static _Atomic uint16_t %s __attribute__ ((aligned (8)));",
        atomic (1));
  line ("static _Atomic uint32_t %s __attribute__ ((aligned (8)));",
        atomic (2));
  line ("static _Atomic uint64_t %s __attribute__ ((aligned (8)));",
        atomic (3));
  line ("static VOLATILE int %s __attribute__ ((aligned (8)));", atomic (4));
  line ("static int *_Atomic %s;", name ("hp"));
  line ("static __thread int %s;", name ("local"));
  for (unsigned i = 0; i < MUTEXES; i++)
    line ("static pthread_mutex_t %s = %s;", name ("m%u", i),
          mutexes[p->kind[i]]);
  line ("static pthread_cond_t %s = PTHREAD_COND_INITIALIZER;", name ("c"));
  line ("static pthread_rwlock_t %s = PTHREAD_RWLOCK_INITIALIZER;", name ("w"));
  line ("static pthread_spinlock_t %s;", name ("k"));
  line ("static pthread_barrier_t %s;", name ("b"));
  line ("static sem_t %s;", name ("s"));
  line ("static pthread_once_t %s = PTHREAD_ONCE_INIT;", name ("o"));
  line ("static int %s[2], %s, %s = -1;", name ("p"), name ("e"), name ("d"));
  if (has_operation (p, OP_ONCE))
    line ("static void %s (void) { %s = %s + 1; }", name ("count"),
          variable (1), variable (1));
  if (has_operation (p, OP_KEY))
    print_destructor ();
  for (unsigned i = 1; i < p->threads; i++)
    line ("static pthread_t %s;", name ("h%u", i));
}

/* Assertions have names, which reports show. */
static void print_names (const program *p) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      if (p->code[t][i].code == OP_ASSERT) {
        line ("#undef T%u_%u", t, i);
        line ("#define T%u_%u 1", t, i);
      }
}

static void print_pipes (const program *p) {
  if (has_operation (p, OP_PIPE_READ) || has_operation (p, OP_PIPE_WRITE) ||
      has_operation (p, OP_PIPE_LOOK))
    line ("  if (pipe (%s)) return 98;", name ("p"));
  if (has_operation (p, OP_EVENT_READ) || has_operation (p, OP_EVENT_WRITE))
    line ("  %s = eventfd (0, 0);", name ("e"));
  if (uses_files (p))
    line ("  begin ();");
  if (has_operation (p, OP_FILE_SHARE))
    line ("  %s = open (NAME0, O_RDWR | O_CREAT, 0600);", name ("d"));
}

void print_program (const program *p, int number, FILE *file) {
  out = file;
  indent = 0;
  suffix[0] = 0;
  if (number >= 0)
    snprintf (suffix, sizeof suffix, "_%d", number);
  line ("/* seed %lu */", p->seed);
  print_names (p);
  print_objects (p);
  for (unsigned t = p->threads; t--;) {
    if (t)
      line ("static void *%s (void *unused) {", name ("thread%u", t));
    else
      line ("static int %s (void) {", name ("program"));
    if (t)
      line ("  (void)unused;");
    else {
      line ("  sem_init (&%s, 0, %u);", name ("s"), p->semaphore);
      line ("  pthread_spin_init (&%s, 0);", name ("k"));
      line ("  pthread_barrier_init (&%s, NULL, %u);", name ("b"), p->barrier);
      if (has_operation (p, OP_KEY))
        line ("  pthread_key_create (&%s, %s);", name ("key"), name ("drop"));
      print_pipes (p);
    }
    print_body (p, t);
    line ("}");
    line ("");
  }
}
