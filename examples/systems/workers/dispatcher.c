/* A pool of workers over Unix sockets: the dispatcher has a thread per worker,
   which takes a task, sends it, and waits for the result; main waits until all
   results are there.

   With -DWRONG main looks how many there are, and begins to wait later: if the
   last result comes in between, nobody wakes it any more.

   usage: dispatcher NAME WORKERS TASKS */

#include "../net.h"

#include <assert.h>
#include <pthread.h>

static int tasks, next, done, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;

/* 0: there are no more. */
static char take_task (void) {
  pthread_mutex_lock (&lock);
  const int task = next < tasks ? ++next : 0;
  pthread_mutex_unlock (&lock);
  return (char)task;
}

static void keep_result (char result) {
  pthread_mutex_lock (&lock);
  sum += result;
  if (++done == tasks)
    pthread_cond_signal (&finished);
  pthread_mutex_unlock (&lock);
}

static void *dispatch (void *argument) {
  const int worker = (int)(long)argument;
  char task, result;
  while ((task = take_task ()) && put (worker, &task, 1) &&
         get (worker, &result, 1))
    keep_result (result);
  return NULL;
}

static void wait_for_results (void) {
  pthread_mutex_lock (&lock);
  while (done < tasks) {
#ifdef WRONG
    pthread_mutex_unlock (&lock);
    fputs ("not yet\n", stderr);
    pthread_mutex_lock (&lock);
#endif
    pthread_cond_wait (&finished, &lock);
  }
  assert (sum == tasks * (tasks + 1)); /* twice 1 + ... + tasks */
  pthread_mutex_unlock (&lock);
}

int main (int argc, char **argv) {
  enum { MOST = 4 };
  int connections[MOST];
  pthread_t threads[MOST];
  if (argc < 4 || atoi (argv[2]) > MOST)
    return 2;
  const int workers = atoi (argv[2]);
  tasks = atoi (argv[3]);
  const int listener = listen_at_name (argv[1]);
  for (int i = 0; i < workers; i++) {
    connections[i] = accept_at (listener);
    pthread_create (&threads[i], NULL, dispatch, (void *)(long)connections[i]);
  }
  wait_for_results ();
  for (int i = 0; i < workers; i++) {
    pthread_join (threads[i], NULL);
    close (connections[i]);
  }
  close (listener);
  return 0;
}
