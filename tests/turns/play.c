/* Programs of threads and processes that wait in calls of all kinds, while
   others cancel them, send signals to them, end, and do what they wait for.

   usage: play: the names of steps
          play SCRIPT...: the machine in all orders; what comes out, a line each
          play MOST SEED SCRIPT...: in so many orders
          play - SCRIPT...: one execution

   A script is a row of steps, with commas.  Each says its result: the letter of
   its actor, its number, and what came back, or less than zero: errno. */

#define _GNU_SOURCE
#include "play.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

stage *the_stage;
__thread int who;
int script_count, script_length[ACTORS];
static int scripts[ACTORS][STEPS], arguments[ACTORS][STEPS];
static unsigned needed; /* what is prepared */
static pid_t processes[ACTORS];
static pthread_t threads[ACTORS];
static pthread_key_t key;
static __thread int holds; /* the mutex, the lock */
static int is_thread[ACTORS], has_threads;
static int starting; /* by fork */

/*------------------------------------------------------------------------*/
/* What they share. */

enum {
  PIPE = 1,
  FULL = 2,
  STREAM = 4,
  DATAGRAMS = 8,
  EVENT = 16,
  LISTENER = 32,
  SHARED = 64, /* a semaphore in memory that processes share */
  SYSTEM_V = 128,
  QUEUE = 256,
  FILES = 512,
  FIFO = 1024,
  WATCHER = 2048,
  LOCAL = 4096,  /* it has to do with this actor alone: no moment of its own */
  QUIET = 8192,  /* its result is always the same */
  TIMED = 16384, /* it has a time limit */
};

static int pipes[2], full[2], stream[2], datagrams[2], event, listener, watcher;
static int file, copy, again, semaphores, messages, fifo = -1;
static mqd_t queue;
static sem_t semaphore, *shared_semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static FILE *text_stream;
static char page[4097];

