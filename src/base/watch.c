/* The watch: see watch.h.

   Invariant, under the lock: at most one thread has the word.  It is the
   command's from `sett_watch_end` on, the watch's from the last words on, and
   nobody gives it back but by the next `begin`.

   If no thread can be had (`ulimit -u`), an interval timer takes its place:
   its handler does the same with what a signal handler may call, and its last
   words are one line. */

#include "base/watch.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/tempdir.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define TICK 0.02            /* seconds between two looks */
#define GRACE 1.0            /* seconds in which somebody should heed */
#define GRACE_OF_WORDS 1     /* seconds for the last words */
#define OVERHEAD (64u << 20) /* bytes of the process that are not accounted */
#define STATUS_BOUNDED 3
#define STACK_BYTES ((size_t)1 << 20)

typedef enum word { NOBODYS, COMMANDS, WATCHS } word;

atomic_uint sett_watch_flag;
const char *volatile sett_watch_within;

static const char *volatile phase;
static sett_watch_orders orders;
static double deadline;    /* 0: none */
static double spent_since; /* when the flag was set; 0: not yet */
static atomic_int heeded, given_up;
static atomic_uint warned; /* of what, and since when; 0: not yet */
static double warned_since;
static atomic_int warns, saving;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended; /* on the monotonic clock */
static pthread_t watcher;
static int running, by_timer;
static word speaker;
static sett_watch_duty *duties;

static int statm = -1; /* /proc/self/statm, kept open: no memory is needed */
static size_t first_resident;

double sett_watch_now (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void sett_watch_phase (const char *text) {
  phase = text;
}

void sett_watch_spend (unsigned what) {
  atomic_fetch_or_explicit (&sett_watch_flag, what, memory_order_relaxed);
}

void sett_watch_refresh (void) {
  if (!running)
    atomic_store (&sett_watch_flag, 0);
}

void sett_watch_heed (void) {
  if (!sett_watch_spent ())
    return;
  atomic_store_explicit (&heeded, 1, memory_order_relaxed);
}

void sett_watch_describe (char *out, size_t room) {
  const char *where = sett_watch_within;
  if (where)
    snprintf (out, room, "waiting for the C code at %s to return", where);
  else
    snprintf (out, room, "%s", phase ? phase : "working");
}

/*------------------------------------------------------------------------*/
/* Looking. */

/* Bytes of this process in memory, by the second number of statm; 0: not
   known. */
static size_t resident (void) {
  char text[128];
  const ssize_t n = statm < 0 ? 0 : pread (statm, text, sizeof text - 1, 0);
  if (n <= 0)
    return 0;
  text[n] = 0;
  const char *second = strchr (text, ' ');
  size_t pages = 0;
  for (second += second != NULL; second && *second >= '0' && *second <= '9';)
    pages = 10 * pages + (size_t)(*second++ - '0');
  return pages * 4096;
}

static int memory_is_spent (void) {
  if (!orders.memory)
    return 0;
  return sett_memory_in_use () > orders.memory ||
         resident () > orders.memory + first_resident + OVERHEAD;
}

/* Something is to be spent, now or when somebody has been warned. */
static void spend_in_time (unsigned what, double now) {
  if (!what)
    return;
  if (!atomic_load_explicit (&warns, memory_order_relaxed)) {
    sett_watch_spend (what);
    return;
  }
  if (!atomic_fetch_or_explicit (&warned, what, memory_order_relaxed))
    warned_since = now;
  else if (now >= warned_since + GRACE &&
           !atomic_load_explicit (&saving, memory_order_relaxed))
    sett_watch_spend (what);
}

void sett_watch_warn_first (int wanted) {
  atomic_store (&saving, 0);
  atomic_store (&warned, 0);
  atomic_store (&warns, wanted);
}

unsigned sett_watch_warned (void) {
  return atomic_load_explicit (&warned, memory_order_relaxed);
}

void sett_watch_saving (int begins) {
  atomic_store (&saving, begins);
}

/* True: it is high time that somebody ends this.  A signal handler may call
   it. */
static int tick (void) {
  const double now = sett_watch_now ();
  unsigned what = 0;
  if (orders.interrupted && *orders.interrupted)
    what |= SETT_SPENT_PATIENCE;
  if (deadline > 0 && now >= deadline)
    what |= SETT_SPENT_TIME;
  if (memory_is_spent ())
    what |= SETT_SPENT_MEMORY;
  spend_in_time (what, now);
  if (!sett_watch_spent ())
    return 0;
  if (spent_since <= 0)
    spent_since = now;
  return atomic_load_explicit (&given_up, memory_order_relaxed) ||
         (now >= spent_since + GRACE &&
          !atomic_load_explicit (&heeded, memory_order_relaxed));
}

/*------------------------------------------------------------------------*/
/* Ending. */

/* Nothing but what a signal handler may do. */
static void end_silently (int number) {
  static const char text[] =
      "sett: bounded: stopped by a limit, and could not say more\n";
  (void)number;
  const ssize_t ignored = write (2, text, sizeof text - 1);
  (void)ignored;
  _exit (STATUS_BOUNDED);
}

static int abandoned; /* the status of `abandon` */

static void end_abandoned (int number) {
  (void)number;
  _exit (abandoned);
}

static void end_soon (void (*handler) (int)) {
  sigset_t alarms;
  signal (SIGALRM, handler);
  sigemptyset (&alarms);
  sigaddset (&alarms, SIGALRM);
  pthread_sigmask (SIG_UNBLOCK, &alarms, NULL);
  alarm (GRACE_OF_WORDS);
}

static int plain_words (unsigned spent) {
  char what[200];
  sett_watch_describe (what, sizeof what);
  fprintf (stderr, "sett: stopped by %s while %s\n",
           spent & SETT_SPENT_PATIENCE ? "a signal"
           : spent & SETT_SPENT_TIME   ? "the time limit"
                                       : "the memory limit",
           what);
  return STATUS_BOUNDED;
}

/* Where the watch ends the process, under the lock, which is never given back:
   nobody takes a duty away while it is performed.  The duties come first: they
   are short.  The temporary folder goes when nobody is left who writes there.
 */
static void leave_nothing (void) {
  for (sett_watch_duty *d = duties; d; d = d->next)
    d->perform (d->context);
  sett_tempdir_close ();
}

void sett_watch_abandon (int status) {
  abandoned = status;
  end_soon (end_abandoned);
  leave_nothing ();
  fflush (stdout);
  _exit (status);
}

static void end_process (void) {
  end_soon (end_silently);
  leave_nothing ();
  const unsigned spent = sett_watch_spent ();
  const int status = orders.last_words
                         ? orders.last_words (orders.context, spent)
                         : plain_words (spent);
  fflush (stdout);
  _exit (status);
}

/* Under the lock: has the watch got the word now? */
static int take_word (word mine) {
  if (speaker == NOBODYS)
    speaker = mine;
  return speaker == mine;
}

static struct timespec next_tick (void) {
  struct timespec at;
  clock_gettime (CLOCK_MONOTONIC, &at);
  at.tv_nsec += (long)(TICK * 1e9);
  at.tv_sec += at.tv_nsec / 1000000000;
  at.tv_nsec %= 1000000000;
  return at;
}

static void *watch (void *unused) {
  (void)unused;
  int late = 0;
  pthread_mutex_lock (&lock);
  while (running && !late) {
    const struct timespec at = next_tick ();
    pthread_cond_timedwait (&ended, &lock, &at);
    late = running && tick () && take_word (WATCHS);
    SETT_ASSERT (!late || speaker == WATCHS);
  }
  if (late)
    end_process ();
  pthread_mutex_unlock (&lock);
  return NULL;
}

static void watch_by_timer (int number) {
  if (tick ())
    end_silently (number);
}

/*------------------------------------------------------------------------*/

/* Signals are for the threads that work. */
static int start_thread (void) {
  sigset_t all, old;
  pthread_condattr_t attributes;
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&ended, &attributes);
  pthread_condattr_destroy (&attributes);
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  pthread_attr_t stack; /* whatever `ulimit -s` says */
  pthread_attr_init (&stack);
  pthread_attr_setstacksize (&stack, STACK_BYTES);
  const int failed = pthread_create (&watcher, &stack, watch, NULL);
  pthread_attr_destroy (&stack);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return !failed;
}

