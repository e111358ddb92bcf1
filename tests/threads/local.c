/* expect: race
   options: -DFIELD
   expect: race
   options: -DELEMENT
   expect: race
   options: -DWHOLE
   expect: verified
   options: -DFIELD -DLOCKED
   expect: verified
   options: -DELEMENT -DLOCKED

   A local variable of main, of which a thread knows: main itself writes to a
   field, an element, or all of it. */

#include <pthread.h>

struct pair {
  int first, second;
  int rest[4];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter (void) {
#ifdef LOCKED
  pthread_mutex_lock (&lock);
#endif
}

static void leave (void) {
#ifdef LOCKED
  pthread_mutex_unlock (&lock);
#endif
}

static void *run (void *pair) {
  struct pair *p = pair;
  enter ();
#ifdef FIELD
  p->second++;
#elif defined ELEMENT
  p->rest[2]++;
#else
  p->first++;
#endif
  leave ();
  return NULL;
}

int main (void) {
  pthread_t thread;
  struct pair one = {1, 2, {0}};
  (void)lock;
  pthread_create (&thread, NULL, run, &one);
  enter ();
#ifdef FIELD
  one.second++;
#elif defined ELEMENT
  one.rest[2]++;
#else
  one = (struct pair){3, 4, {0}};
#endif
  leave ();
  pthread_join (thread, NULL);
  return one.first + one.second + one.rest[2] == 0;
}
