/* The machine in all orders: who does the next step is chosen, by a search in
   depth that repeats the program.  If there are too many orders, some that are
   drawn, and "more" is said.  The controller also chooses which time limits
   are over at once; the others never are. */

#define _GNU_SOURCE
#include "play.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*------------------------------------------------------------------------*/
/* The actors' side. */

void enter_stage (void) {
  if (!the_stage)
    return;
  actor *a = &the_stage->actors[who];
  a->process = getpid ();
  a->thread = gettid ();
  alarm (100); /* nobody is left over if the controller is ended */
  atomic_store (&a->started, 2);
}

/* No cancellation point, and handlers may run meanwhile. */
void gate (int timed) {
  if (!the_stage)
    return;
  actor *a = &the_stage->actors[who];
  const int before = errno;
  atomic_store (&a->timed, timed);
  atomic_store (&a->at_gate, 1);
  while (!atomic_load (&a->go))
    syscall (SYS_futex, &a->go, FUTEX_WAIT, 0, NULL, NULL, 0);
  atomic_store (&a->at_gate, 0);
  atomic_store (&a->go, 0);
  errno = before;
}

/*------------------------------------------------------------------------*/
/* Does anybody run? */

typedef struct look {
  long state; /* '-': no more */
  unsigned long switches;
} look;

static int files[ACTORS]; /* of who is known, more than 0 */

static void open_file (int i) {
  const actor *a = &the_stage->actors[i];
  char name[64];
  snprintf (name, sizeof name, "/proc/%d/task/%d/status", a->process,
            a->thread);
  files[i] = open (name, O_RDONLY | O_CLOEXEC);
}

static void close_files (void) {
  for (int i = 0; i < ACTORS; i++) {
    if (files[i] > 0)
      close (files[i]);
    files[i] = 0;
  }
}

static look look_at (int i) {
  char text[4096], *at;
  look l = {.state = '-'};
  if (!files[i])
    open_file (i);
  const long n = files[i] < 0 ? -1 : pread (files[i], text, sizeof text - 1, 0);
  if (n <= 0)
    return l;
  text[n] = 0;
  if (!(at = strstr (text, "\nState:\t")))
    return l;
  l.state = at[8];
  if (l.state == 'Z')
    l.state = '-';
  for (; (at = strstr (at, "ctxt_switches:\t")); at++)
    l.switches += strtoul (at + 15, NULL, 10);
  return l;
}

/* All looked at; false: somebody runs. */
static int look_around (look *looks) {
  for (int i = 0; i < script_count; i++) {
    const actor *a = &the_stage->actors[i];
    looks[i] = (look){.state = '-'};
    if (!atomic_load (&a->started))
      continue;
    if (atomic_load (&a->started) == 1)
      return 0;
    looks[i] = look_at (i);
    if (looks[i].state == '-')
      continue;
    if (looks[i].state != 'S' || (atomic_load (&a->go)))
      return 0;
  }
  return 1;
}

static int count_alive (const look *looks) {
  int count = 0;
  for (int i = 0; i < script_count; i++)
    count += looks[i].state != '-';
  return count;
}

/* Nobody else waits for who is an orphan, or the first one.  That somebody is
   no more is known a little before the parent is told. */
