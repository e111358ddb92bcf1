/* Handlers that are set in several ways count under gdb, too. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t heard;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void hear (int number) {
  heard += number == SIGUSR1 ? 1 : 10;
}

static void *add (void *nothing) {
  pthread_mutex_lock (&lock);
  x++;
  pthread_mutex_unlock (&lock);
  return nothing;
}

int main (void) {
  pthread_t thread;
  struct sigaction action, old;
  signal (SIGUSR1, hear);
  raise (SIGUSR1);
  memset (&action, 0, sizeof action);
  action.sa_handler = hear;
  sigaction (SIGUSR2, &action, &old);
  pthread_create (&thread, NULL, add, NULL);
  raise (SIGUSR2);
  pthread_mutex_lock (&lock);
  const int seen = x;
  pthread_mutex_unlock (&lock);
  raise (SIGUSR1);
  pthread_join (thread, NULL);
  assert (heard != 12 || old.sa_handler != SIG_DFL || seen == 0);
  return 0;
}
