/* expect: verified
   expect: verified
   options: -fexceptions
   expect: misuse
   options: -DKEEP_LOCK

   pthread_exit deep inside: all handlers run, the innermost first, and then
   those of keys, also of one that is older than main. */

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key, early_key;
static int order, inner, middle, outer, last, early;

static void mark (void *when) {
  *(int *)when = ++order;
}

static void set (void *flag) {
  *(int *)flag = 1;
}

__attribute__ ((constructor)) static void before_main (void) {
  pthread_key_create (&early_key, set);
}

static void unlock (void *mutex) {
  pthread_mutex_unlock (mutex);
}

static void leave (void) {
  pthread_cleanup_push (mark, &inner);
  pthread_exit (&order);
  pthread_cleanup_pop (0);
}

static void *run (void *none) {
  pthread_setspecific (key, &last);
  pthread_setspecific (early_key, &early);
  pthread_mutex_lock (&lock);
#ifdef KEEP_LOCK
  pthread_cleanup_push (mark, &outer);
#else
  pthread_cleanup_push (unlock, &lock);
#endif
  pthread_cleanup_push (mark, &outer);
  pthread_cleanup_push (mark, &middle);
  leave ();
  pthread_cleanup_pop (1);
  pthread_cleanup_pop (1);
  pthread_cleanup_pop (1);
  (void)unlock;
  return none;
}

int main (void) {
  pthread_t thread;
  void *result;
  pthread_key_create (&key, mark);
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, &result);
  assert (result == &order && order == 4);
  assert (early);
  assert (inner == 1 && middle == 2 && outer == 3 && last == 4);
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return 0;
}
