/* A random sequence of calls about groups, sessions, priorities and processors,
   done by several processes in turn: families SEED LOG.  What each gives is
   appended to the file LOG, with processes named by letters: the same whether
   the kernel knows it or Sett.
   expect: verified */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILDREN = 4, CALLS = 30, ROOM = 4096 };

typedef struct order {
  int call, who, group, value;
} order;
typedef struct reply {
  long result;
  int error;
} reply;

static unsigned long state;
static pid_t numbers[CHILDREN + 1]; /* the last one is the parent's */
static int orders[CHILDREN][2], replies[CHILDREN][2];
static char text[ROOM];
static size_t length;

static unsigned draw (unsigned n) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % n;
}

static void say (const char *format, ...) {
  va_list list;
  va_start (list, format);
  length +=
      (size_t)vsnprintf (text + length, sizeof text - length, format, list);
  va_end (list);
}

/* Letters for processes; what is before them (a shell's session) is '-'. */
static long name_of (long number) {
  for (int i = 0; i <= CHILDREN; i++)
    if (numbers[i] == number)
      return 'A' + i;
  return '-';
}

static long count_processors (pid_t who) {
  cpu_set_t set;
  return sched_getaffinity (who, sizeof set, &set) ? -1 : CPU_COUNT (&set);
}

static long allow (pid_t who, int first_only) {
  cpu_set_t set, one;
  if (sched_getaffinity (0, sizeof set, &set))
    return -1;
  CPU_ZERO (&one);
  for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT (&one); i++)
    if (CPU_ISSET (i, &set))
      CPU_SET (i, &one);
  if (first_only == 2)
    CPU_ZERO (&one);
  return sched_setaffinity (who, sizeof set, first_only ? &one : &set);
}

static reply perform (const order *o) {
  reply r = {0};
  errno = 0;
  switch (o->call) {
  case 0:
  case 1:
    r.result = setpgid (o->who, o->group);
    break;
  case 2:
    r.result = setsid ();
    break;
  case 3:
    r.result = getpgid (o->who);
    break;
  case 4:
    r.result = getsid (o->who);
    break;
  case 5:
    r.result = kill (o->group ? -o->group : 0, 0);
    break;
  case 6:
    r.result = setpriority (o->value % 4 ? PRIO_PROCESS : PRIO_PGRP,
                            o->value % 4 ? o->who : o->group, o->value);
    break;
  case 7:
    r.result = getpriority (o->value % 2 ? PRIO_PROCESS : PRIO_PGRP,
                            o->value % 2 ? o->who : o->group);
    break;
  case 8:
    r.result = allow (o->who, o->value % 3);
    break;
  case 9:
    r.result = count_processors (o->who);
    break;
  default:
    r.result = getpgrp ();
  }
  r.error = errno;
  return r;
}

static void serve (int i) {
  order o;
  while (read (orders[i][0], &o, sizeof o) == sizeof o) {
    const reply r = perform (&o);
    if (write (replies[i][1], &r, sizeof r) != sizeof r)
      _exit (2);
  }
  _exit (0);
}

static pid_t someone (void) {
  const unsigned i = draw (CHILDREN + 3);
  return i <= CHILDREN ? numbers[i] : 0;
}

static void once (void) {
  static const char *const calls[] = {
      "setpgid",     "setpgid",     "setsid",      "getpgid",
      "getsid",      "kill",        "setpriority", "getpriority",
      "setaffinity", "getaffinity", "getpgrp"};
  const int by = (int)draw (CHILDREN + 1);
  order o = {(int)draw (11), 0, 0, 0};
  o.who = someone ();
  o.group = someone ();
  o.value = (int)draw (24);
  reply r;
  if (o.call == 2 && by == CHILDREN)
    return; /* up to who starts the program */
  if (by == CHILDREN)
    r = perform (&o);
  else if (write (orders[by][1], &o, sizeof o) != sizeof o ||
           read (replies[by][0], &r, sizeof r) != sizeof r)
    exit (2);
  const int numbered =
      o.call == 2 || o.call == 3 || o.call == 4 || o.call == 10;
  say ("%c: %s %c %c %d = ", 'A' + by, calls[o.call],
       o.who ? (int)name_of (o.who) : '0',
       o.group ? (int)name_of (o.group) : '0', o.value);
  if (r.error)
    say ("%s\n", strerrorname_np (r.error));
  else if (numbered)
    say ("%c\n", (int)name_of (r.result));
  else
    say ("%ld\n", r.result);
}

int main (int count, char **words) {
  state = (count > 1 ? strtoul (words[1], NULL, 10) : 1) * 7919 + 1;
  setpgid (0, 0);
  numbers[CHILDREN] = getpid ();
  for (int i = 0; i < CHILDREN; i++) {
    if (pipe (orders[i]) || pipe (replies[i]))
      return 2;
    numbers[i] = fork ();
    if (!numbers[i]) {
      for (int k = 0; k <= i; k++)
        close (orders[k][1]);
      serve (i);
    }
  }
  for (int i = 0; i < CALLS; i++)
    once ();
  for (int i = 0; i < CHILDREN; i++)
    close (orders[i][1]);
  for (int i = 0; i < CHILDREN; i++)
    wait (NULL);
  if (count < 3)
    return 0;
  const int out = open (words[2], O_WRONLY | O_CREAT | O_APPEND, 0644);
  return write (out, text, length) == (long)length ? 0 : 3;
}
