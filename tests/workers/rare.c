/* In one execution of many there are more threads than usual: the worker that
   comes to it ends, and all begin again with room for them. */

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, MANY = 66 };

static atomic_int steps;
static int turns[THREADS]; /* of each: which steps are its own */

static void *run (void *number) {
  for (int i = 0; i < 3; i++)
    turns[*(int *)number] |= 1 << atomic_fetch_add (&steps, 1);
  return 0;
}

static void *nothing (void *unused) {
  return unused;
}

int main (void) {
  static int numbers[THREADS] = {0, 1, 2};
  pthread_t t[THREADS], more;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&t[i], 0, run, &numbers[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join (t[i], 0);
  if (turns[2] == 0x25 && turns[1] == 0x92)
    for (int i = 0; i < MANY; i++) {
      pthread_create (&more, 0, nothing, 0);
      pthread_join (more, 0);
    }
  return 0;
}