static void prepare_files (void) {
  unlink ("a");
  file = open ("a", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
  copy = dup (file);
  again = open ("a", O_RDWR | O_APPEND);
  text_stream = fdopen (dup (file), "a");
}

static void prepare_listener (void) {
  struct sockaddr_un u = {.sun_family = AF_UNIX, .sun_path = "s"};
  unlink ("s");
  listener = socket (AF_UNIX, SOCK_STREAM, 0);
  assert (!bind (listener, (struct sockaddr *)&u, sizeof u));
  assert (!listen (listener, 3));
}

static void prepare_queue (void) {
  char name[40];
  snprintf (name, sizeof name, "/sett-turns-%d", getpid ());
  queue = mq_open (name, O_RDWR | O_CREAT, 0600,
                   &(struct mq_attr){.mq_maxmsg = 1, .mq_msgsize = 8});
  assert (queue != (mqd_t)-1 && !mq_unlink (name));
}

static void prepare_system_v (void) {
  semaphores = semget (IPC_PRIVATE, 1, 0600);
  messages = msgget (IPC_PRIVATE, 0600);
  if (!the_stage)
    return;
  the_stage->semaphores = semaphores;
  the_stage->messages = messages;
}

static void prepare_full (void) {
  assert (!pipe (full) && fcntl (full[1], F_SETPIPE_SZ, 4096) == 4096);
  assert (write (full[1], page, 4096) == 4096);
}

static void prepare_watcher (void) {
  watcher = epoll_create1 (0);
  struct epoll_event e = {.events = EPOLLIN};
  assert (!epoll_ctl (watcher, EPOLL_CTL_ADD, pipes[0], &e));
}

static void prepare_shared (void) {
  shared_semaphore = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert (shared_semaphore != MAP_FAILED && !sem_init (shared_semaphore, 1, 0));
}

static void prepare (void) {
  if (needed & PIPE)
    assert (!pipe (pipes));
  if (needed & FULL)
    prepare_full ();
  if (needed & STREAM)
    assert (!socketpair (AF_UNIX, SOCK_STREAM, 0, stream));
  if (needed & DATAGRAMS)
    assert (!socketpair (AF_UNIX, SOCK_DGRAM, 0, datagrams));
  if (needed & EVENT)
    event = eventfd (0, 0);
  if (needed & LISTENER)
    prepare_listener ();
  if (needed & SHARED)
    prepare_shared ();
  if (needed & SYSTEM_V)
    prepare_system_v ();
  if (needed & QUEUE)
    prepare_queue ();
  if (needed & FILES)
    prepare_files ();
  if (needed & WATCHER)
    prepare_watcher ();
  if (needed & FIFO) {
    unlink ("f");
    assert (!mkfifo ("f", 0600));
  }
  signal (SIGPIPE, SIG_IGN);
}

/*------------------------------------------------------------------------*/
/* What is said. */

/* In handlers, too. */
void say (const char *what, int letter, long number) {
  char text[40], digits[24];
  int n = 0, count = 0;
  text[n++] = (char)letter;
  for (; *what; what++)
    text[n++] = *what;
  if (number < 0)
    text[n++] = '-';
  for (unsigned long rest = (unsigned long)labs (number); rest || !count;
       rest /= 10)
    digits[count++] = (char)('0' + rest % 10);
  while (count)
    text[n++] = digits[--count];
  text[n++] = '\n';
  if (!the_stage) {
    syscall (SYS_write, 2, text, (size_t)n); /* no cancellation point */
    return;
  }
  actor *a = &the_stage->actors[who];
  assert (a->length + n < TEXT);
  memcpy (a->text + a->length, text, (size_t)n);
  a->length += n;
}

/* A process knows who it is when it has gone on. */
static int letter_of (void) {
  const pid_t self = getpid ();
  for (int i = 0; i < ACTORS; i++)
    if (processes[i] == self)
      return 'A' + i;
  return 'A' + starting;
}

static void handler (int signal) {
  say ("h", letter_of (), signal);
}

/* (What these do never fails, so that errno stays as it was.) */
static void handler_posts (int signal) {
  say ("h", letter_of (), signal);
  sem_post (needed & SHARED ? shared_semaphore : &semaphore);
}

static void handler_writes (int signal) {
  say ("h", letter_of (), signal);
  write (pipes[1], "h", 1);
}

/* There was nothing to do: the actor does not hold what it takes. */
enum { NOTHING = 77 };

static int actor_of (pid_t process) {
  for (int i = 0; i < ACTORS; i++)
    if (processes[i] == process)
      return i + 1;
  return starting + 1; /* it has ended before its parent goes on */
}

static long ended (pid_t process, int status) {
  return actor_of (process) * 1000 +
         (WIFEXITED (status) ? WEXITSTATUS (status) : 200 + WTERMSIG (status));
}

static void handler_reaps (int signal) {
  const int before = errno;
  int status;
  say ("h", letter_of (), signal);
  const pid_t process = waitpid (-1, &status, WNOHANG);
  say ("r", letter_of (), process > 0 ? ended (process, status) : process);
  errno = before;
}

/* Threads give away what they hold. */
static void release (void) {
  if (holds & 1)
    pthread_mutex_unlock (&mutex);
  if (holds & 2)
    pthread_rwlock_unlock (&both);
  holds = 0;
}

static void clean (void *unused) {
  (void)unused;
  say ("c", 'A' + who, holds);
  release ();
}

static void destroy (void *value) {
  say ("d", 'A' + who, (long)value);
}

static void at_exit (void) {
  say ("x", 'A' + who, 0);
}

static void after_fork (void) {
  say ("p", 'A' + who, 0);
}

static void in_child (void) {
  who = starting;
  say ("k", 'A' + who, 0);
}

/*------------------------------------------------------------------------*/
/* Steps. */

static void perform_all (void);

static void no_limit (void) {
  if (the_stage)
    the_stage->actors[who].timed = 0;
}

static void *run_thread (void *argument) {
  who = (int)(long)argument;
  enter_stage ();
  pthread_setspecific (key, (void *)(long)(who + 1));
  pthread_cleanup_push (clean, NULL);
  perform_all ();
  pthread_cleanup_pop (0);
  pthread_setspecific (key, NULL); /* destroyed if it ends before */
  gate (0);
  release ();
  return (void *)(long)(who + 1);
}

static void will_start (int n, int by) {
  if (the_stage)
    atomic_store (&the_stage->actors[n].started, by);
}

static long start_thread (int n) {
  is_thread[n] = has_threads = 1;
  will_start (n, 1);
  return pthread_create (&threads[n], NULL, run_thread, (void *)(long)n);
}

/* A process waits for its threads. */
static void end (int status) {
  release ();
  if (has_threads)
    pthread_exit (NULL);
  _exit (status);
}

static long start_process (int n) {
  starting = n;
  will_start (n, 1);
  const pid_t child = fork ();
  if (child) {
    processes[n] = child;
    if (child < 0)
      will_start (n, 0);
    return child < 0 ? -1 : 0;
  }
  who = n;
  holds = 0;
  processes[n] = getpid ();
  has_threads = 0;
  enter_stage ();
  perform_all ();
  end (10 + n);
}

/* The first letter that is read counts, too. */
static long letter (long n, const char *text) {
  return n > 0 ? n * 1000 + text[0] : n;
}

static long read_from (int f, size_t n) {
  char text[4096] = "";
  return letter (read (f, text, n), text);
}

static long read_parts (int f) {
  char text[2] = "";
  struct iovec parts[2] = {{text, 1}, {text + 1, 1}};
  return letter (readv (f, parts, 2), text);
}

static long receive (int s, size_t n, int flags) {
  char text[16] = "";
  return letter (recv (s, text, n, flags), text);
}

static long receive_message (int s) {
  char text[16] = "";
  struct iovec part = {text, 2};
  struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
  return letter (recvmsg (s, &m, 0), text);
}

static int is_over (void) {
  return the_stage && the_stage->actors[who].expires;
}

/* A limit: under Sett it may be over at any time. */
static struct timespec limit (void) {
  return (struct timespec){is_over () ? 0 : the_stage ? 1000000 : 1, 0};
}

static struct timespec *until (void) {
  static __thread struct timespec t;
  clock_gettime (CLOCK_REALTIME, &t);
  t.tv_sec += limit ().tv_sec;
  return &t;
}

static int milliseconds (void) {
  return (int)(limit ().tv_sec * 1000);
}

static long receive_timed (int s, int how) {
  const struct timeval v = {limit ().tv_sec, 0}; /* 0: for ever */
  char text[16] = "";
  setsockopt (s, SOL_SOCKET, SO_RCVTIMEO, &v, sizeof v);
  return letter (recv (s, text, 2, is_over () ? how | MSG_DONTWAIT : how),
                 text);
}

static long select_timed (int f) {
  struct timeval v = {limit ().tv_sec, 0};
  fd_set set;
  FD_ZERO (&set);
  FD_SET (f, &set);
  return select (f + 1, &set, NULL, NULL, &v);
}

static long ppoll_timed (int f) {
  const struct timespec t = limit ();
  struct pollfd p = {f, POLLIN, 0};
  sigset_t none;
  sigemptyset (&none);
  const int n = ppoll (&p, 1, &t, &none);
  return n < 0 ? n : p.revents;
}

static long epoll_timed (void) {
  struct epoll_event e;
  const int n = epoll_wait (watcher, &e, 1, milliseconds ());
  return n > 0 ? (long)e.events : n;
}

static long operate_timed (int by) {
  const struct timespec t = limit ();
  struct sembuf one = {0, (short)by, 0};
  return semtimedop (semaphores, &one, 1, &t);
}

static long poll_it (int f, int wanted, int time) {
  struct pollfd p = {f, (short)wanted, 0};
  const int n = poll (&p, 1, time);
  return n < 0 ? n : p.revents;
}

static long ppoll_it (int f, int wanted) {
  struct pollfd p = {f, (short)wanted, 0};
  sigset_t none;
  sigemptyset (&none);
  const int n = ppoll (&p, 1, NULL, &none);
  return n < 0 ? n : p.revents;
}

static long select_it (int f, int masked) {
  fd_set set;
  sigset_t none;
  sigemptyset (&none);
  FD_ZERO (&set);
  FD_SET (f, &set);
  return masked ? pselect (f + 1, &set, NULL, NULL, NULL, &none)
                : select (f + 1, &set, NULL, NULL, NULL);
}

static long epoll_it (int masked) {
  struct epoll_event e;
  sigset_t none;
  sigemptyset (&none);
  const int n = masked ? epoll_pwait (watcher, &e, 1, -1, &none)
                       : epoll_wait (watcher, &e, 1, -1);
  return n > 0 ? (long)e.events : n;
}

static long accept_it (void) {
  const int s = accept (listener, NULL, NULL);
  return s < 0 ? -1 : 0;
}

static long connect_it (void) {
  struct sockaddr_un u = {.sun_family = AF_UNIX, .sun_path = "s"};
  const int s = socket (AF_UNIX, SOCK_STREAM, 0);
  return connect (s, (struct sockaddr *)&u, sizeof u);
}

static long returned (int error) {
  errno = error;
  return error ? -1 : 0;
}

static long value_of (sem_t *s) {
  int value = -1;
  sem_getvalue (s, &value);
  return value;
}

static long lock_it (int by) {
  const int error = by == 2 ? pthread_mutex_timedlock (&mutex, until ())
                    : by    ? pthread_mutex_trylock (&mutex)
                            : pthread_mutex_lock (&mutex);
  holds |= !error;
  return returned (error);
}

static long unlock_it (void) {
  if (!(holds & 1))
    return NOTHING;
  const int error = pthread_mutex_unlock (&mutex);
  holds &= ~1;
  return returned (error);
}

static long wait_for_change (int timed) {
  if (!(holds & 1))
    return NOTHING;
  return returned (timed ? pthread_cond_timedwait (&changed, &mutex, until ())
                         : pthread_cond_wait (&changed, &mutex));
}

static long lock_both (int writes) {
  if (holds & 2)
    return NOTHING;
  const int error = writes == 2   ? pthread_rwlock_timedwrlock (&both, until ())
                    : writes == 3 ? pthread_rwlock_timedrdlock (&both, until ())
                    : writes      ? pthread_rwlock_wrlock (&both)
                                  : pthread_rwlock_rdlock (&both);
  holds |= error ? 0 : 2;
  return returned (error);
}

static long unlock_both (void) {
  if (!(holds & 2))
    return NOTHING;
  const int error = pthread_rwlock_unlock (&both);
  holds &= ~2;
  return returned (error);
}

static long operate (int by) {
  struct sembuf one = {0, (short)by, 0};
  return semop (semaphores, &one, 1);
}

typedef struct message {
  long type;
  char text[2];
} message;

static long send_message (long type) {
  const message m = {type, "m"};
  return msgsnd (messages, &m, 2, 0);
}

static long receive_typed (long type) {
  message m;
  const long n = msgrcv (messages, &m, 2, type, 0);
  return n < 0 ? n : m.type;
}

static long take_queued (int timed) {
  char text[8] = "";
  unsigned priority = 0;
  const long n = timed ? mq_timedreceive (queue, text, 8, &priority, until ())
                       : mq_receive (queue, text, 8, &priority);
  return n < 0 ? n : (long)priority;
}

static long count_queued (void) {
  struct mq_attr a;
  return mq_getattr (queue, &a) ? -1 : a.mq_curmsgs;
}

static long locked (int f, int command, int type) {
  struct flock l = {.l_type = (short)type};
  const int result = fcntl (f, command, &l);
  return result < 0 || (command != F_OFD_GETLK && command != F_GETLK)
             ? result
             : l.l_type;
}

static long size_of (int f) {
  struct stat s;
  return fstat (f, &s) ? -1 : s.st_size;
}

static long open_fifo (int how) {
  const int f = open ("f", how);
  if (f < 0)
    return -1;
  if (fifo < 0)
    fifo = f;
  return 0;
}

static sigset_t only (int signal) {
  sigset_t set;
  sigemptyset (&set);
  if (signal)
    sigaddset (&set, signal);
  return set;
}

static long mask (int how, int signal) {
  const sigset_t set = only (signal);
  return returned (pthread_sigmask (how, &set, NULL));
}

static long act (int signal, void (*function) (int), int flags) {
  return sigaction (
      signal, &(struct sigaction){.sa_handler = function, .sa_flags = flags},
      NULL);
}

static long take_signal (int how) {
  const sigset_t set = only (SIGUSR1);
  int signal = 0;
  if (how == 0)
    return sigwait (&set, &signal) ? -1 : signal;
  const struct timespec t = limit ();
  if (how == 3)
    return sigtimedwait (&set, NULL, &t);
  return how == 1 ? sigwaitinfo (&set, NULL)
                  : sigtimedwait (&set, NULL, &(struct timespec){0, 0});
}

static long take_other (void) {
  const sigset_t set = only (SIGUSR2);
  return sigwaitinfo (&set, NULL);
}

static long suspend (void) {
  const sigset_t none = only (0);
  return sigsuspend (&none);
}

static long is_pending (int signal) {
  sigset_t set;
  return sigpending (&set) ? -1 : sigismember (&set, signal);
}

static long join (int n) {
  void *result = NULL;
  const int error = pthread_join (threads[n], &result);
  return error ? returned (error)
               : (result == PTHREAD_CANCELED ? 99 : (long)result);
}

static long wait_for (pid_t process, int flags) {
  int status = 0;
  const pid_t which = waitpid (process, &status, flags);
  return which > 0 ? ended (which, status) : which;
}

static long look_for (idtype_t kind, pid_t process, int flags) {
  siginfo_t i = {0};
  const int result = waitid (kind, (id_t)process, &i, WEXITED | flags);
  return result || !i.si_pid
             ? result
             : actor_of (i.si_pid) * 1000 +
                   (i.si_code == CLD_EXITED ? 0 : 200) + i.si_status;
}

static long set_state (int state) {
  return returned (pthread_setcancelstate (state, NULL));
}

static long leave (int how) {
  if (how)
    exit (10 + who);
  _exit (10 + who);
}

/* STEP (name, what it needs, what it does with the number n behind its name) */
#include "steps.def"

/*------------------------------------------------------------------------*/

typedef struct step {
  const char *name;
  unsigned needs;
  long (*function) (int);
} step;

#define STEP(NAME, NEEDS, CODE)                                                \
  static long do_##NAME (int n) {                                              \
    (void)n;                                                                   \
    return (long)(CODE);                                                       \
  }
