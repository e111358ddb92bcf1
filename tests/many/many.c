/* Many threads, of which the last ones have to do with each other (of turns,
   all):

     many THREADS CASE [EARLIER]

   with EARLIER threads before them that begin and end, so that the others have
   higher numbers. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 300 };

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t tokens;
static atomic_int word, flag;
static int own[MOST], sum, threads;
static const char *what;

static int is (const char *name) {
  return !strcmp (what, name);
}

static void increase (void) {
  pthread_mutex_lock (&a);
  sum++;
  pthread_mutex_unlock (&a);
}

static void use_both (pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock (first);
  pthread_mutex_lock (second);
  pthread_mutex_unlock (second);
  pthread_mutex_unlock (first);
}

static void await (int last) {
  pthread_mutex_lock (&a);
  sum++;
  if (last)
    pthread_cond_broadcast (&condition);
  while (sum < 2)
    pthread_cond_wait (&condition, &a);
  pthread_mutex_unlock (&a);
}

static void send (int last) {
  if (last) {
    sum = 1;
    atomic_store_explicit (&flag, 1, memory_order_release);
  } else if (atomic_load_explicit (&flag, memory_order_acquire))
    assert (sum == 1);
}

static void *work (void *argument) {
  const long number = (long)argument;
  const int last = number == threads - 1;
  own[number]++;
  if (is ("turns"))
    increase ();
  if (number < threads - 2)
    return NULL;
  if (is ("lock"))
    increase ();
  else if (is ("race"))
    sum++;
  else if (is ("deadlock"))
    use_both (last ? &a : &b, last ? &b : &a);
  else if (is ("wait"))
    await (last);
  else if (is ("atomic"))
    atomic_fetch_add (&word, last ? 3 : atomic_load (&word) + 1);
  else if (is ("send"))
    send (last);
  else if (is ("tokens") && !last)
    sem_post (&tokens);
  else if (is ("tokens"))
    sem_wait (&tokens);
  return NULL;
}

static void *nothing (void *argument) {
  return argument;
}

int main (int count, char **arguments) {
  pthread_t all[MOST];
  threads = atoi (arguments[1]);
  what = arguments[2];
  sem_init (&tokens, 0, 0);
  for (int i = count > 3 ? atoi (arguments[3]) : 0; i; i--) {
    pthread_create (&all[0], NULL, nothing, NULL);
    pthread_join (all[0], NULL);
  }
  for (long i = 0; i < threads; i++)
    if (pthread_create (&all[i], NULL, work, (void *)i))
      exit (0);
  for (long i = 0; i < threads; i++)
    pthread_join (all[i], NULL);
  for (long i = 0; i < threads; i++)
    assert (own[i] == 1);
  assert (!is ("lock") || sum == 2);
  return 0;
}
