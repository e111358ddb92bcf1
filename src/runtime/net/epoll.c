/* Epoll.

   The registrations live in the OS model: all descriptors of an epoll share
   them, in all processes that have one.  A registration is of a descriptor's
   number and of what it leads to, until the last descriptor of that is closed.

   Two words tell of them.  `list' is a digest of the registrations.  `fired'
   has a bit for each one that is edge-triggered: set when it is made or
   modified, and whenever something happens at the other end; cleared when it is
   reported.  Such a registration is looked at while its bit is set only; others
   are always, unless they were to be reported once and have been.

   What is ready is reported in any order: nobody promises one (the kernel takes
   that in which it became so, but for what was reported before).  Who waits is
   woken whenever something is ready, also with EPOLLEXCLUSIVE. */

#include "runtime/net/interests.h"

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptor_numbers.h"
#include "runtime/sched/queue.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/net/waiting.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

static sett_epoll *epoll_of (const sett_descriptor *d) {
  SETT_ASSERT (d->index < SETT_MOST_EPOLLS);
  return &os_model->epolls[d->index];
}

/*------------------------------------------------------------------------*/
/* The list. */

static uint64_t mix (uint64_t digest, uint64_t value) {
  digest = (digest ^ value) * 0x9e3779b97f4a7c15ul;
  return digest ^ digest >> 29;
}

static uint64_t digest (const sett_epoll *e) {
  uint64_t result = 0;
  for (uint64_t rest = e->used; rest; rest &= rest - 1) {
    const unsigned i = (unsigned)__builtin_ctzll (rest);
    const sett_interest *n = sett_interest_at (e, i);
    result = mix (result, i | (uint64_t)n->events << 32);
    result = mix (result, (uint32_t)n->number | (uint64_t)n->thing.index << 32 |
                              (uint64_t)n->thing.kind << 48 |
                              (e->spent >> i & 1) << 63);
  }
  return result;
}

/* In the event of a change, before it. */
static void affect (const sett_epoll *e) {
  sett_affect (&e->list, SETT_EFFECT_STORE, e->list);
  sett_affect (&e->fired, SETT_EFFECT_STORE, e->fired);
}

static void set (uint64_t *mask, unsigned i, int on) {
  *mask = (*mask & ~sett_interest_bit (i)) | (on ? sett_interest_bit (i) : 0);
}

/* The registration is as it should be now. */
static void enter (sett_epoll *e, unsigned i) {
  const sett_interest *n = sett_interest_at (e, i);
  set (&e->used, i, 1);
  set (&e->edge, i, !!(n->events & EPOLLET));
  set (&e->once, i, !!(n->events & EPOLLONESHOT));
  set (&e->spent, i, 0);
  set (&e->fired, i, !!(n->events & EPOLLET));
  if (i >= e->count)
    e->count = i + 1;
  e->list = digest (e);
}

static void leave (sett_epoll *e, unsigned i) {
  SETT_ASSERT (i < e->count);
  const uint64_t rest = ~sett_interest_bit (i);
  e->used &= rest;
  e->edge &= rest;
  e->once &= rest;
  e->spent &= rest;
  e->fired &= rest;
  *sett_interest_at (e, i) = (sett_interest){0};
  e->list = digest (e);
}

static int find (const sett_epoll *e, int number, const sett_descriptor *d) {
  for (unsigned i = 0; i < e->count; i++)
    if ((e->used >> i & 1) && sett_interest_at (e, i)->number == number &&
        sett_interest_is_of (&sett_interest_at (e, i)->thing, d))
      return (int)i;
  return -ENOENT;
}

void sett_epoll_gone (const sett_descriptor *d) {
  for (uint32_t k = 0; k < os_model->epoll_count; k++) {
    sett_epoll *e = &os_model->epolls[k];
    for (uint64_t rest = e->used; rest; rest &= rest - 1) {
      const unsigned i = (unsigned)__builtin_ctzll (rest);
      if (!sett_interest_is_of (&sett_interest_at (e, i)->thing, d))
        continue;
      affect (e);
      leave (e, i);
    }
  }
}

