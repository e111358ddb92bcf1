/* A small random program of two or three processes that send signals to each
   other: their handlers use the same memory as what they interrupt.  Half of
   them queue signals with values, some of which are real-time signals.

   usage: generate SEED

   What is read goes into a number for each thread, and one for the handlers of
   each process.  In the end the first process prints its own, and how its
   children have ended (their numbers are their status).  KEEP keeps the
   compiler from leaving out accesses; LIMIT ends processes that wait for ever
   outside of Sett. */

#include <stdio.h>
#include <stdlib.h>

static unsigned long state;

static unsigned draw (unsigned below) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % below;
}

static const char *one_of_signals[] = {"SIGUSR1", "SIGUSR2"};

static unsigned kinds[2], kids, signals, threaded, chatty, piped, queued;

static const char *some_signal (void) {
  return one_of_signals[draw (signals)];
}

/*------------------------------------------------------------------------*/
/* Memory: what a program has of it. */

enum { KINDS = 12 };

/* %d: a small number. */
static const char *const accesses[KINDS][4] = {
    {"c[0] = %d;", "c[1] += %d;", "READ (c[0] + 3 * c[1]);", "READ (c[0]);"},
    {"s = %d;", "s += %d;", "READ (s);", "s ^= 5;"},
    {"i = %d;", "i += %d;", "READ (i);", "if (i > 2) i = %d;"},
    {"l = %d;", "l += %d;", "READ (l);", "READ (l++);"},
    {"v = %d;", "v += %d;", "READ (v);", "v++;"},
    {"a = %d;", "a += %d;", "READ (a);", "READ (a++);"},
    {"b = %d;", "b += %d;", "READ (b);", "atomic_fetch_or (&b, 1);"},
    {"MOVE (%d);", "p.b += %d;", "GET;", "p.a = p.b;"},
    {"strcpy (t, \"aaaaaaaaa\" + %d);", "t[8] = 'x';", "READ (strlen (t));",
     "READ (t[0] + t[8]);"},
    {"heap[1] = %d;", "heap[0] += %d;", "READ (heap[0] + heap[1]);",
     "memset (heap, 1, 12);"},
    {"*local = %d;", "*local += %d;", "READ (*local);", "++*local;"},
    {"u.halves[0] = %d;", "u.whole += %d;", "READ (u.whole);",
     "READ (u.bytes[1]);"},
};

static void print_access (void) {
  const char *const text = accesses[kinds[draw (2)]][draw (4)];
  printf ("  ");
  printf (text, 1 + draw (4));
  printf (" KEEP;\n");
}

/*------------------------------------------------------------------------*/
/* Signals. */

/* With a value, which handlers see and waiting threads. */
static void print_queue (unsigned process) {
  const unsigned target = draw (kids + 1), value = 1 + draw (4);
  if (!target)
    printf ("  queue (father, %s, %u);\n", some_signal (), value);
  else
    printf ("  queue (children[%u] ? children[%u] : %s, %s, %u);\n", target - 1,
            target - 1, process ? "father" : "getpid ()", some_signal (),
            value);
}

static void print_kill (unsigned process) {
  if (queued && draw (4)) {
    print_queue (process);
    return;
  }
  unsigned target = draw (kids + 1);
  if (target == process)
    target = draw (kids + 1);
  if (!draw (12))
    printf ("  kill (0, %s);\n", some_signal ());
  else if (!target)
    printf ("  kill (father, %s);\n", some_signal ());
  else if (process) /* one that it knows */
    printf ("  kill (children[%u] ? children[%u] : father, %s);\n", target - 1,
            target - 1, some_signal ());
  else
    printf ("  kill (children[%u], %s);\n", target - 1, some_signal ());
}

static void print_action (void) {
  static const char *const handlers[] = {"first", "second", "first", "SIG_IGN",
                                         "SIG_DFL"};
  static const char *const flags[] = {"0", "SA_RESTART", "SA_NODEFER",
                                      "SA_RESETHAND",
                                      "SA_RESTART | SA_NODEFER"};
  const unsigned handler = draw (5), flag = draw (5), masked = draw (6);
  printf ("  act (%s, %s, %s, %s);\n", some_signal (), handlers[handler],
          flags[flag], masked < 2 ? one_of_signals[masked] : "0");
}

static void print_blocking (void) {
  switch (draw (piped ? 5 : 3)) {
  case 0:
    printf ("  block (SIG_BLOCK, %s); suspend ();\n", some_signal ());
    break;
  case 1:
    printf ("  pause ();\n");
    break;
  case 2:
    printf ("  { const int it = %s; block (SIG_BLOCK, it); "
            "READ (wait_for (it)); }\n",
            some_signal ());
    break;
  case 3:
    printf ("  READ (get ());\n");
    break;
  default:
    printf ("  write (ends[1], \"x\", 1); READ (get ());\n");
  }
}

