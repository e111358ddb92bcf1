/* Two groups of threads, of which a file beside says what they use. */

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t left, right;
static atomic_int stop;
static int lefts, rights, own;
static _Thread_local int local;

static void *to_the_left (void *unused) {
  if (!atomic_load (&stop)) {
    pthread_mutex_lock (&left);
    lefts++;
    pthread_mutex_unlock (&left);
  }
  local++;
  return unused;
}

static void *to_the_right (void *unused) {
  static int same;
  pthread_mutex_lock (&right);
  rights++;
  same++;
  pthread_mutex_unlock (&right);
  own++;
  return unused;
}

int main (void) {
  pthread_t threads[4];
  static int same;
  same = 1;
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, i < 2 ? to_the_left : to_the_right,
                    NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return lefts != 2 || rights != 2 || same != 1;
}
