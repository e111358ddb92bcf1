/* expect: verified
   executions: 1

   A letter through a pipe hands data over. */

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *producer (void *none) {
  data = 42;
  assert (write (ends[1], "x", 1) == 1);
  return none;
}

int main (void) {
  pthread_t thread;
  char letter;
  if (pipe (ends) != 0)
    return 1;
  pthread_create (&thread, NULL, producer, NULL);
  assert (read (ends[0], &letter, 1) == 1);
  assert (data == 42);
  pthread_join (thread, NULL);
  return 0;
}
