/* Timers that are descriptors (timerfd).

   A timer that is set may expire whenever somebody looks at it: that is a
   choice, unless its time has come in virtual time (clock.h), or the thread
   would wait for ever otherwise.  Who waits for it need not be woken: a thread
   that looks later finds it expired.  A read gives one expiry. */

#include "runtime/net/timers.h"

#include "base/assert.h"
#include "runtime/sync/clock.h"
#include "runtime/sync/time_arithmetic.h"
#include "runtime/core/os_model.h"
#include "runtime/net/epoll.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/timerfd.h>

enum { IDLE, SET, EXPIRED, EXPIRED_AND_SET }; /* of sett_timer.state */

static sett_timer *timer_of (const sett_descriptor *d) {
  SETT_ASSERT (d->index < SETT_MOST_TIMERS);
  return &os_model->timers[d->index];
}

/*------------------------------------------------------------------------*/
/* Expiring. */

/* It is set: whoever waits for it must look, and will see it expire. */
static void tell_epolls (const sett_timer *t) {
  if (t->state == SET)
    sett_epoll_arrived (SETT_DESCRIPTOR_TIMER, (size_t)(t - os_model->timers),
                        POLLIN);
}

static const uint64_t *due (const sett_descriptor *d, uint64_t *expiry) {
  const sett_timer *t = timer_of (d);
  *expiry = t->expiry;
  return t->state == SET ? &t->state : NULL;
}

static void expire (const sett_descriptor *d) {
  SETT_ASSERT (timer_of (d)->state == SET);
  sett_timer *t = timer_of (d);
  sett_clock_merge (&sett_self ()->time, t->expiry);
  t->state = t->interval ? EXPIRED_AND_SET : EXPIRED;
  t->expiry += t->interval;
  sett_epoll_arrived (SETT_DESCRIPTOR_TIMER, d->index, POLLIN);
}

/* Has it, now?  In an event that stores its state. */
static int expires (const sett_descriptor *d, int must) {
  const sett_timer *t = timer_of (d);
  if (t->state != SET)
    return t->state != IDLE;
  sett_epoll_affect (SETT_DESCRIPTOR_TIMER, d->index, POLLIN);
  if (!must && sett_clock_now () < t->expiry && !sett_alternative (2))
    return 0;
  expire (d);
  return 1;
}

static int is_set (const sett_thread *t) {
  return *(const uint64_t *)t->object != IDLE || sett_cancel_pending (t);
}

static long read_timer (sett_descriptor *d, void *to, size_t size,
                        uintptr_t place) {
  const uint64_t one = 1;
  sett_timer *t = timer_of (d);
  if (size < sizeof one)
    return -EINVAL;
  const int waits = !d->nonblocking;
  const sett_effect_kind kind = waits ? SETT_EFFECT_RECEIVE : SETT_EFFECT_STORE;
  sett_visible (SETT_DO_RECEIVE, &t->state, kind, waits ? is_set : NULL, place);
  sett_affect (&t->state, kind, t->state);
  if (waits)
    sett_cancel_heed (NULL, NULL);
  sett_races_acquire (t);
  if (!expires (d, waits))
    return -EAGAIN;
  sett_spin_progress ();
  t->state = t->state == EXPIRED_AND_SET ? SET : IDLE;
  tell_epolls (t);
  memcpy (to, &one, sizeof one);
  return sizeof one;
}

static long write_timer (sett_descriptor *d, const void *from, size_t size,
                         uintptr_t place) {
  (void)d, (void)from, (void)size, (void)place;
  return -EINVAL;
}

static long control (sett_descriptor *d, const sett_call *call,
                     uintptr_t place) {
  (void)d, (void)call, (void)place;
  return -ENOTTY;
}

static short events (const sett_descriptor *d, short wanted) {
  return timer_of (d)->state >= EXPIRED ? (POLLIN | POLLRDNORM) & wanted : 0;
}

static void watch (const sett_descriptor *d, short wanted,
                   void (*visit) (const uint64_t *, const void *)) {
  if (wanted & (POLLIN | POLLRDNORM))
    visit (&timer_of (d)->state, timer_of (d));
}

static void affect (const sett_timer *t) {
  sett_affect (&t->state, SETT_EFFECT_STORE, t->state);
}

static void copied (const sett_descriptor *d) {
  affect (timer_of (d));
  timer_of (d)->descriptors++;
}

