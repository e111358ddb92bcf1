/* expect: use-after-free

   A block is freed with the lock that is in it, while another thread may be
   about to take the lock. */

#include <pthread.h>
#include <stdlib.h>

struct object {
  pthread_mutex_t lock;
  int users;
};

static struct object *object;

static void *leave (void *none) {
  pthread_mutex_lock (&object->lock);
  int last = --object->users == 0;
  pthread_mutex_unlock (&object->lock);
  if (last)
    free (object);
  return none;
}

static void *visit (void *none) {
  pthread_mutex_lock (&object->lock);
  pthread_mutex_unlock (&object->lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  object = malloc (sizeof *object);
  pthread_mutex_init (&object->lock, NULL);
  object->users = 1;
  pthread_create (&a, NULL, visit, NULL);
  pthread_create (&b, NULL, leave, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