/*------------------------------------------------------------------------*/
/* What is it about now? */

static uint64_t open_to_reports (const sett_epoll *e) {
  return e->used & ~e->spent & ~(e->edge & ~e->fired);
}

static sett_wish wish (const sett_interest *n) {
  const int real = n->thing.kind == SETT_DESCRIPTOR_REAL;
  return (sett_wish){.model = real ? NULL : &n->thing,
                     .was = n->thing,
                     .number =
                         n->process == engine.process || !real ? n->number : -1,
                     .wanted = (short)(n->events & 0x3fff)};
}

/* Is one of them ready, before anybody asks? */
static short events (const sett_descriptor *d, short wanted) {
  const sett_epoll *e = epoll_of (d);
  for (uint64_t rest = open_to_reports (e); rest; rest &= rest - 1) {
    const sett_wish w =
        wish (sett_interest_at (e, (unsigned)__builtin_ctzll (rest)));
    if (sett_wish_look (&w))
      return (POLLIN | POLLRDNORM) & wanted;
  }
  return 0;
}

static void watch (const sett_descriptor *d, short wanted,
                   void (*visit) (const uint64_t *, const void *)) {
  const sett_epoll *e = epoll_of (d);
  if (!(wanted & (POLLIN | POLLRDNORM)))
    return;
  visit (&e->list, &e->list);
  visit (&e->fired, NULL);
  for (uint64_t rest = open_to_reports (e); rest; rest &= rest - 1) {
    const sett_wish w =
        wish (sett_interest_at (e, (unsigned)__builtin_ctzll (rest)));
    if (w.model)
      sett_descriptors_kind (w.model)->watch (w.model, w.wanted, visit);
  }
}

static int rests (const sett_descriptor *d) {
  const sett_epoll *e = epoll_of (d);
  for (uint64_t rest = e->used & ~e->spent; rest; rest &= rest - 1) {
    const sett_wish w =
        wish (sett_interest_at (e, (unsigned)__builtin_ctzll (rest)));
    const sett_file_operations *m =
        w.model ? sett_descriptors_kind (w.model) : NULL;
    if (m && !(m->rests && m->rests (w.model)))
      return 0;
  }
  return 1;
}

/*------------------------------------------------------------------------*/
/* Descriptors. */

static long no_read (sett_descriptor *d, void *to, size_t size,
                     uintptr_t place) {
  (void)d, (void)to, (void)size, (void)place;
  return -EINVAL;
}

static long no_write (sett_descriptor *d, const void *from, size_t size,
                      uintptr_t place) {
  (void)d, (void)from, (void)size, (void)place;
  return -EINVAL;
}

static long no_control (sett_descriptor *d, const sett_call *call,
                        uintptr_t place) {
  (void)d, (void)call, (void)place;
  return -ENOTTY;
}

static void copied (const sett_descriptor *d) {
  affect (epoll_of (d));
  epoll_of (d)->descriptors++;
}

static void closed (const sett_descriptor *d) {
  sett_epoll *e = epoll_of (d);
  affect (e);
  if (!--e->descriptors)
    *e = (sett_epoll){0};
}

const sett_file_operations sett_epoll_model = {.read = no_read,
                                               .write = no_write,
                                               .control = no_control,
                                               .events = events,
                                               .watch = watch,
                                               .copied = copied,
                                               .closed = closed,
                                               .access = O_RDWR,
                                               .rests = rests};

static long free_epoll (void) {
  for (uint32_t i = 0; i < SETT_MOST_EPOLLS; i++)
    if (!os_model->epolls[i].descriptors) {
      if (i >= os_model->epoll_count)
        os_model->epoll_count = i + 1;
      return i;
    }
  return -ENFILE;
}