static void closed (const sett_descriptor *d) {
  sett_timer *t = timer_of (d);
  affect (t);
  if (--t->descriptors)
    return;
  sett_epoll_gone (d);
  *t = (sett_timer){0};
}

const sett_file_operations sett_timer_model = {.read = read_timer,
                                               .write = write_timer,
                                               .control = control,
                                               .events = events,
                                               .watch = watch,
                                               .copied = copied,
                                               .closed = closed,
                                               .access = O_RDWR,
                                               .due = due,
                                               .expire = expire};

/*------------------------------------------------------------------------*/
/* System calls. */

static long free_timer (void) {
  for (uint32_t i = 0; i < SETT_MOST_TIMERS; i++)
    if (!os_model->timers[i].descriptors) {
      if (i >= os_model->timer_count)
        os_model->timer_count = i + 1;
      return i;
    }
  return -ENFILE;
}

long sett_call_timerfd_create (const sett_call *call, uintptr_t place) {
  const int flags = (int)call->a[1];
  if (flags & ~(TFD_CLOEXEC | TFD_NONBLOCK))
    return -EINVAL;
  sett_descriptors_use (place);
  const long index = free_timer ();
  if (index < 0)
    return index;
  const long number = sett_descriptors_reserve (
      (sett_descriptor){.kind = SETT_DESCRIPTOR_TIMER,
                        .nonblocking = !!(flags & TFD_NONBLOCK),
                        .index = (uint16_t)index},
      !!(flags & TFD_CLOEXEC));
  if (number < 0)
    return number;
  affect (&os_model->timers[index]);
  os_model->timers[index] = (sett_timer){.descriptors = 1};
  return number;
}

static sett_timer *timer_at (long number, uintptr_t place) {
  const sett_descriptor *d = sett_descriptors_enter ((int)number, place);
  return d && d->kind == SETT_DESCRIPTOR_TIMER ? timer_of (d) : NULL;
}

/* There is no timer there. */
static long wrong_number (long number) {
  return sett_raw (SYS_fcntl, number, F_GETFD, 0) < 0 ? -EBADF : -EINVAL;
}

static void tell (const sett_timer *t, uint64_t now, struct itimerspec *to) {
  const int set = t->state == SET || t->state == EXPIRED_AND_SET;
  const uint64_t rest = !set ? 0 : t->expiry > now ? t->expiry - now : 1;
  *to = (struct itimerspec){
      .it_interval = sett_time_timespec (t->interval),
      .it_value = sett_time_timespec (rest),
  };
}

static uint64_t nanoseconds (const struct timespec *t) {
  return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}

static void set (sett_timer *t, const struct itimerspec *new, int absolute,
                 uint64_t now) {
  const uint64_t value = nanoseconds (&new->it_value);
  t->state = value ? SET : IDLE;
  t->interval = value ? nanoseconds (&new->it_interval) : 0;
  t->expiry = !value     ? 0
              : absolute ? sett_time_since_start (&new->it_value)
                         : now + value;
}

long sett_call_timerfd_settime (const sett_call *call, uintptr_t place) {
  sett_timer *t = timer_at (call->a[0], place);
  const struct itimerspec *new = (const struct itimerspec *)call->a[2];
  struct itimerspec *old = (struct itimerspec *)call->a[3];
  if (!t)
    return wrong_number (call->a[0]);
  sett_visible (SETT_DO_TRANSFER, &t->state, SETT_EFFECT_STORE, NULL, place);
  affect (t);
  sett_races_acquire (t);
  sett_spin_progress ();
  const uint64_t now = sett_clock_now ();
  const struct itimerspec wanted = *new;
  if (old)
    tell (t, now, old);
  set (t, &wanted, call->a[1] & TFD_TIMER_ABSTIME, now);
  tell_epolls (t);
  sett_races_release (t);
  return 0;
}

long sett_call_timerfd_gettime (const sett_call *call, uintptr_t place) {
  const sett_timer *t = timer_at (call->a[0], place);
  if (!t)
    return wrong_number (call->a[0]);
  sett_visible (SETT_DO_TRANSFER, &t->state, SETT_EFFECT_LOAD, NULL, place);
  sett_affect (&t->state, SETT_EFFECT_LOAD, t->state);
  sett_races_acquire (t);
  tell (t, sett_clock_now (), (struct itimerspec *)call->a[1]);
  return 0;
}
