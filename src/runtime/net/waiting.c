/* Waiting for several descriptors at once (poll, select), and for the world
   outside.

   All that a thread waits for is looked at in one event.  To wait with a time
   limit is to look once: a thread that looks later has waited longer, and one
   that finds nothing was out of time.  Without a limit the thread waits until
   one of the words has changed that it looked at, and looks again.  To look
   changes nothing: a loop that does nothing else is a busy wait (spin.h).

   About everything that is not modelled nothing is known but what the kernel
   says now: if it is not ready, the verdict is bounded, and the thread waits
   until something else is. */

#include "runtime/net/waiting.h"

#include "base/assert.h"
#include "runtime/core/narrator.h"
#include "runtime/sync/clock.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/net/epoll.h"
#include "runtime/files/files.h"
#include "runtime/sched/kill.h"
#include "runtime/undo/pages.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/signals.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <poll.h>
#include <string.h>
#include <sys/select.h>

static long poll_now (struct pollfd *files, unsigned long count) {
  return sett_raw (SYS_poll, files, count, 0);
}

static void note_outside (uintptr_t place) {
  sett_note_add (1, place, "waits for the world outside: not controlled");
}

__attribute__ ((noreturn)) static void wait_outside (uintptr_t place) {
  note_outside (place);
  sett_end (SETT_CUT);
}

void sett_wait_ready (long number, int writes, uintptr_t place) {
  struct pollfd file = {(int)number, writes ? POLLOUT : POLLIN, 0};
  if (!poll_now (&file, 1))
    wait_outside (place);
}

/*------------------------------------------------------------------------*/
/* Looking. */

sett_wish sett_wish_for (int number, short wanted) {
  const sett_descriptor *model = sett_descriptors_model (number);
  sett_wish w = {.model = model, .number = number, .wanted = wanted};
  if (model)
    w.was = *model;
  return w;
}

static int is_closed (const sett_wish *w) {
  return w->model->kind != w->was.kind || w->model->index != w->was.index;
}

short sett_wish_look (const sett_wish *w) {
  if (w->model && is_closed (w))
    return POLLNVAL;
  if (w->model)
    return sett_descriptors_kind (&w->was)->events (&w->was, w->wanted);
  if (w->number >= 0 && sett_descriptors_model (w->number))
    return POLLNVAL; /* there was nothing when it was looked up */
  struct pollfd file = {w->number, w->wanted, 0};
  poll_now (&file, 1);
  return file.revents;
}

static int look (const sett_question *q) {
  int ready = 0;
  for (size_t i = 0; i < q->count; i++) {
    q->wishes[i].has = sett_wish_look (&q->wishes[i]);
    ready |= q->wishes[i].has;
  }
  return ready;
}

/* Is there anything that only the world outside can make ready? */
static int has_foreign (const sett_question *q) {
  for (size_t i = 0; i < q->count; i++)
    if (!q->wishes[i].model && q->wishes[i].number >= 0 &&
        sett_files_can_wait (q->wishes[i].number))
      return 1;
  return 0;
}

/*------------------------------------------------------------------------*/
/* The words that the answer depends on. */

typedef void visitor (const uint64_t *word, const void *order);

static void load (const uint64_t *word, const void *order) {
  (void)order;
  sett_affect (word, SETT_EFFECT_LOAD, *word);
}

static void acquire (const uint64_t *word, const void *order) {
  (void)word;
  if (order)
    sett_races_acquire (order);
}

static void glance (const uint64_t *word, const void *order) {
  (void)order;
  sett_spin_looked_for (word, SETT_GLANCE_INPUT);
}

static void glance_at_rest (const uint64_t *word, const void *order) {
  (void)order;
  sett_spin_looked_for (word, SETT_GLANCE_REST);
}

static void visit (const sett_wish *w, visitor *each) {
  if (w->model)
    sett_descriptors_kind (&w->was)->watch (&w->was, w->wanted, each);
}

static int rests (const sett_wish *w) {
  const sett_file_operations *m =
      w->model ? sett_descriptors_kind (&w->was) : NULL;
  return m && m->rests && m->rests (&w->was);
}

