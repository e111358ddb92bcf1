/* expect: verified

   What threads can ask about themselves. */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>

static void check_stack (void) {
  pthread_attr_t attributes;
  void *low;
  size_t size;
  assert (!pthread_getattr_np (pthread_self (), &attributes));
  pthread_attr_getstack (&attributes, &low, &size);
  assert ((char *)&attributes > (char *)low);
  assert ((char *)&attributes < (char *)low + size);
  pthread_attr_destroy (&attributes);
}

static void check_name (void) {
  char name[16];
  assert (!pthread_setname_np (pthread_self (), "worker"));
  assert (!pthread_getname_np (pthread_self (), name, sizeof name));
  assert (!strcmp (name, "worker"));
  assert (pthread_setname_np (pthread_self (), "sixteen letters!") == ERANGE);
}

static void check_processors (void) {
  cpu_set_t set;
  struct sched_param parameters;
  int policy;
  assert (!pthread_getaffinity_np (pthread_self (), sizeof set, &set));
  assert (CPU_COUNT (&set) > 0);
  assert (!pthread_setaffinity_np (pthread_self (), sizeof set, &set));
  assert (!pthread_getschedparam (pthread_self (), &policy, &parameters));
  assert (!pthread_setschedparam (pthread_self (), policy, &parameters));
}

static void check_signals (void) {
  sigset_t set, old;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  assert (!pthread_sigmask (SIG_BLOCK, &set, NULL));
  assert (!pthread_sigmask (SIG_UNBLOCK, NULL, &old));
  assert (sigismember (&old, SIGUSR1) && !sigismember (&old, SIGUSR2));
  assert (!pthread_kill (pthread_self (), 0));
}

static void *run (void *none) {
  check_stack ();
  check_name ();
  check_processors ();
  check_signals ();
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  run (NULL);
  assert (pthread_equal (pthread_self (), pthread_self ()));
  assert (!pthread_equal (pthread_self (), thread));
  pthread_join (thread, NULL);
  return 0;
}
