/* Random programs as C (print.c): operations on objects that threads wait for,
   and on files. */

#include "print.h"

static void begin_if (const char *function, const char *object,
                      const char *rest) {
  line ("if (!%s (&%s%s)) {", function, object, rest);
  indent++;
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

static void print_one_wait (const program *p, const operation *o) {
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

/* Who is cancelled while it waits for a condition has the lock, and must give
   it back. */
void print_wait (const program *p, const operation *o) {
  const int guarded = o->code >= OP_WAIT && o->code <= OP_WAIT_TIMED &&
                      has_operation (p, OP_CANCEL);
  if (guarded)
    line ("pthread_cleanup_push (let_go, &%s);", name ("m0"));
  print_one_wait (p, o);
  if (guarded)
    line ("pthread_cleanup_pop (0);");
}

void print_pipe (const operation *o) {
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

/* Of a robust mutex whoever gets it looks how it is. */
static void print_robust (const operation *o, const char *m) {
  switch (o->code) {
  case OP_LOCK:
    line ("(void)HEALTHY_OR_NOT (pthread_mutex_lock (&%s));", m);
    break;
  case OP_CONSISTENT:
    line ("SEE (pthread_mutex_consistent (&%s) != 0);", m);
    break;
  case OP_UNLOCK:
    line ("pthread_mutex_unlock (&%s);", m);
    break;
  default:
    line (o->code == OP_TRYLOCK
              ? "if (!HEALTHY_OR_NOT (pthread_mutex_trylock (&%s))) {"
              : "if (!HEALTHY_OR_NOT (pthread_mutex_timedlock (&%s, SOON))) {",
          m);
    indent++;
  }
}

void print_lock (const program *p, const operation *o) {
  const char *m = name ("m%u", o->x % MUTEXES), *w = name ("w"),
             *k = name ("k"), *s = name ("s");
  const names *how = names_of (p);
  if (o->code <= OP_CONSISTENT && p->kind[o->x] == ROBUST) {
    print_robust (o, m);
    return;
  }
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

void print_file (const operation *o) {
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
