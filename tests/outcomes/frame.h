/* What random programs have around them.  With NATIVE the machine runs them,
   by itself: all variables are atomic then, as Sett executes programs in the
   sense of sequential consistency, and threads dawdle. */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sett.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* What a thread has seen so far; the compiler must not think that nobody cares.
 */
#define SEE(VALUE)                                                             \
  do {                                                                         \
    r = r * 5 + (unsigned)(VALUE) + 1;                                         \
    __asm__ volatile("" : "+r"(r));                                            \
  } while (0)

/* A value by a subscript: atomic variables are loaded in it as elsewhere. */
#define EIGHT(N) N, N + 1, N + 2, N + 3, N + 4, N + 5, N + 6, N + 7
static const unsigned char same[] = {EIGHT (0),  EIGHT (8),  EIGHT (16),
                                     EIGHT (24), EIGHT (32), EIGHT (40),
                                     EIGHT (48), EIGHT (56)};

#ifdef NATIVE
#define PLAIN _Atomic
#define VOLATILE _Atomic
#define ORDER(NAME) memory_order_seq_cst
#define CHOOSE(N) ((int)(chance () % (N)))
#define ASSUME(CONDITION) ((CONDITION) ? (void)0 : _exit (77))
#define DAWDLE() dawdle ()
#define STATUS(N) (N)

static __thread uint64_t luck;

static unsigned chance (void) {
  if (!luck)
    luck = (uint64_t)(uintptr_t)&luck * 0x9e3779b97f4a7c15u ^
           (uint64_t)clock () * 0xbf58476d1ce4e5b9u ^ (uint64_t)getpid () << 32;
  luck = luck * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(luck >> 40);
}

static void dawdle (void) {
  const unsigned what = chance () % 16;
  if (what < 4)
    sched_yield ();
  else if (what < 8)
    for (volatile unsigned i = chance () % 2000; i; i--)
      ;
  else if (what == 8) { /* that is no cancellation point of the program's */
    int old;
    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &old);
    usleep (chance () % 100);
    pthread_setcancelstate (old, &old);
  }
}

static inline const struct timespec *soon (struct timespec *when) {
  clock_gettime (CLOCK_REALTIME, when);
  when->tv_nsec += chance () % 3 * 50000;
  if (when->tv_nsec >= 1000000000) {
    when->tv_nsec -= 1000000000;
    when->tv_sec++;
  }
  return when;
}
#define SOON soon (&(struct timespec){0})
#define BRIEFLY (&(const struct timespec){0, 1 + chance () % 3 * 50000})

/* The C library may cancel a thread that has read or written already (its bug
   12683), which POSIX forbids: here it can do so before that only. */
static inline ssize_t read_all (int file, void *to, size_t size) {
  static pthread_mutex_t readers = PTHREAD_MUTEX_INITIALIZER;
  struct pollfd end = {file, POLLIN, 0};
  ssize_t got = -1;
  do {
    int old;
    poll (&end, 1, -1);
    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &old);
    pthread_mutex_lock (&readers);
    if (poll (&end, 1, 0))
      got = read (file, to, size);
    pthread_mutex_unlock (&readers);
    pthread_setcancelstate (old, &old);
  } while (got < 0);
  return got;
}

static inline ssize_t write_all (int file, const void *from, size_t size) {
  int old;
  pthread_testcancel ();
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &old);
  const ssize_t put = write (file, from, size);
  pthread_setcancelstate (old, &old);
  return put;
}
#else
#define read_all read
#define write_all write
#define PLAIN
#define VOLATILE volatile
#define ORDER(NAME) memory_order_##NAME
#define CHOOSE(N) sett_choose (N)
#define ASSUME(CONDITION) sett_assume (CONDITION)
/* The compiler shall not merge accesses. */
#define DAWDLE() __asm__ volatile("" ::: "memory")
#ifndef EARLIER
#define EARLIER 0 /* threads that are over when those of the program begin */
#endif
static const struct timespec later = {4000000000, 0};
#define SOON (&later)
#define BRIEFLY (&later)
#endif

#define c11_lock(M) mtx_lock ((mtx_t *)(M))
#define c11_unlock(M) mtx_unlock ((mtx_t *)(M))
#define c11_trylock(M) mtx_trylock ((mtx_t *)(M))
#define c11_timedlock(M, WHEN) mtx_timedlock ((mtx_t *)(M), WHEN)
#define c11_wait(C, M) cnd_wait ((cnd_t *)(C), (mtx_t *)(M))
#define c11_wait_timed(C, M, WHEN)                                             \
  cnd_timedwait ((cnd_t *)(C), (mtx_t *)(M), WHEN)
#define c11_signal(C) cnd_signal ((cnd_t *)(C))
#define c11_broadcast(C) cnd_broadcast ((cnd_t *)(C))
#define c11_once(O, FUNCTION) call_once ((once_flag *)(O), FUNCTION)

/* As the C library has it. */
#define ROBUST_INITIALIZER                                                     \
  {                                                                            \
    { .__kind = 16 }                                                           \
  }