long sett_call_epoll_create (const sett_call *call, uintptr_t place) {
  const long flags = call->number == SYS_epoll_create1 ? call->a[0] : 0;
  if (flags & ~(long)EPOLL_CLOEXEC)
    return -EINVAL;
  if (call->number == SYS_epoll_create && (int)call->a[0] <= 0)
    return -EINVAL;
  sett_descriptors_use (place);
  const long index = free_epoll ();
  if (index < 0)
    return index;
  const long number =
      sett_descriptors_reserve ((sett_descriptor){.kind = SETT_DESCRIPTOR_EPOLL,
                                                  .index = (uint16_t)index},
                                !!(flags & EPOLL_CLOEXEC));
  if (number < 0)
    return number;
  affect (&os_model->epolls[index]);
  os_model->epolls[index] = (sett_epoll){.descriptors = 1};
  return number;
}

static int is_open (int number) {
  return sett_raw (SYS_fcntl, number, F_GETFD, 0) >= 0;
}

/* The epoll, or null; then minus an error, too. */
static sett_epoll *epoll_at (long number, long *error) {
  const sett_descriptor *d = sett_descriptors_model ((int)number);
  *error = is_open ((int)number) ? -EINVAL : -EBADF;
  return d && d->kind == SETT_DESCRIPTOR_EPOLL ? epoll_of (d) : NULL;
}

/*------------------------------------------------------------------------*/
/* Registering. */

/* Would the kernel let it be registered?  Files are always ready, and are not
   for epoll. */
static long try_real (int number) {
  struct epoll_event event = {.events = EPOLLIN};
  const long probe = sett_raw (SYS_epoll_create1, EPOLL_CLOEXEC);
  if (probe < 0)
    return probe;
  const long result =
      sett_raw (SYS_epoll_ctl, probe, EPOLL_CTL_ADD, number, &event);
  sett_raw (SYS_close, probe);
  return result;
}

static long may_be_added (const sett_descriptor *d, int number,
                          uintptr_t place) {
  if (d->kind == SETT_DESCRIPTOR_EPOLL) {
    sett_call_remark ("epoll_ctl",
                      "an epoll in another one is not modelled: ended there",
                      place);
    sett_end (SETT_CUT);
  }
  if (d->kind == SETT_DESCRIPTOR_RANDOM)
    return -EPERM;
  return d->kind == SETT_DESCRIPTOR_REAL ? try_real (number) : 0;
}

/* What marks an edge depends on the order of transfers. */
static void expect_edges (const sett_interest *n) {
  const sett_descriptor *d = &n->thing;
  sett_socket *s = &os_model->sockets[d->index];
  if (!(n->events & EPOLLET))
    return;
  if (d->kind == SETT_DESCRIPTOR_READER || d->kind == SETT_DESCRIPTOR_WRITER)
    sett_queue_give_up (&os_model->pipes[d->index].queue);
  if (d->kind != SETT_DESCRIPTOR_SOCKET || s->state == SETT_SOCKET_LISTENING)
    return;
  s->edges = 1;
  sett_queue_give_up (&s->queue);
  if (s->partner)
    sett_queue_give_up (&os_model->sockets[s->partner - 1].queue);
}

static long add (sett_epoll *e, sett_interest new, uintptr_t place) {
  if (find (e, new.number, &new.thing) >= 0)
    return -EEXIST;
  const long error = may_be_added (&new.thing, new.number, place);
  if (error)
    return error;
  if (!~e->used) {
    sett_call_remark ("epoll_ctl", "too many registrations, refused", place);
    return -ENOSPC;
  }
  if (new.thing.kind == SETT_DESCRIPTOR_REAL && (new.events &EPOLLET))
    sett_call_remark ("epoll_ctl", "edges of the outside, not controlled",
                      place);
  const unsigned i = (unsigned)__builtin_ctzll (~e->used);
  *sett_interest_at (e, i) = new;
  expect_edges (&new);
  enter (e, i);
  return 0;
}

