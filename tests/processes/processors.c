/* Three processes share a processor under Sett, but none of them notices: they
   may use all that they could use before.
   expect: verified */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int count (void) {
  cpu_set_t set;
  return sched_getaffinity (0, sizeof set, &set) ? -1 : CPU_COUNT (&set);
}

static int count_of_thread (void) {
  cpu_set_t set;
  return pthread_getaffinity_np (pthread_self (), sizeof set, &set)
             ? -1
             : CPU_COUNT (&set);
}

int main (void) {
  int all = count (), status, differ = 0;
  for (int i = 0; i < 2; i++)
    if (fork () == 0)
      _exit (count () != all);
  for (int i = 0; i < 2; i++) {
    wait (&status);
    differ += status != 0;
  }
  printf ("%d %d, %d differ\n", all, count_of_thread (), differ);
  return 0;
}