static void load_mask (const uint64_t *word) {
  sett_affect (word, SETT_EFFECT_LOAD, *word);
}

static void glance_at_mask (const uint64_t *word) {
  sett_spin_looked (word, word, sizeof *word);
}

/* In the event of a thread that asks... */
static void asks (const sett_question *q) {
  for (unsigned i = 0; i < q->word_count; i++) {
    sett_affect (q->words[i], q->takes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD,
                 *q->words[i]);
    sett_races_acquire (q->words[i]);
  }
  for (size_t i = 0; i < q->count; i++)
    visit (&q->wishes[i], load);
  if (q->mask)
    sett_signals_watch (load_mask);
}

/* ...who has got an answer... */
static void learns (const sett_question *q) {
  for (size_t i = 0; i < q->count; i++)
    if (q->wishes[i].has)
      visit (&q->wishes[i], acquire);
}

/* ...and will get the same one until something of this has changed. */
static void remembers (const sett_question *q) {
  for (unsigned i = 0; i < q->word_count; i++)
    glance_at_rest (q->words[i], NULL);
  for (size_t i = 0; i < q->count; i++)
    visit (&q->wishes[i], rests (&q->wishes[i]) ? glance_at_rest : glance);
  if (has_foreign (q))
    sett_spin_looked_for (&os_model->never, SETT_GLANCE_OUTSIDE);
  if (q->mask)
    sett_signals_watch (glance_at_mask);
  sett_cancel_looked ();
}

/*------------------------------------------------------------------------*/
/* Timers: which of those that may expire now do is a choice. */

enum { MOST_DUE = 6 };

typedef struct timers {
  const sett_descriptor *may[MOST_DUE], *must[MOST_DUE];
  unsigned may_count, must_count;
  int too_many;
} timers;

/* Who would wait beyond its time sees it expire. */
static timers find_timers (const sett_question *q) {
  timers t = {.too_many = 0};
  const uint64_t end = sett_self ()->time + (q->limited ? q->nanoseconds : 0);
  for (size_t i = 0; i < q->count; i++) {
    const sett_descriptor *d = q->wishes[i].model;
    uint64_t expiry;
    if (!d || q->wishes[i].has || !sett_descriptors_kind (d)->due)
      continue;
    const uint64_t *word = sett_descriptors_kind (d)->due (d, &expiry);
    if (!word)
      continue;
    sett_affect (word, SETT_EFFECT_STORE, *word);
    sett_epoll_affect (d->kind, d->index, POLLIN);
    if (t.may_count + t.must_count == MOST_DUE)
      t.too_many = 1;
    else if (expiry <= end)
      t.must[t.must_count++] = d;
    else
      t.may[t.may_count++] = d;
    SETT_ASSERT (t.may_count + t.must_count <= MOST_DUE);
  }
  return t;
}

static void expire (const sett_descriptor *d) {
  sett_descriptors_kind (d)->expire (d);
}

/* `stuck': nothing else is ready, and there is no limit. */
static int expire_timers (const sett_question *q, int stuck, uintptr_t place) {
  const timers t = find_timers (q);
  if (!t.may_count && !t.must_count)
    return 0;
  if (t.too_many)
    sett_note_add (1, place, "waits for too many timers at once");
  const unsigned at_least = stuck && !t.must_count;
  const unsigned count = (1u << t.may_count) - at_least;
  const unsigned choice = (count > 1 ? sett_alternative (count) : 0) + at_least;
  for (unsigned i = 0; i < t.must_count; i++)
    expire (t.must[i]);
  for (unsigned i = 0; i < t.may_count; i++)
    if (choice >> i & 1)
      expire (t.may[i]);
  /* Time goes by: the next look is another one. */
  sett_clock_now ();
  return 1;
}

/*------------------------------------------------------------------------*/
/* Asking. */

static long answers (sett_question *q, int timed) {
  SETT_ASSERT (q->count <= UINT16_MAX);
  learns (q);
  if (UNLIKELY (engine.narrating))
    narrator->ready (q);
  q->took = timed;
  const long result = q->answer (q);
  if (q->took)
    sett_spin_progress ();
  else
    remembers (q);
  return result;
}