static void print_mask (void) {
  if (draw (2))
    printf ("  block (SIG_BLOCK, %s);\n", some_signal ());
  else
    printf ("  block (SIG_UNBLOCK, %s);\n", some_signal ());
}

static void print_other (void) {
  switch (piped ? draw (4) : 1 + draw (3)) {
  case 0:
    printf ("  write (ends[1], \"x\", 1);\n");
    break;
  case 1:
    printf ("  READ (reap ());\n");
    break;
  case 2:
    printf ("  raise (%s);\n", some_signal ());
    break;
  default:
    printf ("  pthread_mutex_lock (&lock);\n");
    print_access ();
    printf ("  pthread_mutex_unlock (&lock);\n");
  }
}

static void print_step (unsigned process) {
  const unsigned what = draw (20);
  if (what < 10)
    print_access ();
  else if (what < 14)
    print_kill (process);
  else if (what < 15)
    print_action ();
  else if (what < 17)
    print_mask ();
  else if (what < 18 && chatty)
    print_blocking ();
  else
    print_other ();
}

static void print_script (const char *name, unsigned process, unsigned steps,
                          int kills) {
  printf ("static unsigned %s (void) {\n  unsigned r = 0;\n"
          "  int own = 0;\n  (void)own;\n",
          name);
  if (kinds[0] == 10 || kinds[1] == 10)
    printf ("  local = &own;\n");
  if (kills)
    print_kill (process);
  for (unsigned n = 0; n < steps; n++)
    print_step (process);
  printf ("%s  return r;\n}\n\n",
          kinds[0] == 10 || kinds[1] == 10 ? "  local = &outer;\n" : "");
}

static void print_handler (const char *name, unsigned steps) {
  printf (
      "static void %s (int signal, siginfo_t *info, void *context) {\n"
      "  unsigned r = seen * 5 + (unsigned)signal %% 5;\n%s",
      name,
      queued ? "  r = r * 3 + info->si_value.sival_int +\n"
               "      (info->si_code == SI_QUEUE) + (info->si_pid == father);\n"
             : "");
  for (unsigned n = 0; n < steps; n++)
    switch (piped ? draw (10) : 1 + draw (9)) {
    case 0:
      printf ("  write (ends[1], \"y\", 1);\n");
      break;
    case 1:
      printf ("  READ (reap ());\n");
      break;
    case 2:
      if (draw (3))
        print_mask ();
      else
        print_action ();
      break;
    default:
      print_access ();
    }
  printf ("  seen = r;\n}\n\n");
}

/*------------------------------------------------------------------------*/

static const char head[] =
    "#define _GNU_SOURCE\n"
    "#include <errno.h>\n"
    "#include <pthread.h>\n"
    "#include <signal.h>\n"
    "#include <stdatomic.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/wait.h>\n"
    "#include <unistd.h>\n\n"
    "#ifndef LIMIT\n#define LIMIT\n#endif\n"
    "#define KEEP __asm__ volatile(\"\" ::: \"memory\")\n"
    "#define READ(VALUE) (r = r * 7 + (unsigned)(VALUE))\n"
    "#define MOVE(N) \\\n"
    "  { const struct pair q = {N, N}; memcpy (&p, &q, sizeof p); }\n"
    "#define GET \\\n"
    "  { struct pair q; memcpy (&q, &p, sizeof q); READ (q.a + 3 * q.b); }\n\n"
    "static char c[4];\n"
    "static short s;\n"
    "static int i;\n"
    "static long l;\n"
    "static volatile int v;\n"
    "static atomic_int a;\n"
    "static atomic_uchar b;\n"
    "static struct pair {\n  long a, b;\n} p;\n"
    "static char t[12];\n"
    "static int *heap, outer, *local = &outer;\n"
    "static union {\n  long whole;\n  int halves[2];\n  char bytes[8];\n} u;\n"
    "static unsigned seen;\n"
    "static int ends[2];\n"
    "static pid_t father, children[2];\n"
    "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\n"
    "static int reap (void) {\n"
    "  const int before = errno;\n"
    "  const pid_t one = waitpid (-1, NULL, WNOHANG);\n"
    "  errno = before;\n"
    "  return one < 0 ? 4 : one == children[0] ? 1 : one ? 2 : 0;\n}\n\n"
    "static int get (void) {\n"
    "  char byte = 0;\n"
    "  const long n = read (ends[0], &byte, 1);\n"
    "  return n < 0 ? 2 : byte;\n}\n\n"
    "static void act (int signal, void *handler, int flags, int mask) "
    "{\n"
    "  struct sigaction action = {.sa_sigaction = handler,\n"
    "                             .sa_flags = flags | SA_SIGINFO};\n"
    "  if (mask)\n    sigaddset (&action.sa_mask, mask);\n"
    "  sigaction (signal, &action, NULL);\n}\n\n"
    "static void block (int how, int signal) {\n"
    "  sigset_t set;\n"
    "  sigemptyset (&set);\n"
    "  sigaddset (&set, signal);\n"
    "  pthread_sigmask (how, &set, NULL);\n}\n\n"
    "static void suspend (void) {\n"
    "  sigset_t set;\n"
    "  sigemptyset (&set);\n"
    "  sigsuspend (&set);\n}\n\n"
    "static int wait_for (int signal) {\n"
    "  sigset_t set;\n"
    "  siginfo_t info = {0};\n"
    "  sigemptyset (&set);\n"
    "  sigaddset (&set, signal);\n"
    "  sigwaitinfo (&set, &info);\n"
    "  return info.si_signo + info.si_value.sival_int;\n}\n\n"
    "static void queue (pid_t to, int signal, int value) {\n"
    "  sigqueue (to, signal, (union sigval){.sival_int = value});\n}\n\n"
    "static void (first) (int, siginfo_t *, void *);\n"
    "static void (second) (int, siginfo_t *, void *);\n\n";

