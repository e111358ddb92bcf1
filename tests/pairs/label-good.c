/* expect: verified
   options: --reach neither
   executions: 3

   Two threads cannot overlook each other: no execution comes to the label. */

#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *left (void *none) {
  x = 1;
  saw_y = y;
  return none;
}

static void *right (void *none) {
  y = 1;
  saw_x = x;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, left, NULL);
  pthread_create (&b, NULL, right, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  if (saw_x && saw_y)
    sett_label ("both");
  if (!saw_x && !saw_y)
    sett_label ("neither");
  return 0;
}