/* True: a signal came instead. */
static int waits (const sett_question *q, uintptr_t place) {
  sett_spin_progress ();
  remembers (q);
  sett_cancel_looked ();
  if (!sett_spin_can_wait ()) {
    sett_note_add (1, place, "waits for too many things at once");
    sett_end (SETT_CUT);
  }
  return sett_spin_wait (place);
}

/* Nothing but the time: to sleep is no event. */
static int is_sleep (const sett_question *q) {
  return q->limited && !q->count && !q->gather && !q->mask;
}

/* The call begins: all at once. */
static void enter (sett_question *q, uintptr_t place) {
  int entered = q->gather != NULL;
  for (size_t i = 0; i < q->count && !q->gather; i++) {
    sett_wish *w = &q->wishes[i];
    if (w->number < 0)
      continue;
    if (!entered || !engine.calls_visible)
      sett_descriptors_enter (w->number, place);
    entered = 1;
    *w = sett_wish_for (w->number, w->wanted);
  }
}

static void ask (sett_question *q) {
  if (q->gather)
    q->gather (q);
  asks (q);
}

static int would_wait (const sett_thread *t) {
  sett_question *q = (sett_question *)t->patient;
  ask (q);
  return !look (q);
}

/* True: a signal came instead. */
static int begin (sett_question *q, uintptr_t place) {
  if (q->limited && q->nanoseconds)
    return sett_visible_for_a_while (SETT_DO_POLL, NULL, 0, would_wait, q,
                                     place);
  sett_visible (SETT_DO_POLL, NULL, 0, NULL, place);
  return 0;
}

long sett_wait_for (sett_question *q, uintptr_t place) {
  enter (q, place);
  while (!is_sleep (q)) {
    if (begin (q, place))
      return -EINTR;
    ask (q);
    if (sett_cancel_look ())
      sett_thread_cancel (0);
    int ready = look (q);
    const int timed = expire_timers (q, !ready && !q->limited, place);
    if (timed)
      ready = look (q);
    if (ready)
      return answers (q, timed);
    if (UNLIKELY (engine.narrating))
      narrator->ready (q);
    if (q->mask && sett_signals_ready (*q->mask))
      return sett_signals_interrupt (*q->mask, place);
    if (has_foreign (q))
      note_outside (place);
    if (q->limited) {
      if (!timed)
        remembers (q);
      break;
    }
    const int signal = waits (q, place);
    if (signal == SETT_INTERRUPTED || signal == SETT_RESTARTED)
      return -EINTR;
  }
  if (is_sleep (q))
    return sett_clock_rest (q->nanoseconds, place);
  sett_clock_pass (q->nanoseconds);
  return 0;
}

/*------------------------------------------------------------------------*/
/* Poll. */

static uint64_t duration (const struct timespec *t) {
  return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}

static long tell_poll (sett_question *q) {
  struct pollfd *files = q->to;
  long ready = 0;
  for (size_t i = 0; i < q->count; i++) {
    if (files[i].revents != q->wishes[i].has) {
      files[i].revents = q->wishes[i].has;
      sett_spin_wrote (&files[i]);
    }
    ready += q->wishes[i].has != 0;
  }
  return ready;
}

static long poll_files (sett_question *q, struct pollfd *files, size_t count,
                        uintptr_t place) {
  sett_wish wishes[SETT_MOST_WISHES];
  if (count > SETT_MOST_WISHES)
    return -EINVAL;
  for (size_t i = 0; i < count; i++)
    wishes[i] = sett_wish_for (files[i].fd, files[i].events);
  q->wishes = wishes;
  q->count = count;
  q->to = files;
  q->answer = tell_poll;
  const long result = sett_wait_for (q, place);
  return result ? result : tell_poll (q);
}

long sett_call_poll (const sett_call *call, uintptr_t place) {
  const int milliseconds = (int)call->a[2];
  sett_question q = {.limited = milliseconds >= 0,
                     .nanoseconds = (unsigned long)milliseconds * 1000000};
  return poll_files (&q, (struct pollfd *)call->a[0], (unsigned)call->a[1],
                     place);
}

