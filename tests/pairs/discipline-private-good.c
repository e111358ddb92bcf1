/* expect: verified
   options: --discipline mld
   expect: verified
   options: --discipline mld --search ifsss
   expect: verified
   options: --discipline mld --search exitblock

   Memory that is private, or was when it was used without a lock: the stacks of
   threads, thread-local variables, a block of the heap before it is published,
   what a thread is given when it is created and leaves behind when it ends, a
   variable that only one thread ever uses, a variable on the stack that is lent
   under a lock and comes back by a semaphore, in a frame that is used again. */

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ask, done;
static int *lent;
static int *published;
static int of_server;
static _Thread_local int own = 3;

static int call (int value) {
  int cell = value;
  pthread_mutex_lock (&lock);
  lent = &cell;
  pthread_mutex_unlock (&lock);
  sem_post (&ask);
  sem_wait (&done);
  own += cell;
  return cell;
}

static void *server (void *argument) {
  int *given = argument;
  for (int i = 0; i < *given; i++) {
    sem_wait (&ask);
    pthread_mutex_lock (&lock);
    *lent += 1;
    pthread_mutex_unlock (&lock);
    of_server++;
    sem_post (&done);
  }
  *given = of_server;
  return given;
}

static void *client (void *argument) {
  int *block = malloc (sizeof *block);
  *block = 7;
  *block += call (call (1));
  pthread_mutex_lock (&lock);
  published = block;
  pthread_mutex_unlock (&lock);
  *(int *)argument = own;
  return NULL;
}

int main (void) {
  pthread_t t, u;
  int *given = malloc (sizeof *given), left = 0;
  sem_init (&ask, 0, 0);
  sem_init (&done, 0, 0);
  *given = 2;
  pthread_create (&t, NULL, server, given);
  pthread_create (&u, NULL, client, &left);
  pthread_mutex_lock (&lock);
  if (published)
    ++*published;
  pthread_mutex_unlock (&lock);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  const int right = *given == 2 && left == 8 && *published >= 10;
  free (given);
  free (published);
  return !right;
}