STEPS_OF_ALL (STEP)
#undef STEP

static const step steps[] = {
#define STEP(NAME, NEEDS, CODE) {#NAME, NEEDS, do_##NAME},
    STEPS_OF_ALL (STEP)};

enum { COUNT = sizeof steps / sizeof *steps };

static void perform (int i) {
  const step *s = &steps[scripts[who][i]];
  const long result = s->function (arguments[who][i]);
  if (result == NOTHING || (s->needs & QUIET && !result))
    return;
  const char number[] = {(char)('0' + i / 10 % 10), (char)('0' + i % 10), ':',
                         0};
  say (i < 10 ? number + 1 : number, 'A' + who, result < 0 ? -errno : result);
}

/* For a process to end is a step, too. */
static void perform_all (void) {
  for (int i = 0; i < script_length[who]; i++) {
    if (!(steps[scripts[who][i]].needs & LOCAL))
      gate ((steps[scripts[who][i]].needs & TIMED) != 0);
    perform (i);
    no_limit ();
  }
  if (is_thread[who])
    say ("e", 'A' + who, 0);
  else
    gate (0);
}

static void last_gate (void) {
  gate (0);
}

void play_program (void) {
  prepare ();
  atexit (last_gate); /* the last thing before the end */
  pthread_key_create (&key, destroy);
  processes[0] = getpid ();
  threads[0] = pthread_self ();
  who = 0;
  enter_stage ();
  perform_all ();
  end (10);
}

