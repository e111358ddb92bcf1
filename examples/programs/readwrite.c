/* expect: verified

   A lock for many readers or one writer, made of a mutex and a condition
   variable. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers;
static int writing;

static void read_lock (void) {
  pthread_mutex_lock (&lock);
  while (writing)
    pthread_cond_wait (&changed, &lock);
  readers++;
  pthread_mutex_unlock (&lock);
}

static void read_unlock (void) {
  pthread_mutex_lock (&lock);
  if (--readers == 0)
    pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

static void write_lock (void) {
  pthread_mutex_lock (&lock);
  while (writing || readers > 0)
    pthread_cond_wait (&changed, &lock);
  writing = 1;
  pthread_mutex_unlock (&lock);
}

static void write_unlock (void) {
  pthread_mutex_lock (&lock);
  writing = 0;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}

/* The two are always equal for those who hold the lock. */
static int first, second;

static void *reader (void *none) {
  read_lock ();
  assert (first == second);
  read_unlock ();
  return none;
}

static void *writer (void *none) {
  write_lock ();
  first++;
  second++;
  write_unlock ();
  return none;
}

int main (void) {
  pthread_t thread[3];
  pthread_create (&thread[0], NULL, reader, NULL);
  pthread_create (&thread[1], NULL, reader, NULL);
  pthread_create (&thread[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