static long modify (sett_epoll *e, const sett_interest *new) {
  const int i = find (e, new->number, &new->thing);
  if (i < 0)
    return i;
  if ((new->events | sett_interest_at (e, (unsigned)i)->events) &
      EPOLLEXCLUSIVE)
    return -EINVAL;
  *sett_interest_at (e, (unsigned)i) = *new;
  expect_edges (new);
  enter (e, (unsigned)i);
  return 0;
}

static long drop (sett_epoll *e, const sett_interest *old) {
  const int i = find (e, old->number, &old->thing);
  if (i < 0)
    return i;
  leave (e, (unsigned)i);
  return 0;
}

static sett_descriptor thing_at (int number) {
  const sett_descriptor *d = sett_descriptors_model (number);
  return d ? *d : (sett_descriptor){.kind = SETT_DESCRIPTOR_REAL};
}

/* Others may have closed one of both meanwhile: so the call comes later. */
static int is_closed (const sett_call *call, const sett_epoll *e,
                      const sett_descriptor *d) {
  const int number = (int)call->a[2];
  const sett_descriptor now = thing_at (number);
  long error;
  return epoll_at (call->a[0], &error) != e || !is_open (number) ||
         !sett_interest_is_of (&now, d);
}

long sett_call_epoll_control (const sett_call *call, uintptr_t place) {
  long error;
  const long what = call->a[1];
  const int number = (int)call->a[2];
  sett_descriptors_enter ((int)call->a[0], place);
  if (!engine.calls_visible)
    sett_descriptors_enter (number, place);
  sett_epoll *e = epoll_at (call->a[0], &error);
  if (!is_open (number))
    return -EBADF;
  if (!e || number == (int)call->a[0])
    return e ? -EINVAL : error;
  sett_interest new = {
      .number = number, .thing = thing_at (number), .process = engine.process};
  sett_visible (SETT_DO_TRANSFER, &e->list, SETT_EFFECT_STORE, NULL, place);
  affect (e);
  sett_spin_progress ();
  sett_numbers_use (number);
  if (is_closed (call, e, &new.thing)) {
    sett_descriptors_mistake ();
    return -EBADF;
  }
  sett_races_acquire (&e->list);
  if (what != EPOLL_CTL_DEL) {
    const struct epoll_event *event = (const struct epoll_event *)call->a[3];
    new.events = event->events;
    memcpy (&new.data, &event->data, sizeof new.data);
  }
  const long result = what == EPOLL_CTL_ADD   ? add (e, new, place)
                      : what == EPOLL_CTL_MOD ? modify (e, &new)
                      : what == EPOLL_CTL_DEL ? drop (e, &new)
                                              : -EINVAL;
  sett_races_release (&e->list);
  return result;
}

/*------------------------------------------------------------------------*/
/* Waiting. */

enum { MOST_ORDERS = 24 };

typedef struct asked {
  sett_question question;
  uintptr_t place;
  sett_epoll *epoll;
  uint8_t numbers[SETT_MOST_INTERESTS]; /* of the wishes */
  sett_wish wishes[SETT_MOST_INTERESTS];
} asked;

static void gather (sett_question *q) {
  asked *a = (asked *)q;
  const sett_epoll *e = a->epoll;
  q->count = 0;
  for (uint64_t rest = open_to_reports (e); rest; rest &= rest - 1) {
    const unsigned i = (unsigned)__builtin_ctzll (rest);
    a->wishes[q->count] = wish (sett_interest_at (e, i));
    a->numbers[q->count++] = (uint8_t)i;
  }
  q->words[0] = &e->list;
  q->words[1] = &e->fired;
  q->word_count = e->edge ? 2 : 1;
  q->takes = e->edge || e->once;
}

