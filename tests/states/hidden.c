/* expect: assertion
   args: 5

   Random programs about what states must not forget: main does something only
   while a mark is set, or only while it is not, cleans its stack, and looks
   later whether it was done.  In between the memory that is its own is the
   same; what differs is what the kernel, the processor or the run-time know.

   usage: hidden SEED, or hidden - KIND KIND with the kinds by number

   Each kind has three functions: to prepare it, to do it, to look. */

#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int ends[2], pair[2], file, counter, segment;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t handover = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static pthread_t late;
static long wanted;
static int plain, twice, took;
static pthread_rwlock_t locks[2] = {PTHREAD_RWLOCK_INITIALIZER,
                                    PTHREAD_RWLOCK_INITIALIZER};
static atomic_int taken;
static sem_t never;
static _Alignas(4096) char pages[2][4096];

static void nothing (void) {}

static void open_pipe (void) {
  if (!ends[1])
    assert (!pipe (ends));
}
static void open_pair (void) {
  if (!pair[1])
    assert (!socketpair (AF_UNIX, SOCK_STREAM, 0, pair));
}
static void open_file (void) {
  if (!file)
    file = open ("hidden.file", O_RDWR | O_CREAT | O_TRUNC, 0600);
}
static void open_counter (void) {
  counter = eventfd (0, EFD_NONBLOCK);
}
static void make_segment (void) {
  segment = shmget (IPC_PRIVATE, 4096, IPC_CREAT | 0600);
}
static void make_key (void) {
  pthread_key_create (&key, NULL);
}

static void set_close (void) {
  fcntl (ends[0], F_SETFD, FD_CLOEXEC);
}
static int is_close (void) {
  return fcntl (ends[0], F_GETFD) != 0;
}
static void set_flags (void) {
  fcntl (ends[0], F_SETFL, O_NONBLOCK);
}
static int has_flags (void) {
  return (fcntl (ends[0], F_GETFL) & O_NONBLOCK) != 0;
}
static void fill_pipe (void) {
  if (write (ends[1], "x", 1) != 1)
    abort ();
}
static int has_byte (void) {
  struct pollfd end = {ends[0], POLLIN, 0};
  return poll (&end, 1, 0);
}
static void shut (void) {
  shutdown (pair[0], SHUT_WR);
}
static int is_shut (void) {
  char byte;
  return recv (pair[1], &byte, 1, MSG_DONTWAIT) == 0;
}
static void seek (void) {
  lseek (file, 3, SEEK_SET);
}
static int has_sought (void) {
  return lseek (file, 0, SEEK_CUR) == 3;
}
static void lengthen (void) {
  if (ftruncate (file, 7))
    abort ();
}
static int is_long (void) {
  struct stat s;
  fstat (file, &s);
  return s.st_size == 7;
}
static void write_byte (void) {
  if (pwrite (file, "y", 1, 0) != 1)
    abort ();
}
static int has_written (void) {
  char byte = 0;
  return pread (file, &byte, 1, 0) == 1 && byte == 'y';
}
static void remove_name (void) {
  unlink ("hidden.file");
}
static int is_removed (void) {
  return access ("hidden.file", F_OK) != 0;
}
static void count (void) {
  eventfd_write (counter, 2);
}
static int has_counted (void) {
  eventfd_t value = 0;
  return !eventfd_read (counter, &value) && value == 2;
}
static void remove_segment (void) {
  shmctl (segment, IPC_RMID, NULL);
}
static int is_segment_removed (void) {
  return shmat (segment, NULL, 0) == (void *)-1;
}
static void round_up (void) {
  const unsigned upwards = 0x1f80 | 0x4000;
  __asm__ volatile("ldmxcsr %0" ::"m"(upwards));
}
static int rounds_up (void) {
  unsigned control;
  __asm__ volatile("stmxcsr %0" : "=m"(control));
  return (control & 0x6000) != 0;
}
static void block_signal (void) {
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
}
static int is_blocked (void) {
  sigset_t set;
  pthread_sigmask (SIG_BLOCK, NULL, &set);
  return sigismember (&set, SIGUSR1);
}
static void ignore_signal (void) {
  signal (SIGUSR2, SIG_IGN);
}
static int is_ignored (void) {
  struct sigaction action;
  sigaction (SIGUSR2, NULL, &action);
  return action.sa_handler == SIG_IGN;
}
static void lock_for_reading (void) {
  pthread_rwlock_rdlock (&rwlock);
}
static int is_read (void) {
  return pthread_rwlock_trywrlock (&rwlock) != 0;
}
static void lock_checked (void) {
  pthread_mutex_lock (&checked);
}
static int is_locked (void) {
  return pthread_mutex_unlock (&checked) == 0;
}
static void lock_once (void) {
  pthread_mutex_lock (&recursive);
}
static void lock_twice (void) {
  pthread_mutex_lock (&recursive);
}
static int is_locked_twice (void) {
  pthread_mutex_unlock (&recursive);
  return pthread_mutex_unlock (&recursive) == 0;
}
static void set_key (void) {
  pthread_setspecific (key, &key);
}
static int has_key (void) {
  return pthread_getspecific (key) != NULL;
}
static void go_away (void) {
  if (chdir ("/"))
    abort ();
}
static int is_away (void) {
  char name[400];
  return getcwd (name, sizeof name) && !strcmp (name, "/");
}
static void change_mask (void) {
  umask (077);
}
static int has_mask (void) {
  return umask (022) == 077;
}

