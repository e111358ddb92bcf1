/* expect: assertion
   options: -DARGUMENT
   expect: assertion
   options: -DFUNCTION
   expect: misuse
   options: -DREADER
   expect: assertion
   options: -DREMOVED
   expect: assertion
   options: -DROUNDING
   expect: assertion
   options: -DFLAGS

   Something is done or not, for the mark is there for a while only; the
   program's memory is the same then.  What differs: what a thread that has not
   started yet will do; who has a lock for reading; whether a segment is
   removed; how the thread rounds; what the kernel knows of a descriptor. */

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/shm.h>
#include <unistd.h>

static atomic_int mark;

static void *setter (void *p) {
  atomic_store (&mark, 1);
  atomic_store (&mark, 0);
  return p;
}

#if defined ARGUMENT || defined FUNCTION
static pthread_t late;
static long wanted;

static void *right (void *p) {
  assert (!p);
  return p;
}

static void *wrong (void *p) {
  assert (0);
  return p;
}

static void prepare (void) {}

static void act (void) {
  wanted = 1;
}

/* The setter has ended. */
static void look (void) {
#ifdef ARGUMENT
  pthread_create (&late, NULL, wanted == 2 ? wrong : right, (void *)wanted);
#else
  pthread_create (&late, NULL, wanted ? wrong : right, NULL);
#endif
  wanted = 0;
}

static void finish (void) {
  pthread_join (late, NULL);
}
#endif

#ifdef READER
static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER,
                        b = PTHREAD_RWLOCK_INITIALIZER;
static sem_t go, ready;
static atomic_int swapped;

static __attribute__ ((noinline)) void take (int second) {
  pthread_rwlock_rdlock (atomic_load (&swapped) == second ? &a : &b);
}

static void *reader (void *p) {
  sem_wait (&go);
  take (1);
  atomic_store (&swapped, 0);
  sem_post (&ready);
  sem_wait (&go);
  return p;
}

static void prepare (void) {
  pthread_t other;
  sem_init (&go, 0, 0);
  sem_init (&ready, 0, 0);
  pthread_create (&other, NULL, reader, NULL);
}

static void act (void) {
  atomic_store (&swapped, 1);
}

static void look (void) {
  take (0);
  sem_post (&go);
}

static void finish (void) {
  sem_wait (&ready);
  pthread_rwlock_unlock (&a);
  _exit (0);
}
#endif

#ifdef REMOVED
static int segment;

static void prepare (void) {
  segment = shmget (IPC_PRIVATE, 4096, IPC_CREAT | 0600);
}

static void act (void) {
  shmctl (segment, IPC_RMID, NULL);
}

static void look (void) {}

static void finish (void) {
  assert (shmat (segment, NULL, 0) != (void *)-1);
}
#endif

#ifdef ROUNDING
static void prepare (void) {}

static void act (void) {
  const unsigned upwards = 0x1f80 | 0x4000;
  __asm__ volatile("ldmxcsr %0" ::"m"(upwards));
}

static void look (void) {}

static void finish (void) {
  unsigned control;
  __asm__ volatile("stmxcsr %0" : "=m"(control));
  assert (!(control & 0x6000));
}
#endif

#ifdef FLAGS
static int ends[2];

static void prepare (void) {
  assert (!pipe (ends));
}

static void act (void) {
  fcntl (ends[0], F_SETFD, FD_CLOEXEC);
}

static void look (void) {}

static void finish (void) {
  assert (!fcntl (ends[0], F_GETFD));
}
#endif

static __attribute__ ((noinline)) void act_if_marked (void) {
  if (atomic_load (&mark))
    act ();
}

/* What is left on the stack is the same, too. */
static __attribute__ ((noinline)) void clean (void) {
  char stack[4096];
  memset (stack, 0, sizeof stack);
  __asm__ volatile("" ::"r"(stack) : "memory");
}

int main (void) {
  pthread_t t;
  prepare ();
  pthread_create (&t, NULL, setter, NULL);
  act_if_marked ();
  clean ();
  pthread_join (t, NULL);
  look ();
  clean ();
  atomic_load (&mark);
  finish ();
  return 0;
}
