/* expect: race

   One loads a library and puts away where its function is; the other one looks
   for it at the same time. */

#include <dlfcn.h>
#include <pthread.h>

static double (*cosine) (double);

static void *work (void *unused) {
  (void)unused;
  void *library = dlopen ("libm.so.6", RTLD_NOW);
  if (library)
    cosine = (double (*) (double))dlsym (library, "cos");
  return NULL;
}

int main (void) {
  pthread_t one;
  pthread_create (&one, NULL, work, NULL);
  const double one_or_nothing = cosine ? cosine (0) : 0;
  pthread_join (one, NULL);
  return one_or_nothing < 0;
}
