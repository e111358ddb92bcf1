/* expect: assertion

   Two threads write to one pipe; nothing says who is first. */

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer (void *letter) {
  assert (write (ends[1], letter, 1) == 1);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  char letter[2] = {'a', 'b'}, got[2];
  if (pipe (ends) != 0)
    return 1;
  pthread_create (&a, NULL, writer, &letter[0]);
  pthread_create (&b, NULL, writer, &letter[1]);
  assert (read (ends[0], &got[0], 1) == 1);
  assert (read (ends[0], &got[1], 1) == 1);
  assert (got[0] == 'a' && got[1] == 'b');
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