/* The other thread has written `plain` before: whoever takes the lock after it
   knows. */
static void synchronise (void) {
  pthread_mutex_lock (&handover);
  pthread_mutex_unlock (&handover);
}
static int reads_plain (void) {
  return plain == 5;
}
/* Who has used it already. */
static void use_twice (void) {
  twice++;
  twice--;
}
static int uses_twice (void) {
  twice = twice + 1;
  return twice == 5;
}

/* Pages that nobody else has used so far: with whom they are tells what the
   other thread's use means, later. */
static void read_page (void) {
  if (pages[0][7])
    abort ();
}
static void write_page (void) {
  pages[1][7] = 0;
}
static int looks_at_nothing (void) {
  return 0;
}

/* Of two locks each thread has one for reading, the one that is left. */
static void take_one (void) {
  const int number =
      atomic_fetch_add_explicit (&taken, 1, memory_order_relaxed);
  pthread_rwlock_rdlock (&locks[number & 1]);
}
static void take_mine (void) {
  take_one ();
  took = 1;
}
static int gives_first (void) {
  return took && pthread_rwlock_unlock (&locks[0]);
}
static int gives_second (void) {
  return took && pthread_rwlock_unlock (&locks[1]);
}

static void *right (void *p) {
  return p;
}
static void *wrong (void *p) {
  assert (!"the wrong function");
  return p;
}
static void *judge (void *p) {
  assert (!p);
  return p;
}
static void want (void) {
  wanted = 1;
}
static int starts (void) {
  pthread_create (&late, NULL, wanted ? wrong : right, NULL);
  wanted = 0;
  return 0;
}
static int passes (void) {
  pthread_create (&late, NULL, judge, (void *)wanted);
  wanted = 0;
  return 0;
}

typedef struct kind {
  void (*prepare) (void), (*act) (void);
  int (*look) (void);
} kind;

