/* expect: verified

   Two threads load a library, whose parts the loader maps one over the other,
   and call a function of it. */

#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>

static void *work (void *unused) {
  (void)unused;
  void *library = dlopen ("libm.so.6", RTLD_NOW);
  assert (library);
  double (*cosine) (double) = (double (*) (double))dlsym (library, "cos");
  assert (cosine && cosine (0) == 1);
  dlclose (library);
  return NULL;
}

int main (void) {
  pthread_t one, two;
  pthread_create (&one, NULL, work, NULL);
  pthread_create (&two, NULL, work, NULL);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  return 0;
}