static void set_timer (double seconds) {
  const struct timeval span = {0, (suseconds_t)(seconds * 1e6)};
  const struct itimerval timer = {span, span};
  setitimer (ITIMER_REAL, &timer, NULL);
}

static void start_timer (void) {
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = watch_by_timer;
  action.sa_flags = SA_RESTART;
  sigaction (SIGALRM, &action, NULL);
  set_timer (TICK);
}

static void take_orders (const sett_watch_orders *given) {
  orders = *given;
  deadline = given->seconds > 0 ? sett_watch_now () + given->seconds : 0;
  spent_since = 0;
  speaker = NOBODYS;
  if (statm < 0)
    statm = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  SETT_ASSERT (given->seconds >= 0);
  first_resident = resident ();
  atomic_store (&sett_watch_flag, 0);
  atomic_store (&heeded, 0);
  atomic_store (&given_up, 0);
  sett_watch_warn_first (0);
}

void sett_watch_begin (const sett_watch_orders *given) {
  pthread_mutex_lock (&lock);
  take_orders (given);
  const int fresh = !running;
  running = 1;
  pthread_mutex_unlock (&lock);
  if (!fresh)
    return;
  SETT_ASSERT (running);
  by_timer = !start_thread ();
  if (by_timer)
    start_timer ();
}

/* Who comes too late waits for the end. */
static void take_word_or_wait (void) {
  pthread_mutex_lock (&lock);
  const int mine = take_word (COMMANDS);
  SETT_ASSERT (mine == (speaker == COMMANDS));
  if (mine)
    running = 0;
  pthread_cond_signal (&ended);
  pthread_mutex_unlock (&lock);
  while (!mine)
    pause ();
}

void sett_watch_end (void) {
  if (!running)
    return;
  take_word_or_wait ();
  if (by_timer) {
    set_timer (0);
    signal (SIGALRM, SIG_DFL);
  } else {
    pthread_join (watcher, NULL);
    pthread_cond_destroy (&ended);
  }
  if (statm >= 0)
    close (statm);
  statm = -1;
}

void sett_watch_give_up (void) {
  if (!running || !sett_watch_spent ())
    return;
  atomic_store (&given_up, 1);
  for (;;)
    pause ();
}

/*------------------------------------------------------------------------*/

static int is_duty (const sett_watch_duty *duty) {
  const sett_watch_duty *at = duties;
  while (at && at != duty)
    at = at->next;
  return at != NULL;
}

void sett_watch_oblige (sett_watch_duty *duty) {
  SETT_ASSERT (duty->perform);
  pthread_mutex_lock (&lock);
  duty->next = duties;
  duties = duty;
  SETT_ASSERT_SLOW (is_duty (duty));
  pthread_mutex_unlock (&lock);
}

void sett_watch_release (sett_watch_duty *duty) {
  pthread_mutex_lock (&lock);
  sett_watch_duty **at = &duties;
  while (*at && *at != duty)
    at = &(*at)->next;
  if (*at)
    *at = duty->next;
  SETT_ASSERT_SLOW (!is_duty (duty));
  pthread_mutex_unlock (&lock);
}
