/* expect: assertion
   options: -DWRITE
   expect: assertion
   options: -DPRINT
   expect: assertion
   options: -DREAD
   expect: assertion
   options: -DREAD --search ifsss
   expect: deadlock
   options: -DLOCK
   expect: deadlock
   options: -DLOCK_OUTPUT
   expect: misuse
   options: -DUNLOCK

   The order in which threads use a stream decides what is in it, and who gets
   what; and it has a lock. */

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#if defined WRITE
static void prepare (void) {}
static void act (int self) {
  fputs (self ? "b" : "a", file);
}
static void look (void) {
  rewind (file);
  assert (getc (file) == 'a');
}
#elif defined PRINT
static char text[20];
static void prepare (void) {
  fclose (file);
  file = fmemopen (text, sizeof text, "w");
}
static void act (int self) {
  fprintf (file, "%d", self);
}
static void look (void) {
  fclose (file);
  assert (text[0] == '0');
}
#elif defined READ
static int got[2];
static void prepare (void) {
  fputs ("ab", file);
  rewind (file);
}
static void act (int self) {
  got[self] = getc (file);
}
static void look (void) {
  assert (got[0] == 'a');
}
#elif defined UNLOCK
static void prepare (void) {}
static void act (int self) {
  if (self)
    flockfile (file);
  else
    funlockfile (file);
}
static void look (void) {}
#else
static void prepare (void) {
#ifdef LOCK_OUTPUT
  fclose (file);
  file = stdout;
#endif
}
static void act (int self) {
  if (self) {
    flockfile (file);
    pthread_mutex_lock (&mutex);
  } else {
    pthread_mutex_lock (&mutex);
    fputs ("a", file);
  }
  pthread_mutex_unlock (&mutex);
  if (self)
    funlockfile (file);
}
static void look (void) {}
#endif

static void *run (void *unused) {
  (void)unused;
  act (1);
  return NULL;
}

int main (void) {
  pthread_t thread;
  file = tmpfile ();
  prepare ();
  pthread_create (&thread, NULL, run, NULL);
  act (0);
  pthread_join (thread, NULL);
  look ();
  return 0;
}
