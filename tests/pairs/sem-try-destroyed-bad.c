/* expect: misuse
   expect: misuse
   options: -DVALUE

   One thread destroys a semaphore that another one looks at without waiting. */

#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *look (void *none) {
#ifdef VALUE
  int value;
  sem_getvalue (&s, &value);
#else
  sem_trywait (&s);
#endif
  return none;
}

static void *destroy (void *none) {
  sem_destroy (&s);
  return none;
}

int main (void) {
  pthread_t t, u;
  sem_init (&s, 0, 1);
  pthread_create (&t, 0, look, 0);
  pthread_create (&u, 0, destroy, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