static const kind kinds[] = {
    {open_pipe, set_close, is_close},
    {open_pipe, set_flags, has_flags},
    {open_pipe, fill_pipe, has_byte},
    {open_pair, shut, is_shut},
    {open_file, seek, has_sought},
    {open_file, lengthen, is_long},
    {open_file, write_byte, has_written},
    {open_file, remove_name, is_removed},
    {open_counter, count, has_counted},
    {make_segment, remove_segment, is_segment_removed},
    {nothing, round_up, rounds_up},
    {nothing, block_signal, is_blocked},
    {nothing, ignore_signal, is_ignored},
    {nothing, lock_for_reading, is_read},
    {nothing, lock_checked, is_locked},
    {lock_once, lock_twice, is_locked_twice},
    {make_key, set_key, has_key},
    {nothing, go_away, is_away},
    {nothing, change_mask, has_mask},
    {nothing, synchronise, reads_plain},
    {nothing, use_twice, uses_twice},
    {nothing, want, starts},
    {nothing, want, passes},
    {nothing, read_page, looks_at_nothing},
    {nothing, write_page, looks_at_nothing},
    {nothing, take_mine, gives_first},
    {nothing, take_mine, gives_second},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/*------------------------------------------------------------------------*/

/* Nobody knows anything by the marks: they are relaxed. */
static atomic_int mark[2], begun, done;

static void set_mark (atomic_int *m, int value) {
  atomic_store_explicit (m, value, memory_order_relaxed);
}

static int get_mark (atomic_int *m) {
  return atomic_load_explicit (m, memory_order_relaxed);
}

static struct {
  int which[2];  /* kinds */
  int negated;   /* bits: done while the mark is not set */
  int expected;  /* bits: what an assertion denies */
  int late_mark; /* the second mark is set after the first one is back */
  int touches;   /* bits: what the other thread does besides */
} plan;

static __attribute__ ((noinline)) void act_if_marked (int i) {
  if (get_mark (&mark[i]) != (plan.negated >> i & 1))
    kinds[plan.which[i]].act ();
}

static __attribute__ ((noinline)) void clean (void) {
  char stack[4096];
  memset (stack, 0, sizeof stack);
  __asm__ volatile("" ::"r"(stack) : "memory");
}

static __attribute__ ((noinline)) int look (int i) {
  return kinds[plan.which[i]].look ();
}

/* Is there one that must be joined, or that reads what the other one writes? */
static int has (int (*what) (void)) {
  return kinds[plan.which[0]].look == what || kinds[plan.which[1]].look == what;
}

static int takes_locks (void) {
  return has (gives_first) || has (gives_second);
}

static void *other (void *p) {
  pthread_mutex_lock (&handover);
  plain = 1;
  pthread_mutex_unlock (&handover);
  set_mark (&begun, 1);
  if (takes_locks ())
    take_one ();
  set_mark (&mark[0], 1);
  if (plan.late_mark)
    set_mark (&mark[0], 0);
  set_mark (&mark[1], 1);
  set_mark (&mark[1], 0);
  if (!plan.late_mark)
    set_mark (&mark[0], 0);
  if (plan.touches & 1)
    twice++;
  if (plan.touches & 2)
    pages[0][7] = 0;
  if (plan.touches & 4)
    pages[1][7] = 0;
  set_mark (&done, 1);
  if (takes_locks ()) /* it does not know which one to give back */
    sem_wait (&never);
  return p;
}

static unsigned long chance;

static int any (int below) {
  chance = chance * 6364136223846793005ul + 1442695040888963407ul;
  return (int)((chance >> 33) % (unsigned long)below);
}

static void make_plan (unsigned long seed) {
  chance = seed * 0x9e3779b97f4a7c15ul + 1;
  plan.which[0] = any (KINDS);
  plan.which[1] = any (KINDS);
  plan.negated = any (4);
  plan.expected = any (4);
  plan.late_mark = any (2);
  plan.touches = any (8);
}

int main (int argc, char **argv) {
  pthread_t t;
  make_plan (strtoul (argc > 1 ? argv[1] : "1", NULL, 10));
  if (argc > 3) {
    plan.which[0] = atoi (argv[2]);
    plan.which[1] = atoi (argv[3]);
  }
  kinds[plan.which[0]].prepare ();
  if (plan.which[0] != plan.which[1])
    kinds[plan.which[1]].prepare ();
  pthread_create (&t, NULL, other, NULL);
  if (has (reads_plain) && !get_mark (&begun))
    return 0;
  act_if_marked (0);
  clean ();
  act_if_marked (1);
  clean ();
  if (!has (reads_plain) && !has (uses_twice) && !takes_locks ())
    pthread_join (t, NULL);
  else if (!get_mark (&done))
    return 0;
  const int first = look (0);
  clean ();
  get_mark (&mark[0]);
  if (late)
    pthread_join (late, NULL);
  late = 0;
  const int second = look (1);
  clean ();
  if (late)
    pthread_join (late, NULL);
  assert (first != (plan.expected & 1) || second != plan.expected >> 1);
  return 0;
}
