/* expect: verified
   executions: 2

   One ticket, two guests who try: exactly one gets it. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t tickets;

static void *guest (void *got) {
  int failed = sem_trywait (&tickets);
  assert (!failed || errno == EAGAIN);
  *(int *)got = !failed;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int got[2];
  sem_init (&tickets, 0, 1);
  pthread_create (&a, NULL, guest, &got[0]);
  pthread_create (&b, NULL, guest, &got[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (got[0] + got[1] == 1);
  return 0;
}