static void wait_until_quiet (look *looks) {
  look again[ACTORS];
  int alive = count_alive (looks);
  for (int tries = 0;; tries++) {
    while (waitpid (-1, NULL, WNOHANG) > 0)
      ;
    if (look_around (looks) && look_around (again) &&
        !memcmp (looks, again, sizeof *again * (size_t)script_count)) {
      const int before = alive;
      alive = count_alive (looks);
      if (alive >= before)
        return;
      nanosleep (&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (tries > 100000) {
      fprintf (stderr, "somebody runs for ever\n");
      exit (2);
    }
    nanosleep (&(struct timespec){.tv_nsec = 20000}, NULL);
  }
}

/*------------------------------------------------------------------------*/
/* Orders. */

enum { MOST = ACTORS * STEPS + 1 };

static int choices[MOST], widths[MOST], depth, is_random;

static int choose (int step, int width) {
  assert (step < MOST);
  if (step == depth) {
    choices[depth++] = is_random ? rand () % width : 0;
    widths[step] = width;
  }
  return choices[step] < width ? choices[step] : width - 1;
}

static void let_go (actor *a, int expires) {
  atomic_store (&a->expires, expires);
  atomic_store (&a->go, 1);
  syscall (SYS_futex, &a->go, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static int find_ready (look *looks, int *ready) {
  int width = 0;
  wait_until_quiet (looks);
  for (int i = 0; i < script_count; i++) {
    const actor *a = &the_stage->actors[i];
    if (looks[i].state == '-' || !atomic_load (&a->at_gate))
      continue;
    ready[width++] = i;
    if (atomic_load (&a->timed))
      ready[width++] = i + ACTORS; /* and it is over at once */
  }
  return width;
}

/* Does somebody wait for ever for what has a limit? */
static int is_endless (const look *looks) {
  for (int i = 0; i < script_count; i++)
    if (looks[i].state != '-' && atomic_load (&the_stage->actors[i].timed))
      return 1;
  return 0;
}

/* Was that an execution? */
static int conduct (void) {
  look looks[ACTORS] = {{0}};
  int ready[2 * ACTORS], most = 0;
  for (int step = 0;; step++) {
    int width = find_ready (looks, ready);
    const int alive = count_alive (looks);
    if (alive > most)
      most = alive;
    if (!width && alive && alive < most) { /* to be sure */
      nanosleep (&(struct timespec){.tv_nsec = 10000000}, NULL);
      width = find_ready (looks, ready);
    }
    if (!width)
      return !is_endless (looks);
    const int who_is_next = ready[choose (step, width)];
    let_go (&the_stage->actors[who_is_next % ACTORS], who_is_next >= ACTORS);
  }
}

static int by_text (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* What was said, sorted; in one line. */
static void report (void) {
  char *lines[ACTORS * TEXT];
  int count = 0;
  for (int i = 0; i < script_count; i++) {
    char *rest = the_stage->actors[i].text;
    for (char *line; (line = strsep (&rest, "\n"));)
      if (*line)
        lines[count++] = line;
  }
  qsort (lines, (size_t)count, sizeof *lines, by_text);
  for (int i = 0; i < count; i++)
    printf ("%s%s", i ? " " : "", lines[i]);
  printf ("\n");
}

static void play_once (void) {
  memset (the_stage, 0, sizeof *the_stage);
  the_stage->semaphores = the_stage->messages = -1;
  atomic_store (&the_stage->actors[0].started, 1);
  fflush (stdout);
  const pid_t root = fork ();
  assert (root >= 0);
  if (!root) {
    setpgid (0, 0);
    play_program ();
    _exit (0);
  }
  const int counts = conduct ();
  kill (-root, SIGKILL);
  kill (root, SIGKILL);
  while (wait (NULL) > 0 || errno == EINTR)
    ;
  if (the_stage->semaphores >= 0)
    semctl (the_stage->semaphores, 0, IPC_RMID);
  if (the_stage->messages >= 0)
    msgctl (the_stage->messages, IPC_RMID, NULL);
  close_files ();
  if (counts)
    report ();
}

/* False: that was the last one. */
static int next_order (void) {
  while (depth && choices[depth - 1] + 1 == widths[depth - 1])
    depth--;
  if (depth)
    choices[depth - 1]++;
  return depth > 0;
}

int all_orders (unsigned most, unsigned seed) {
  the_stage = mmap (NULL, sizeof *the_stage, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert (the_stage != MAP_FAILED);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  unsigned count = 0;
  do {
    if (count++ == most)
      break;
    play_once ();
  } while (next_order ());
  if (count <= most)
    return 0;
  srand (seed);
  is_random = 1;
  for (count = 0; count < most; count++) {
    depth = 0;
    play_once ();
  }
  puts ("more");
  return 0;
}
