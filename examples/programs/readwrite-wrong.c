/* expect: race

   The lock of readwrite.c, but writers do not look for readers. */

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
  while (writing)
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

static int data;

static void *reader (void *result) {
  read_lock ();
  *(int *)result = data;
  read_unlock ();
  return NULL;
}

static void *writer (void *none) {
  write_lock ();
  data++;
  write_unlock ();
  return none;
}

int main (void) {
  pthread_t thread[2];
  int result;
  pthread_create (&thread[0], NULL, reader, &result);
  pthread_create (&thread[1], NULL, writer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
