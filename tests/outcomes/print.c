/* Random programs as C: see program.h.  Here: names and lines, variables and
   the heap, threads, and the whole; the rest is in print_sync.c and
   print_declaration.c.

   What is printed says the same as reference.c does, in other words. */

#include "print.h"

#include <stdarg.h>
#include <string.h>

static FILE *out;
static char suffix[16];
int indent;

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

void line (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  fprintf (out, "%*s", 2 * indent, "");
  vfprintf (out, format, arguments);
  putc ('\n', out);
  va_end (arguments);
}

const char *name (const char *format, ...) {
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
const char *variable (unsigned x) {
  static char ring[8][40];
  static unsigned next;
  char *made = ring[next++ % 8];
  if (x < 2)
    return name ("x%u", x);
  snprintf (made, sizeof ring[0], "y%s.b%u", suffix, x - 2);
  return made;
}

const char *atomic (unsigned x) {
  return name (x == VOLATILE ? "v%u" : "a%u", x);
}

/*------------------------------------------------------------------------*/

const char *const atomic_types[] = {"uint8_t", "uint16_t", "uint32_t",
                                    "uint64_t"};

const char *value_of (unsigned x) {
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
    else if (o->order == ORDER_SEQ_CST && o->v % 2)
      line ("SEE (same[%s]);", a);
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
    line (!thread ? "pthread_exit (NULL);"
          : o->v  ? "return (void *)(uintptr_t)r;"
                  : "pthread_exit ((void *)(uintptr_t)r);");
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
  case OP_WAIT:
  case OP_WAIT_TIMED:
  case OP_WAIT_LOOP:
    print_wait (p, o);
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
      "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP", "ROBUST_INITIALIZER"};
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
  line ("static pthread_rwlock_t %s = PTHREAD_RWLOCK_%sINITIALIZER%s;",
        name ("w"), p->writers ? "WRITER_NONRECURSIVE_" : "",
        p->writers ? "_NP" : "");
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
    line ("%s", "");
  }
}
