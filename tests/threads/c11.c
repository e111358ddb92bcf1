/* expect: verified
   expect: deadlock
   options: -DLOSE
   expect: misuse
   options: -DFOREIGN

   C11's threads: all kinds of objects. */

#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int ready, begun, destroyed;

static void begin (void) {
  begun++;
}

static void destroy (void *value) {
  mtx_lock (&lock);
  destroyed += *(int *)value;
  mtx_unlock (&lock);
}

static int run (void *value) {
  call_once (&once, begin);
  tss_set (key, value);
  mtx_lock (&lock);
#ifdef LOSE
  if (!ready)
#else
  while (!ready)
#endif
    cnd_wait (&changed, &lock);
  assert (tss_get (key) == value);
  mtx_unlock (&lock);
  thrd_exit (-5);
}

int main (void) {
  thrd_t thread;
  int one = 1, result;
  mtx_init (&lock, mtx_plain);
  cnd_init (&changed);
  tss_create (&key, destroy);
  assert (thrd_create (&thread, run, &one) == thrd_success);
#ifdef LOSE
  cnd_broadcast (&changed);
#endif
  mtx_lock (&lock);
  assert (mtx_trylock (&lock) == thrd_busy);
  ready = 1;
#ifndef LOSE
  cnd_broadcast (&changed);
#endif
  mtx_unlock (&lock);
#ifdef FOREIGN
  mtx_unlock (&lock);
#endif
  thrd_join (thread, &result);
  assert (result == -5 && begun == 1 && destroyed == 1);
  mtx_destroy (&lock);
  cnd_destroy (&changed);
  tss_delete (key);
  return 0;
}
