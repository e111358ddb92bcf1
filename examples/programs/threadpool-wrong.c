/* expect: assertion

   The pool of threadpool.c, but a task counts as unfinished only when a thread
   has begun it: `pool_wait` may return before that. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 2
#define TASKS 2

struct task {
  void (*run) (int);
  int argument;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static struct task tasks[TASKS];
static int taken, submitted; /* tasks taken .. submitted - 1 are waiting */
static int unfinished;       /* begun, and not done yet */
static int stopping;
static pthread_t threads[THREADS];

static void *pool_thread (void *none) {
  pthread_mutex_lock (&lock);
  for (;;) {
    while (taken == submitted && !stopping)
      pthread_cond_wait (&work, &lock);
    if (taken == submitted)
      break;
    struct task task = tasks[taken++];
    unfinished++;
    pthread_mutex_unlock (&lock);
    task.run (task.argument);
    pthread_mutex_lock (&lock);
    if (--unfinished == 0)
      pthread_cond_signal (&idle);
  }
  pthread_mutex_unlock (&lock);
  return none;
}

static void pool_start (void) {
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, pool_thread, NULL);
}

static void pool_submit (void (*run) (int), int argument) {
  pthread_mutex_lock (&lock);
  tasks[submitted++] = (struct task){run, argument};
  pthread_cond_signal (&work);
  pthread_mutex_unlock (&lock);
}

static void pool_wait (void) {
  pthread_mutex_lock (&lock);
  while (unfinished > 0)
    pthread_cond_wait (&idle, &lock);
  pthread_mutex_unlock (&lock);
}

static void pool_stop (void) {
  pthread_mutex_lock (&lock);
  stopping = 1;
  pthread_cond_broadcast (&work);
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
}

static atomic_int sum;

static void add (int amount) {
  sum += amount;
}

int main (void) {
  pool_start ();
  for (int i = 1; i <= TASKS; i++)
    pool_submit (add, i);
  pool_wait ();
  assert (sum == TASKS * (TASKS + 1) / 2);
  pool_stop ();
  return 0;
}
