/* Programs that do not behave: each function is one, chosen by its name (more
   in reaching.c).  With a name in front of which there is "thread-" another
   thread does it; with "bug-" there is a deadlock behind it, with "late-"
   before it, that must be found. */

#define _GNU_SOURCE
#include "kinds.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int sink;

/* Something that can be verified, to see whether everything still works. */
static void *add (void *counter) {
  pthread_mutex_lock (&mutex);
  ++*(int *)counter;
  pthread_mutex_unlock (&mutex);
  return NULL;
}

static void behave (void) {
  pthread_t a, b;
  int counter = 0;
  pthread_create (&a, NULL, add, &counter);
  pthread_create (&b, NULL, add, &counter);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  if (counter != 2)
    abort ();
}

/*------------------------------------------------------------------------*/
/* Without end. */

static void loop (void) {
  for (;;)
    __asm__ volatile("");
}

static void loop_calling (void) {
  for (;;)
    syscall (SYS_getuid);
}

static void loop_printing (void) {
  for (;;)
    puts ("on and on and on and on and on and on and on and on and on");
}

static void loop_allocating (void) {
  while (malloc (8000))
    ;
}

/* Pages here and there: more areas of memory than the kernel wants to know. */
static void writes_sparsely (void) {
  enum { PAGE = 4096, COUNT = 34000 };
  static char memory[2 * COUNT * PAGE];
  for (long i = 0; i < COUNT; i++)
    memory[2 * i * PAGE] = (char)i;
  for (long i = 0; i < COUNT; i++)
    if (memory[2 * i * PAGE] != (char)i)
      abort ();
}

static void loop_filling (void) {
  char *memory;
  while ((memory = malloc (100000)))
    memset (memory, 1, 100000);
}

