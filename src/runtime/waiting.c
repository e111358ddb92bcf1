/* Waiting for several descriptors at once (poll, select), and for the world
   outside.

   Pipes inside the program are waited for properly; to wait with a time limit
   is to look once, since the thread could look later.  About everything else
   nothing is known: if it is not ready now, and there is no limit, the
   execution ends here, and the verdict is bounded. */

#include "runtime/clock.h"
#include "runtime/descriptors.h"
#include "runtime/files.h"
#include "runtime/races.h"
#include "runtime/schedule.h"
#include "runtime/spin.h"
#include "runtime/syscalls.h"
#include "runtime/threads.h"

#include <poll.h>
#include <string.h>
#include <sys/select.h>

static long poll_now (struct pollfd *files, unsigned long count) {
  return sett_raw (SYS_poll, files, count, 0);
}

__attribute__ ((noreturn)) static void wait_outside (uintptr_t place) {
  sett_note_add (1, place, "waits for the world outside: not controlled");
  sett_end (SETT_CUT);
}

void sett_wait_ready (long number, int writes, uintptr_t place) {
  struct pollfd file = {(int)number, writes ? POLLOUT : POLLIN, 0};
  if (!poll_now (&file, 1))
    wait_outside (place);
}

/*------------------------------------------------------------------------*/

typedef struct request {
  struct pollfd *files;
  unsigned long count;
} request;

/* How many are ready; says so in each. */
static long look (const request *r) {
  long ready = 0;
  for (unsigned long i = 0; i < r->count; i++) {
    struct pollfd *f = &r->files[i];
    const sett_descriptor *d = sett_descriptors_model (f->fd);
    f->revents = 0;
    if (f->fd < 0)
      continue;
    if (d)
      f->revents = sett_descriptors_kind (d)->events (d, f->events);
    else
      poll_now (f, 1);
    ready += f->revents != 0;
  }
  return ready;
}

/* Is there anything that only the world outside can make ready? */
static int has_foreign (const request *r) {
  for (unsigned long i = 0; i < r->count; i++)
    if (r->files[i].fd >= 0 && !sett_descriptors_model (r->files[i].fd))
      return 1;
  return 0;
}

/* In the event of a thread that asks what is ready... */
static void asked (const uint64_t *word, const void *order) {
  sett_affect (word, SETT_EFFECT_LOAD, *word);
  if (order)
    sett_races_acquire (order);
}

/* ...and then waits for a change (spin.h). */
static void looked (const uint64_t *word, const void *order) {
  (void)order;
  sett_spin_looked (word, word, sizeof *word);
}

static void watch (const request *r,
                   void (*visit) (const uint64_t *, const void *)) {
  for (unsigned long i = 0; i < r->count; i++) {
    const sett_descriptor *d = sett_descriptors_model (r->files[i].fd);
    if (d)
      sett_descriptors_kind (d)->watch (d, r->files[i].events, visit);
  }
}

static long poll_files (const request *r, int limited, uint64_t nanoseconds,
                        uintptr_t place) {
  for (;;) {
    sett_visible (SETT_DO_TRANSFER, NULL, 0, NULL, place);
    watch (r, asked);
    sett_spin_progress ();
    if (sett_cancel_look ())
      sett_thread_cancel (0);
    const long ready = look (r);
    if (ready)
      return ready;
    if (limited) {
      sett_clock_pass (nanoseconds);
      return 0;
    }
    watch (r, looked);
    sett_cancel_looked ();
    if (has_foreign (r) || !sett_spin_can_wait ())
      wait_outside (place);
    if (sett_spin_wait (place))
      return -EINTR;
  }
}

static uint64_t duration (const struct timespec *t) {
  return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}

long sett_call_poll (const sett_call *call, uintptr_t place) {
  const request r = {(struct pollfd *)call->a[0], (unsigned)call->a[1]};
  const int milliseconds = (int)call->a[2];
  if (!r.count && milliseconds >= 0) {
    sett_clock_pass (milliseconds * 1000000ul);
    return 0;
  }
  return poll_files (&r, milliseconds >= 0, milliseconds * 1000000ul, place);
}

long sett_call_ppoll (const sett_call *call, uintptr_t place) {
  const request r = {(struct pollfd *)call->a[0], (unsigned)call->a[1]};
  const struct timespec *limit = (const struct timespec *)call->a[2];
  if (!r.count && limit)
    return sett_clock_sleep (0, limit);
  return poll_files (&r, limit != NULL, limit ? duration (limit) : 0, place);
}

/*------------------------------------------------------------------------*/
/* Select, by poll. */

static const short wanted[3] = {POLLIN, POLLOUT, POLLPRI};
static const short answers[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR,
                                 POLLPRI};

static long select_files (const sett_call *call, int limited,
                          uint64_t nanoseconds, uintptr_t place) {
  fd_set *const sets[3] = {(fd_set *)call->a[1], (fd_set *)call->a[2],
                           (fd_set *)call->a[3]};
  struct pollfd files[FD_SETSIZE];
  unsigned long count = 0;
  const int highest = call->a[0] < FD_SETSIZE ? (int)call->a[0] : FD_SETSIZE;
  for (int i = 0; i < highest; i++) {
    struct pollfd f = {.fd = i};
    for (int k = 0; k < 3; k++)
      if (sets[k] && FD_ISSET (i, sets[k]))
        f.events |= wanted[k];
    if (f.events)
      files[count++] = f;
  }
  const request r = {files, count};
  if (count || !limited) {
    if (poll_files (&r, limited, nanoseconds, place) < 0)
      return -EINTR;
  } else
    sett_clock_pass (nanoseconds);
  long ready = 0;
  for (int k = 0; k < 3; k++) {
    if (sets[k])
      memset (sets[k], 0, ((size_t)highest + 63) / 64 * 8);
    for (unsigned long i = 0; sets[k] && i < count; i++)
      if ((files[i].events & wanted[k]) && (files[i].revents & answers[k])) {
        FD_SET (files[i].fd, sets[k]);
        ready++;
      }
  }
  return ready;
}

long sett_call_select (const sett_call *call, uintptr_t place) {
  const struct timeval *limit = (const struct timeval *)call->a[4];
  return select_files (call, limit != NULL,
                       limit ? (uint64_t)limit->tv_sec * 1000000000 +
                                   (uint64_t)limit->tv_usec * 1000
                             : 0,
                       place);
}

long sett_call_pselect (const sett_call *call, uintptr_t place) {
  const struct timespec *limit = (const struct timespec *)call->a[4];
  return select_files (call, limit != NULL, limit ? duration (limit) : 0,
                       place);
}

/*------------------------------------------------------------------------*/
/* The rest. */

/* Waits in the kernel: not for long. */
long sett_call_wait (const sett_call *call, uintptr_t place) {
  sett_call_remark (sett_call_name (call->number), "not controlled", place);
  sett_call now = *call;
  struct timespec none = {0, 0};
  now.a[3] = call->number == SYS_epoll_pwait2 ? (long)&none : 0;
  const long ready = sett_call_pass (&now);
  const int limited =
      call->number == SYS_epoll_pwait2 ? call->a[3] != 0 : (int)call->a[3] >= 0;
  if (!ready && !limited)
    sett_end (SETT_CUT);
  return ready;
}