static void report (asked *a, struct epoll_event *to, const sett_wish *w) {
  sett_epoll *e = a->epoll;
  const unsigned i = a->numbers[w - a->wishes];
  struct epoll_event event = {.events = (uint32_t)(uint16_t)w->has};
  memcpy (&event.data, &sett_interest_at (e, i)->data, sizeof event.data);
  if (memcmp (to, &event, sizeof event)) {
    *to = event;
    sett_spin_wrote (to);
  }
  a->question.took |= ((e->edge | e->once) & sett_interest_bit (i)) != 0;
  e->fired &= ~sett_interest_bit (i);
  e->spent |= e->once & sett_interest_bit (i);
}

/* How many ways there are to report so many of those that are ready, one after
   the other. */
static uint64_t count_orders (unsigned ready, unsigned most) {
  uint64_t orders = 1;
  for (unsigned i = 0; i < most && orders <= MOST_ORDERS; i++)
    orders *= ready - i;
  return orders;
}

/* That way comes to the front; the first one is the order of registration. */
static void arrange (const sett_wish **ready, unsigned count, unsigned most,
                     unsigned way) {
  for (unsigned i = 0; i < most; i++) {
    const unsigned chosen = i + way % (count - i);
    const sett_wish *w = ready[chosen];
    way /= count - i;
    memmove (&ready[i + 1], &ready[i], (chosen - i) * sizeof *ready);
    ready[i] = w;
  }
  SETT_ASSERT (!way);
}

/* Nobody promises an order; but while nothing changes it stays the same, so
   that who asks in vain goes on doing so.  Of a part only others come next. */
static void choose_order (asked *a, const sett_wish **ready, unsigned count,
                          unsigned most) {
  const uint64_t orders = count_orders (count, most);
  if (orders <= 1)
    return;
  a->question.took |= most < count;
  if (orders <= MOST_ORDERS) {
    arrange (ready, count, most, sett_alternative ((unsigned)orders));
    return;
  }
  sett_note_add (1, a->place,
                 "epoll_wait finds many descriptors ready: not all orders of "
                 "them are tried");
  arrange (ready, count, 1, sett_alternative (count));
}

static long answer (sett_question *q) {
  asked *a = (asked *)q;
  const sett_wish *ready[SETT_MOST_INTERESTS];
  unsigned count = 0;
  for (size_t i = 0; i < q->count; i++)
    if (q->wishes[i].has)
      ready[count++] = &q->wishes[i];
  const unsigned most = q->most < count ? (unsigned)q->most : count;
  choose_order (a, ready, count, most);
  for (unsigned i = 0; i < most; i++)
    report (a, (struct epoll_event *)q->to + i, ready[i]);
  if (a->epoll->once)
    a->epoll->list = digest (a->epoll);
  return most;
}

static void set_limit (sett_question *q, const sett_call *call) {
  if (call->number == SYS_epoll_pwait2) {
    const struct timespec *limit = (const struct timespec *)call->a[3];
    q->limited = limit != NULL;
    if (limit)
      q->nanoseconds =
          (uint64_t)limit->tv_sec * 1000000000 + (uint64_t)limit->tv_nsec;
  } else {
    q->limited = (int)call->a[3] >= 0;
    q->nanoseconds = (uint64_t)(int)call->a[3] * 1000000;
  }
  if (call->number != SYS_epoll_wait)
    q->mask = (const uint64_t *)call->a[4];
}

long sett_call_epoll_wait (const sett_call *call, uintptr_t place) {
  long error;
  asked a;
  sett_descriptors_enter ((int)call->a[0], place);
  a.epoll = epoll_at (call->a[0], &error);
  if ((int)call->a[2] <= 0)
    return -EINVAL;
  if (!a.epoll)
    return error;
  a.place = place;
  a.question = (sett_question){.wishes = a.wishes,
                               .gather = gather,
                               .answer = answer,
                               .to = (void *)call->a[1],
                               .most = (int)call->a[2]};
  set_limit (&a.question, call);
  return sett_wait_for (&a.question, place);
}