long sett_call_ppoll (const sett_call *call, uintptr_t place) {
  const struct timespec *limit = (const struct timespec *)call->a[2];
  sett_question q = {.limited = limit != NULL,
                     .nanoseconds = limit ? duration (limit) : 0,
                     .mask = (const uint64_t *)call->a[3]};
  return poll_files (&q, (struct pollfd *)call->a[0], (unsigned)call->a[1],
                     place);
}

/*------------------------------------------------------------------------*/
/* Select. */

enum { SETS = 3 };
static const short wanted[SETS] = {POLLIN, POLLOUT, POLLPRI};
static const short answer_events[SETS] = {POLLIN | POLLHUP | POLLERR,
                                          POLLOUT | POLLERR, POLLPRI};

static size_t gather_sets (sett_wish *wishes, fd_set *const sets[SETS],
                           int highest) {
  size_t count = 0;
  for (int i = 0; i < highest; i++) {
    short events = 0;
    for (int k = 0; k < SETS; k++)
      if (sets[k] && FD_ISSET (i, sets[k]))
        events |= wanted[k];
    if (events)
      wishes[count++] = sett_wish_for (i, events);
  }
  return count;
}

/* The sets are written as a whole. */
static void write_set (fd_set *to, const fd_set *set, int highest) {
  const size_t size = ((size_t)highest + 63) / 64 * 8;
  if (!to || !memcmp (to, set, size))
    return;
  memcpy (to, set, size);
  sett_spin_wrote (to);
}

static long tell_sets (sett_question *q) {
  fd_set *const *sets = q->to;
  long ready = 0;
  for (int k = 0; k < SETS; k++) {
    fd_set set;
    FD_ZERO (&set);
    for (size_t i = 0; i < q->count; i++) {
      const sett_wish *w = &q->wishes[i];
      if (w->has & POLLNVAL)
        return -EBADF;
      if (!(w->wanted & wanted[k]) || !(w->has & answer_events[k]))
        continue;
      FD_SET (w->number, &set);
      ready++;
    }
    write_set (sets[k], &set, (int)q->most);
  }
  return ready;
}

static long select_files (sett_question *q, const sett_call *call,
                          uintptr_t place) {
  fd_set *const sets[SETS] = {(fd_set *)call->a[1], (fd_set *)call->a[2],
                              (fd_set *)call->a[3]};
  sett_wish wishes[FD_SETSIZE];
  const int highest = call->a[0] < FD_SETSIZE ? (int)call->a[0] : FD_SETSIZE;
  if (highest < 0)
    return -EINVAL;
  q->wishes = wishes;
  q->count = gather_sets (wishes, sets, highest);
  q->to = (void *)sets;
  q->most = highest;
  q->answer = tell_sets;
  const long result = sett_wait_for (q, place);
  return result ? result : tell_sets (q);
}

/* As Linux does: what is left of the time.  Nothing, or nobody knows. */
long sett_call_select (const sett_call *call, uintptr_t place) {
  struct timeval *limit = (struct timeval *)call->a[4];
  sett_question q = {.limited = limit != NULL};
  if (limit)
    q.nanoseconds =
        (uint64_t)limit->tv_sec * 1000000000 + (uint64_t)limit->tv_usec * 1000;
  const long result = select_files (&q, call, place);
  if (!result && limit && q.nanoseconds) {
    *limit = (struct timeval){0, 0};
    sett_spin_wrote (limit);
  }
  return result;
}

typedef struct kernel_mask {
  const uint64_t *mask;
  size_t size;
} kernel_mask;

long sett_call_pselect (const sett_call *call, uintptr_t place) {
  const struct timespec *limit = (const struct timespec *)call->a[4];
  const kernel_mask *mask = (const kernel_mask *)call->a[5];
  sett_question q = {.limited = limit != NULL,
                     .nanoseconds = limit ? duration (limit) : 0,
                     .mask = mask ? mask->mask : NULL};
  return select_files (&q, call, place);
}