static void print_threads (unsigned process) {
  char name[32];
  snprintf (name, sizeof name, "main_%u", process);
  print_script (name, process, process ? draw (2) : 1 + draw (3),
                process ? draw (8) != 0 : !draw (3));
  if (threaded != process + 1)
    return;
  snprintf (name, sizeof name, "side_%u", process);
  print_script (name, process, 1, !draw (3));
  printf ("static void *start_%u (void *unused) {\n  (void)unused;\n"
          "  return (void *)(long)side_%u ();\n}\n\n",
          process, process);
}

/* All threads of a process. */
static void print_play (unsigned process) {
  printf ("static unsigned play_%u (void) {\n", process);
  if (threaded == process + 1)
    printf ("  void *other;\n  pthread_t side;\n"
            "  pthread_create (&side, NULL, start_%u, NULL);\n"
            "  const unsigned mine = main_%u ();\n"
            "  pthread_join (side, &other);\n"
            "  return mine * 11 + (unsigned)(long)other;\n}\n\n",
            process, process);
  else
    printf ("  return main_%u ();\n}\n\n", process);
}

static void print_main (void) {
  printf ("int main (void) {\n  int status[2] = {0, 0};\n"
          "  father = getpid ();\n  heap = calloc (4, sizeof *heap);\n"
          "%s",
          piped ? "  if (pipe (ends))\n    return 1;\n" : "");
  const unsigned restarts = draw (3), masks = !draw (3);
  printf ("  act (%s, first, %s, %s);\n", one_of_signals[0],
          restarts ? "SA_RESTART" : "0", masks ? one_of_signals[1] : "0");
  if (signals < 2)
    ;
  else if (draw (4))
    printf ("  act (%s, second, %s, 0);\n", one_of_signals[1],
            draw (2) ? "SA_NODEFER" : "SA_RESTART");
  else
    printf ("  act (%s, SIG_IGN, 0, 0);\n", one_of_signals[1]);
  if (!draw (5))
    printf ("  act (SIGCHLD, first, SA_RESTART, 0);\n");
  if (!draw (4))
    print_mask ();
  for (unsigned k = 0; k < kids; k++)
    printf ("  if (!(children[%u] = fork ())) {\n    LIMIT\n"
            "    _exit ((play_%u () * 13 + seen) & 127);\n  }\n",
            k, k + 1);
  printf ("  LIMIT\n  const unsigned mine = play_0 ();\n");
  for (unsigned k = 0; k < kids; k++)
    printf ("  while (waitpid (children[%u], &status[%u], 0) < 0 && "
            "errno == EINTR)\n    continue;\n",
            k, k);
  printf ("  printf (\"%%u %%u %%x %%x\\n\", mine, seen, status[0], "
          "status[1]);\n  return 0;\n}\n");
}

int main (int count, char **arguments) {
  if (count != 2)
    return 2;
  state = strtoul (arguments[1], NULL, 10) * 2862933555777941757ul + 1;
  for (int n = 0; n < 4; n++)
    draw (2);
  kinds[0] = draw (KINDS);
  kinds[1] = draw (KINDS);
  kids = 1 + !draw (8);
  signals = 1 + draw (2);
  piped = !draw (4);
  threaded = draw (4) ? 0 : 1 + draw (kids + 1); /* a process, plus 1 */
  chatty = draw (2);
  queued = draw (2);
  if (queued && draw (3))
    one_of_signals[draw (2)] = "SIGRTMIN";
  fputs (head, stdout);
  print_handler ("first", 1 + !draw (3));
  print_handler ("second", 1 + !draw (3));
  for (unsigned process = 0; process <= kids; process++) {
    print_threads (process);
    print_play (process);
  }
  print_main ();
  return 0;
}
