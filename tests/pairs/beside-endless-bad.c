/* expect: assertion
   options: --depth 2000
   expect: assertion
   long: yes

   One thread goes on for ever; what is wrong is in another one, which would
   never get its turn if the first one were left alone. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint count;

static void *go_on (void *none) {
  for (;;)
    atomic_fetch_add (&count, 1);
  return none;
}

static void *look (void *none) {
  assert (atomic_load (&count) < 3);
  return none;
}

int main (void) {
  pthread_t first, second;
  pthread_create (&first, NULL, go_on, NULL);
  pthread_create (&second, NULL, look, NULL);
  pthread_join (first, NULL);
  return 0;
}
