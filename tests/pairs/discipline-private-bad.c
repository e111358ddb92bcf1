/* expect: discipline
   options: --discipline mld
   expect: discipline
   options: --discipline mld --search ifsss -DSTACK
   expect: discipline
   options: --discipline mld --search sss -DLENT
   expect: discipline
   options: --discipline mld --search ifsss -DHANDED

   Memory that was private and is no more: a block of the heap that was
   published and is still being initialised; a variable on the stack of a
   thread, or one that is lent, that others use without the lock; a block that
   is handed over by semaphore, after which no lock guards it. */

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ask, done;
static int *shown;
static _Thread_local int own;

static void *owner (void *unused) {
#if defined STACK
  int on_stack = 0, *block = &on_stack;
#elif defined LENT
  int *block = &own;
#else
  int *block = malloc (sizeof *block);
#endif
  *block = 7;
  shown = block;
  sem_post (&ask);
#if !defined HANDED
  *block = 8;
#endif
  sem_wait (&done);
  own = *block;
  return unused;
}

static void *other (void *unused) {
  sem_wait (&ask);
#if defined HANDED
  ++*shown;
#else
  pthread_mutex_lock (&lock);
  ++*shown;
  pthread_mutex_unlock (&lock);
#endif
  sem_post (&done);
  return unused;
}

int main (void) {
  pthread_t t, u;
  sem_init (&ask, 0, 0);
  sem_init (&done, 0, 0);
  pthread_create (&t, NULL, owner, NULL);
  pthread_create (&u, NULL, other, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
