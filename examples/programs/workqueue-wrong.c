/* expect: deadlock

   The queue of workqueue.c, closed with a `signal`: only one worker hears of
   it, the other one sleeps for ever. */

#include <pthread.h>

#define ITEMS 2
#define WORKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[ITEMS];
static int first, last; /* items first .. last - 1 are waiting */
static int closed;
static int sum;

static void submit (int item) {
  pthread_mutex_lock (&lock);
  queue[last++] = item;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
}

static void close_queue (void) {
  pthread_mutex_lock (&lock);
  closed = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
}

static void *worker (void *none) {
  pthread_mutex_lock (&lock);
  for (;;) {
    while (first == last && !closed)
      pthread_cond_wait (&changed, &lock);
    if (first == last)
      break;
    sum += queue[first++];
  }
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create (&thread[i], NULL, worker, NULL);
  for (int i = 1; i <= ITEMS; i++)
    submit (i);
  close_queue ();
  for (int i = 0; i < WORKERS; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