static void read_step (char *name, int actor, int at) {
  const size_t n = strlen (name);
  int i = 0;
  assert (n && at < STEPS);
  if (name[n - 1] >= '0' && name[n - 1] <= '9') {
    arguments[actor][at] = name[n - 1] - '0';
    name[n - 1] = 0;
  }
  while (i < COUNT && strcmp (steps[i].name, name) != 0)
    i++;
  if (i == COUNT) {
    fprintf (stderr, "no step '%s'\n", name);
    exit (2);
  }
  scripts[actor][at] = i;
  needed |= steps[i].needs;
}

static void read_script (char *names) {
  assert (script_count < ACTORS);
  for (char *name; (name = strsep (&names, ","));)
    read_step (name, script_count, script_length[script_count]++);
  script_count++;
}

int main (int count, char **words) {
  unsigned most = 1000, seed = 1;
  int at = 1;
  for (int i = 0; count < 2 && i < COUNT; i++)
    puts (steps[i].name);
  if (count < 2)
    return 0;
  const int at_once = !strcmp (words[1], "-");
  if (at_once)
    at = 2;
  else if (*words[1] >= '0' && *words[1] <= '9') {
    most = (unsigned)atoi (words[1]);
    seed = (unsigned)atoi (words[2]);
    at = 3;
  }
  while (at < count)
    read_script (words[at++]);
  if (!at_once)
    return all_orders (most, seed);
  play_program ();
}
