/* Watching a program: see supervise.h.

   The program is asked to stop first, by the shared memory, and has GRACE
   seconds to come to the end of its execution; then it is killed.  What the
   shared memory says is valid either way. */

#include "program/supervise.h"

#include "base/assert.h"
#include "base/text.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TICK = 20, MOST_OUTPUT = 1 << 20 }; /* milliseconds; bytes */

static const double GRACE = 2;

typedef struct watch {
  const sett_supervision *orders;
  sett_launched *launched; /* as many as the orders say */
  sett_text *output;
  double start;
  uint64_t beat;  /* the last one that was seen... */
  double beat_at; /* ...and when */
  uint64_t ended; /* mask of processes */
  size_t first_ended;
  int status; /* of that one */
  /* Saving: */
  uint64_t written;       /* so many were */
  double saved_at, pause; /* when the last one was; not again before that */
  unsigned sixteenths;    /* of the memory were in use then */
} watch;

static double now (void) {
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Takes what there is; a program that writes too much is not stopped by it. */
static void read_output (watch *w, sett_launched *l) {
  char buffer[4096];
  ssize_t got;
  if (l->output < 0)
    return;
  while ((got = read (l->output, buffer, sizeof buffer)) > 0)
    if (w->output->length < MOST_OUTPUT)
      sett_text_add_bytes (w->output, buffer, (size_t)got);
  if (!got) {
    close (l->output);
    l->output = -1;
  }
}

static void note_end (watch *w, size_t i) {
  SETT_ASSERT (i < w->orders->count);
  int status;
  if (w->ended >> i & 1 || waitpid (w->launched[i].process, &status, WNOHANG) !=
                               w->launched[i].process)
    return;
  if (!w->ended) {
    w->first_ended = i;
    w->status = status;
  }
  w->ended |= (uint64_t)1 << i;
}

/* Waits for an end, for output, or for a moment. */
static void wait_a_moment (watch *w) {
  SETT_ASSERT (w->orders->count && w->orders->count <= SETT_SYSTEM_PROCESSES);
  struct pollfd files[2 * SETT_SYSTEM_PROCESSES];
  const size_t count = w->orders->count;
  for (size_t i = 0; i < count; i++) {
    const int handle = w->ended >> i & 1 ? -1 : w->launched[i].handle;
    files[2 * i] = (struct pollfd){handle, POLLIN, 0};
    files[2 * i + 1] = (struct pollfd){w->launched[i].output, POLLIN, 0};
  }
  poll (files, 2 * count, TICK);
  for (size_t i = 0; i < count; i++) {
    if (files[2 * i + 1].revents)
      read_output (w, &w->launched[i]);
    note_end (w, i);
  }
}

static int is_final (const sett_shared *shared) {
  return shared->phase == SETT_PHASE_DONE || shared->phase == SETT_PHASE_FAILED;
}

static int makes_progress (watch *w) {
  const double time = now ();
  if (w->orders->shared->beat != w->beat) {
    w->beat = w->orders->shared->beat;
    w->beat_at = time;
  }
  return time - w->beat_at < w->orders->hang;
}

/*------------------------------------------------------------------------*/
/* Saving. */

/* It may be mapped elsewhere than the program has it.  No bytes: the program
   has written there. */
static sett_saved_search describe_saved (const watch *w) {
  const sett_shared *shared = w->orders->shared;
  const uintptr_t offset =
      (uintptr_t)shared->saved - (uintptr_t)SETT_SHARED_ADDRESS;
  const size_t length = shared->saved_length;
  const int inside =
      length <= SETT_SHARED_SIZE && offset <= SETT_SHARED_SIZE - length;
  return (sett_saved_search){
      .kind = w->orders->saved_as,
      .multi = shared->orders.multi,
      .bytes = inside ? (const unsigned char *)shared + offset : NULL,
      .length = length,
      .executions = shared->executions,
      .events = shared->events,
      .longest = shared->longest,
      .violations = shared->violations_seen,
      .workers = 1};
}

/* Not again before 33 times as long as it took the search to write it there,
   and to put it on disk.  (The program may have overwritten what it says of
   that.) */
static double pause_after (const sett_shared *shared, double written) {
  enum { TIMES = 33, MOST = 600 };
  const double there = 1e-6 * (double)shared->saved_in;
  return TIMES * (written + (there < MOST ? there : 0));
}

/* What the search has left, if it is new and lies in the shared memory. */
static void take_saved (watch *w) {
  const sett_saving *saving = w->orders->saving;
  const sett_shared *shared = w->orders->shared;
  const double begun = now ();
  if (__atomic_load_n (&shared->saved_count, __ATOMIC_ACQUIRE) == w->written)
    return;
  w->written = shared->saved_count;
  const sett_saved_search what = describe_saved (w);
  if (what.bytes)
    saving->write (saving->context, &what, begun - w->start);
  w->saved_at = now ();
  w->pause = pause_after (shared, w->saved_at - begun);
}

/* A sixteenth of the memory more is in use than when it was saved, and there is
   not much left. */
static int runs_full (const watch *w, unsigned sixteenths) {
  return sixteenths >= 12 && sixteenths > w->sixteenths;
}

static void save_now_and_then (watch *w) {
  const sett_saving *saving = w->orders->saving;
  sett_shared *shared = w->orders->shared;
  if (!saving)
    return;
  take_saved (w);
  if (shared->save)
    return;
  const double since = now () - w->saved_at;
  const unsigned sixteenths =
      (unsigned)(shared->in_use / (shared->most_memory / 16 + 1));
  if (!*saving->asked && !runs_full (w, sixteenths) &&
      (since < saving->every || since < w->pause))
    return;
  *saving->asked = 0;
  w->sixteenths = sixteenths;
  shared->save = SETT_SAVE_AND_GO_ON;
}

/* Watches until something happens, and says what. */
static sett_course watch_program (watch *w) {
  const sett_supervision *o = w->orders;
  for (;;) {
    wait_a_moment (w);
    const double seconds = now () - w->start;
    if (is_final (o->shared))
      return SETT_COURSE_DONE;
    if (w->ended)
      return SETT_COURSE_DIED;
    if (*o->interrupted)
      return SETT_COURSE_INTERRUPTED;
    if (o->seconds > 0 && seconds >= o->seconds)
      return SETT_COURSE_TIME;
    if (!makes_progress (w))
      return SETT_COURSE_HUNG;
    const sett_progress_report report = {seconds, o->shared->executions,
                                         o->shared->longest, o->shared->in_use};
    if (o->progress)
      o->progress (o->context, &report);
    save_now_and_then (w);
  }
}

/* For the last time.  What cannot be saved in time is done again. */
static void save_and_stop (watch *w) {
  const double start = now ();
  sett_shared *shared = w->orders->shared;
  take_saved (w);
  const uint64_t before = shared->saved_count;
  shared->save = SETT_SAVE_AND_STOP;
  while (!(w->ended & 1) && !is_final (shared) &&
         shared->saved_count == before && now () - start < GRACE)
    wait_a_moment (w);
  take_saved (w);
}

/* It may be in the middle of an execution, or writing its counterexample. */
static void stop (watch *w) {
  const double start = now ();
  w->orders->shared->stop = 1;
  while (!(w->ended & 1) && !w->orders->shared->wants_threads &&
         now () - start < GRACE)
    wait_a_moment (w);
}

/* What the processes left behind in their group dies with them. */
static void finish (watch *w) {
  const pid_t group = w->launched[0].process;
  kill (-group, SIGKILL);
  for (size_t i = 0; i < w->orders->count; i++) {
    sett_launched *l = &w->launched[i];
    int status = 0;
    if (!(w->ended >> i & 1)) {
      kill (l->process, SIGKILL);
      while (waitpid (l->process, &status, 0) < 0 && errno == EINTR)
        ;
      if (!i && !w->ended)
        w->status = status;
    }
    read_output (w, l);
    l->process = -1;
    sett_launch_finish (l);
  }
  kill (-group, SIGKILL);
}

/* Nothing in a shared memory that was overwritten means anything. */
static int is_intact (const sett_shared *shared) {
  return shared->magic == SETT_SHARED_MAGIC &&
         shared->size == SETT_SHARED_SIZE && shared->in_use <= shared->size &&
         shared->note_count <= SETT_MOST_NOTES &&
         shared->member_count <= SETT_SYSTEM_PROCESSES;
}

void sett_supervise (const sett_supervision *orders, sett_launched *launched,
                     sett_supervised *result, sett_text *output) {
  watch w = {.orders = orders,
             .launched = launched,
             .output = output,
             .start = now ()};
  w.beat_at = w.saved_at = w.start;
  w.beat = orders->shared->beat;
  result->course = watch_program (&w);
  if (orders->saving && (result->course == SETT_COURSE_TIME ||
                         result->course == SETT_COURSE_INTERRUPTED))
    save_and_stop (&w);
  else if (orders->saving && result->course == SETT_COURSE_DONE)
    take_saved (&w);
  if (result->course != SETT_COURSE_HUNG)
    stop (&w);
  finish (&w);
  if (!is_intact (orders->shared))
    result->course = SETT_COURSE_SPOILED;
  result->who = w.first_ended;
  result->status = w.status;
  result->seconds = now () - w.start;
}