/* Of a robust mutex: all is well, who had it has ended, nobody can have it any
   more, somebody has it. */
static inline unsigned health (int result) {
  return !result                     ? 0
         : result == EOWNERDEAD      ? 1
         : result == ENOTRECOVERABLE ? 2
                                     : 3;
}

#define HEALTHY_OR_NOT(CALL)                                                   \
  ({                                                                           \
    const unsigned how = health (CALL);                                        \
    SEE (how);                                                                 \
    how > 1;                                                                   \
  })

static void let_go (void *mutex) {
  pthread_mutex_unlock (mutex);
}

/* 0: woken, 1: there is another value, 2: too late. */
#define futex_wait(WORD, VALUE, LIMIT)                                         \
  (!syscall (SYS_futex, WORD, FUTEX_WAIT_PRIVATE, VALUE, LIMIT, 0, 0) ? 0      \
   : errno == EAGAIN                                                  ? 1      \
                                                                      : 2)
#define futex_wake(WORD, COUNT)                                                \
  syscall (SYS_futex, WORD, FUTEX_WAKE_PRIVATE, COUNT, 0, 0, 0)

static inline int get_byte (int file) {
  char byte = 9;
  return read_all (file, &byte, 1) == 1 ? byte : 9;
}

static inline void put_byte (int file, char byte) {
  if (write_all (file, &byte, 1) != 1)
    abort ();
}

static inline int has_byte (int file) {
  struct pollfd end = {file, POLLIN, 0};
  return poll (&end, 1, 0);
}

/* Files, in the folder that the program runs in. */
#define NAME0 "file.0"
#define NAME1 "file.1"
#define FOLDER "folder"

static void *nothing (void *unused) {
  return unused;
}

/* What is done before there are threads Sett does once and for all. */
static inline void begin (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, nothing, NULL);
  pthread_join (thread, NULL);
}

static inline int fold (const char *bytes, long count) {
  int sum = (int)count;
  for (long i = 0; i < count; i++)
    sum = sum * 7 + bytes[i];
  return sum;
}

static inline int read_file (int file, unsigned size) {
  char bytes[4];
  return fold (bytes, read (file, bytes, size));
}

static inline int size_of_file (const char *name) {
  struct stat s;
  return stat (name, &s) ? -1 : (int)s.st_size;
}

static inline int show_file (const char *name) {
  char bytes[32];
  const int file = open (name, O_RDONLY);
  if (file < 0)
    return 1;
  const int sum = fold (bytes, read (file, bytes, sizeof bytes));
  close (file);
  return sum;
}

static inline int get_count (int file) {
  eventfd_t count = 99;
  return read_all (file, &count, sizeof count) > 0 ? (int)count : 99;
}

static inline void put_count (int file, int count) {
  const eventfd_t more = (eventfd_t)count;
  if (write_all (file, &more, sizeof more) != sizeof more)
    abort ();
}

typedef int program (void);

#ifdef NATIVE
#include <signal.h>
#include <sys/wait.h>

/* Runs it and tells how it ended: a word, then what it wrote. */
static void run_once (program *p, double patience) {
  int ends[2];
  char text[200];
  size_t length = 0;
  if (pipe (ends))
    exit (3);
  const pid_t child = fork ();
  if (!child) {
    dup2 (ends[1], 1);
    close (2);
    const int status = p ();
    exit (status);
  }
  close (ends[1]);
  int status = 0, waited = 0;
  const double step = 0.0002;
  for (double time = 0; time < patience && !waited; time += step) {
    waited = waitpid (child, &status, WNOHANG) == child;
    if (!waited)
      usleep (time < 0.002 ? 50 : 1000), time += time < 0.002 ? 0 : 0.0008;
  }
  if (!waited) {
    kill (child, SIGKILL);
    waitpid (child, &status, 0);
  }
  unlink (NAME0), unlink (NAME1), rmdir (FOLDER);
  ssize_t got;
  while (length < sizeof text - 1 &&
         (got = read (ends[0], text + length, sizeof text - 1 - length)) > 0)
    length += (size_t)got;
  close (ends[0]);
  text[length] = 0;
  if (!waited)
    printf ("hang\n");
  else if (WIFSIGNALED (status))
    printf ("%s\n", WTERMSIG (status) == SIGABRT ? "assertion" : "crash");
  else if (WEXITSTATUS (status))
    printf ("exit %d\n", WEXITSTATUS (status));
  else
    printf ("ended %s\n", text);
  fflush (stdout);
}
#endif

/* The program of that number; NATIVE: so many times, waiting so long. */
static int frame (program *const programs[], unsigned count, int argc,
                  char **argv) {
  const unsigned number = argc > 1 ? (unsigned)atoi (argv[1]) : 0;
  if (number >= count)
    return 99;
#ifdef NATIVE
  for (int i = argc > 2 ? atoi (argv[2]) : 1; i; i--)
    run_once (programs[number], argc > 3 ? atof (argv[3]) : 1);
  return 0;
#else
  for (int i = 0; i < EARLIER; i++)
    begin ();
  return programs[number]();
#endif
}
