/* Two groups of threads that have nothing to do with each other; but in one
   order, and that late, one of the first group takes the lock of the second.
   So what was seen before is a wrong guess at where the search can be divided.
 */
#include "several.h"

enum { N = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER,
                       other = PTHREAD_MUTEX_INITIALIZER;
static int order[N], count, sum;

static void *run (void *argument) {
  const int i = (int)(long)argument;
  if (i >= N) {
    pthread_mutex_lock (&other);
    sum = sum * 2 + i;
    pthread_mutex_unlock (&other);
    return NULL;
  }
  pthread_mutex_lock (&lock);
  order[count++] = i;
  const int last = count == N && order[0] == N - 1;
  pthread_mutex_unlock (&lock);
  if (last) {
    pthread_mutex_lock (&other);
    sum = sum * 2 + i;
    pthread_mutex_unlock (&other);
  }
  return NULL;
}

int main (void) {
  run_all (N + 2, run);
  return 0;
}