static void loop_mapping (void) {
  char *memory;
  while ((memory = mmap (NULL, 1 << 20, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED)
    memset (memory, 1, 1 << 20);
}

static void loop_opening (void) {
  while (open ("/dev/null", O_RDONLY) >= 0)
    ;
  behave ();
}

static void *idle (void *none) {
  pthread_mutex_lock (&mutex);
  return none;
}

static void many_threads (void) {
  pthread_t t;
  pthread_mutex_lock (&mutex);
  while (!pthread_create (&t, NULL, idle, NULL))
    ;
  exit (0);
}

static int recurse (int n) {
  volatile char room[1000];
  room[n % 1000] = 1;
  return recurse (n + 1) + room[n % 999];
}

static void overflow (void) {
  sink = recurse (0);
}

static void *lock_for_ever (void *unused) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static unsigned long rounds; /* without it each of them would be in vain */
  for (;;) {
    pthread_mutex_lock (&lock);
    rounds++;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void locks_for_ever (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, lock_for_ever, NULL);
  lock_for_ever (NULL);
}

static void wait_for_ever (void) {
  sigset_t none;
  sigemptyset (&none);
  sigsuspend (&none);
}

static void accept_for_ever (void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const int s = socket (AF_UNIX, SOCK_STREAM, 0);
  if (bind (s, (struct sockaddr *)&address, sizeof (sa_family_t)) ||
      listen (s, 1))
    perror ("bind");
  accept (s, NULL, NULL);
}

/*------------------------------------------------------------------------*/
/* Other processes. */

static void forks (void) {
  if (!fork ())
    loop ();
}

static void vforks (void) {
  if (!vfork ())
    _exit (0);
}

static void forks_raw (void) {
  long r;
  __asm__ volatile("syscall"
                   : "=a"(r)
                   : "0"(SYS_clone), "D"(SIGCHLD), "S"(0), "d"(0)
                   : "rcx", "r11", "memory");
  if (!r)
    loop ();
}

static void executes (void) {
  execl ("/bin/sleep", "sleep", "1000", NULL);
}

static void spawns (void) {
  char *argv[] = {"sleep", "1000", NULL};
  pid_t child;
  posix_spawn (&child, "/bin/sleep", NULL, NULL, argv, environ);
}

static void runs_shell (void) {
  if (system ("sleep 1000"))
    abort ();
}

static void opens_pipe (void) {
  popen ("sleep 1000", "r");
}

static void becomes_daemon (void) {
  if (daemon (0, 0))
    abort ();
  loop ();
}

static void kills_everybody (void) {
  kill (getppid (), SIGKILL);
  kill (-1, SIGKILL);
  kill (0, SIGURG);
  behave ();
}

/*------------------------------------------------------------------------*/
/* Signals. */

static void blocks_signals (void) {
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, NULL);
  pthread_sigmask (SIG_BLOCK, &all, NULL);
  behave ();
}

static void ignores_signals (void) {
  stack_t stack = {.ss_sp = malloc (SIGSTKSZ), .ss_size = SIGSTKSZ};
  for (int i = 1; i < NSIG; i++)
    signal (i, SIG_IGN);
  sigaltstack (&stack, NULL);
  behave ();
}

static void ignores_the_clock (void) {
  struct itimerval none = {{0, 0}, {0, 0}};
  signal (SIGPROF, SIG_IGN);
  setitimer (ITIMER_PROF, &none, NULL);
  loop ();
}

static sigjmp_buf back;

static void jump_back (int signal) {
  (void)signal;
  siglongjmp (back, 1);
}

static void handles_fault (void) {
  signal (SIGSEGV, jump_back);
  if (!sigsetjmp (back, 1))
    *(volatile int *)8 = 1;
  behave ();
}

static void return_at_once (int signal) {
  (void)signal;
}

static void handles_badly (void) {
  signal (SIGSEGV, return_at_once);
  *(volatile int *)8 = 1;
}

static void raises_kill (void) {
  raise (SIGKILL);
}
static void kills_itself (void) {
  kill (getpid (), SIGTERM);
}
static void stops_itself (void) {
  raise (SIGSTOP);
  behave ();
}
static void sets_alarm (void) {
  alarm (1);
  behave ();
}
static void breaks_pipe (void) {
  int ends[2];
  if (pipe (ends))
    abort ();
  close (ends[0]);
  if (write (ends[1], "x", 1) != 1)
    abort ();
}

/*------------------------------------------------------------------------*/
/* Memory and descriptors. */

__attribute__ ((noinline)) static void smash (size_t size) {
  char room[16];
  memset (room, 0x41, size);
  sink = room[3];
}
static void smashes_frame (void) {
  smash (200);
}
static void smashes_stack (void) {
  smash ((size_t)64 << 20);
}
static void writes_wildly (void) {
  *(volatile long *)0x41414141414140 = 1;
}
static void writes_to_code (void) {
  *(volatile char *)(uintptr_t)&loop = 0;
}
static void jumps_wildly (void) {
  ((void (*) (void))0x1234) ();
}
static void divides (void) {
  sink = sink / sink;
}
static void frees_wildly (void) {
  free ((char *)malloc (100) + 16);
}

static void unmaps_itself (void) {
  munmap ((void *)sysconf (_SC_PAGESIZE), (size_t)1 << 46);
  behave ();
}

static void spoils_board (void) {
  memset ((void *)0x200000000000, 0x5a, 1 << 16);
  behave ();
}

static void spoils_world (void) {
  memset ((void *)0x210003c00000, 0x5a, 1 << 16);
  behave ();
}

static void closes_all (void) {
  close_range (0, ~0u, 0);
  for (int i = 0; i < 5000; i++)
    close (i);
  closefrom (0);
  behave ();
  if (open ("/dev/null", O_RDONLY) != 0)
    abort ();
}

static void lowers_limits (void) {
  const struct rlimit none = {0, 0};
  for (int i = 0; i < RLIM_NLIMITS; i++)
    setrlimit (i, &none);
  behave ();
}

static void makes_files (void) {
  behave ();
  mkdir ("made", 0700);
  FILE *file = fopen ("made/file", "w");
  if (!file || fputs ("left behind", file) < 0 || fclose (file))
    abort ();
}

static void writes_file (void) {
  const int file = open ("given", O_WRONLY | O_CREAT, 0600);
  behave ();
  if (write (file, "changed", 7) != 7)
    abort ();
}

/*------------------------------------------------------------------------*/
/* Odd ways to end, or to go on. */

static void exits (void) {
  exit (0);
}
static void exits_raw (void) {
  __asm__ volatile("syscall" ::"a"(SYS_exit_group), "D"(0)
                   : "rcx", "r11", "memory");
}
static void fails (void) {
  _exit (7);
}
static void says_abort (void) {
  abort ();
}
static void aborts_at_exit (void) {
  atexit (says_abort);
}
static void exit_again (void) {
  exit (0);
}
static void exits_at_exit (void) {
  atexit (exit_again);
}

static jmp_buf frame;
static void leap (int n) {
  if (!n)
    longjmp (frame, 1);
  leap (n - 1);
}
static void leaps (void) {
  volatile int times = 0;
  setjmp (frame);
  if (times++ < 3)
    leap (100);
  behave ();
}

static void prints (void) {
  for (int i = 0; i < 100000; i++)
    printf ("%d bottles of beer on the wall\n", i);
  fflush (stdout);
  behave ();
}

static void traces (void) {
  syscall (SYS_ptrace, 0, 0, 0, 0);
  behave ();
}

static void calls_nonsense (void) {
  syscall (100000, 1, 2, 3);
  behave ();
}

static void nothing (void) {}

/*------------------------------------------------------------------------*/

static const kind all[] = {ROW (loop),
                           ROW (loop_calling),
                           ROW (loop_printing),
                           ROW (loop_allocating),
                           ROW (writes_sparsely),
                           ROW (loop_filling),
                           ROW (loop_mapping),
                           ROW (loop_opening),
                           ROW (many_threads),
                           ROW (overflow),
                           ROW (locks_for_ever),
                           ROW (wait_for_ever),
                           ROW (accept_for_ever),
                           ROW (forks),
                           ROW (vforks),
                           ROW (forks_raw),
                           ROW (executes),
                           ROW (spawns),
                           ROW (runs_shell),
                           ROW (opens_pipe),
                           ROW (becomes_daemon),
                           ROW (kills_everybody),
                           ROW (blocks_signals),
                           ROW (ignores_signals),
                           ROW (ignores_the_clock),
                           ROW (handles_fault),
                           ROW (handles_badly),
                           ROW (raises_kill),
                           ROW (kills_itself),
                           ROW (stops_itself),
                           ROW (sets_alarm),
                           ROW (breaks_pipe),
                           ROW (smashes_frame),
                           ROW (smashes_stack),
                           ROW (writes_wildly),
                           ROW (writes_to_code),
                           ROW (jumps_wildly),
                           ROW (divides),
                           ROW (frees_wildly),
                           ROW (unmaps_itself),
                           ROW (spoils_board),
                           ROW (spoils_world),
                           ROW (closes_all),
                           ROW (lowers_limits),
                           ROW (makes_files),
                           ROW (writes_file),
                           ROW (exits),
                           ROW (exits_raw),
                           ROW (fails),
                           ROW (says_abort),
                           ROW (aborts_at_exit),
                           ROW (exits_at_exit),
                           ROW (leaps),
                           ROW (prints),
                           ROW (traces),
                           ROW (calls_nonsense),
                           ROW (nothing),
                           {0}};

static void *run (void *function) {
  ((void (*) (void))function) ();
  return NULL;
}

static void run_in_thread (void (*function) (void)) {
  pthread_t a, b;
  int counter = 0;
  pthread_create (&a, NULL, run, (void *)function);
  pthread_create (&b, NULL, add, &counter);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void *lock_both (void *argument) {
  pthread_mutex_lock (argument ? &mutex : &other);
  pthread_mutex_lock (argument ? &other : &mutex);
  pthread_mutex_unlock (&mutex);
  pthread_mutex_unlock (&other);
  return NULL;
}

static void lock_in_both_orders (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, lock_both, NULL);
  pthread_create (&b, NULL, lock_both, &mutex);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}

static void run_before_bug (void (*function) (void)) {
  function ();
  lock_in_both_orders ();
}

static void run_after_bug (void (*function) (void)) {
  lock_in_both_orders ();
  function ();
}

static void run_alone (void (*function) (void)) {
  function ();
}

static void (*find (const kind *kinds, const char *name)) (void) {
  for (; kinds->name; kinds++)
    if (!strcmp (kinds->name, name))
      return kinds->function;
  return NULL;
}

int main (int argc, char **argv) {
  static const struct {
    const char *prefix;
    void (*run) (void (*) (void));
  } manners[] = {{"thread-", run_in_thread},
                 {"bug-", run_before_bug},
                 {"late-", run_after_bug},
                 {"", run_alone}};
  const char *name = argc > 1 ? argv[1] : "";
  size_t i = 0;
  while (strncmp (manners[i].prefix, name, strlen (manners[i].prefix)))
    i++;
  name += strlen (manners[i].prefix);
  void (*function) (void) = find (all, name);
  if (!function)
    function = find (reaching, name);
  if (!function)
    return 2;
  manners[i].run (function);
  return 0;
}
