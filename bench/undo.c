/* A program for comparing ways of going back: a long part without choices that
   matter, and a short one with all its orders.

   LENGTH   operations of the long part
   EARLY    if defined, the short part comes first
   SHARED   operations of each of two threads in the short part: the binomial
            coefficient of 2 * SHARED over SHARED executions
   PAGES    pages of memory that are written in the short part */

#include <pthread.h>

#ifndef LENGTH
#define LENGTH 100
#endif
#ifndef SHARED
#define SHARED 6
#endif
#ifndef PAGES
#define PAGES 0
#endif

enum { PORTION = (PAGES + 2 * SHARED - 1) / (2 * SHARED), WORDS = 4096 / 8 };

static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t own[LENGTH];
static long counter;
long memory[2][SHARED][PORTION + 1][WORDS] __attribute__ ((aligned (4096)));

static void *idle (void *unused) {
  return unused;
}

/* Another thread could go first everywhere, and need not. */
static void long_part (void) {
  pthread_t other;
  pthread_create (&other, NULL, idle, NULL);
  for (int i = 0; i < LENGTH; i++) {
    pthread_mutex_lock (&own[i]);
    pthread_mutex_unlock (&own[i]);
  }
  pthread_join (other, NULL);
}

static void *count (void *which) {
  for (int i = 0; i < SHARED; i++) {
    pthread_mutex_lock (&common);
    counter++;
    for (int k = 0; k < PORTION; k++)
      memory[(long)which][i][k][0] = counter;
    pthread_mutex_unlock (&common);
  }
  return NULL;
}

static void short_part (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, count, (void *)0);
  pthread_create (&b, NULL, count, (void *)1);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}

int main (void) {
#ifdef EARLY
  short_part ();
#endif
  long_part ();
#ifndef EARLY
  short_part ();
#endif
}
