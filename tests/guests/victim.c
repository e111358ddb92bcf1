/* An innocent process: says its number, waits for the end of its input, then
   says whether anything about it, or in its memory, has changed. */

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct portrait {
  int nice, policy, signals;
  long io;
  cpu_set_t processors;
  struct rlimit files, core;
  pid_t group;
  char name[16], score[16];
} portrait;

/* At an address that others can know. */
static char memory[] = "as it was";
static volatile int signals;

static void on_signal (int signal) {
  (void)signal;
  signals++;
}

static void look (portrait *p) {
  memset (p, 0, sizeof *p);
  p->nice = getpriority (PRIO_PROCESS, 0);
  p->policy = sched_getscheduler (0);
  p->signals = signals;
  p->io = syscall (SYS_ioprio_get, 1, 0);
  sched_getaffinity (0, sizeof p->processors, &p->processors);
  getrlimit (RLIMIT_NOFILE, &p->files);
  getrlimit (RLIMIT_CORE, &p->core);
  p->group = getpgrp ();
  prctl (PR_GET_NAME, p->name);
  FILE *f = fopen ("/proc/self/oom_score_adj", "r");
  if (f && !fgets (p->score, sizeof p->score, f))
    p->score[0] = 0;
  if (f)
    fclose (f);
}

int main (void) {
  portrait before, after;
  char c;
  prctl (PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  for (int i = 1; i < 32; i++)
    if (i != SIGINT && i != SIGTERM)
      signal (i, on_signal);
  look (&before);
  printf ("%d %lu\n", (int)getpid (), (unsigned long)memory);
  fflush (stdout);
  while (read (0, &c, 1) != 0)
    ;
  look (&after);
  puts (memcmp (&before, &after, sizeof before) ? "changed"
        : strcmp (memory, "as it was")          ? "overwritten"
                                                : "unchanged");
  return 0;
}
