/* A signal that is blocked but while ppoll waits: it cannot be missed. */
//= verified
//: ended "-1 1\n"
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t came;
static pthread_t main_thread;

static void handler (int number) {
  came = number == SIGUSR1;
}

static void *sender (void *unused) {
  pthread_kill (main_thread, SIGUSR1);
  return unused;
}

int main (void) {
  int ends[2];
  pthread_t t;
  sigset_t set, none;
  struct sigaction action = {.sa_handler = handler};
  pipe (ends);
  main_thread = pthread_self ();
  sigaction (SIGUSR1, &action, NULL);
  sigemptyset (&none);
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  pthread_create (&t, NULL, sender, NULL);
  struct pollfd file = {ends[0], POLLIN, 0};
  const int result = ppoll (&file, 1, NULL, &none);
  pthread_join (t, NULL);
  printf ("%d %d\n", result, (int)came);
}
