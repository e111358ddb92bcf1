/* The functions with which programs wait for descriptors: a program that calls
   one of them again and again, with a time limit or although something is
   ready, waits busily (spin.h).  They would be caught as system calls (trap.c),
   too, but not be known as such then. */

#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sync/threads.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>

static long look (const sett_call *call, uintptr_t place) {
  sett_spin_look (place);
  sett_cancellation_point (place);
  return sett_result (sett_call_do (call, place));
}

#define LOOK(NUMBER, ...)                                                      \
  look (&(const sett_call){SYS_##NUMBER, {__VA_ARGS__}}, SETT_HERE)

/*------------------------------------------------------------------------*/

static int wrote_events (struct pollfd *files, nfds_t count, long result,
                         uintptr_t place) {
  for (nfds_t i = 0; result >= 0 && i < count; i++)
    sett_races_served (&files[i].revents, sizeof files[i].revents,
                       SETT_MEMORY_WRITE, place);
  return (int)result;
}

int poll_looking (struct pollfd *, nfds_t, int);
SETT_LOOKING (poll);
SETT_LOOKS int poll_looking (struct pollfd *files, nfds_t count,
                             int milliseconds) {
  if (!sett_active ())
    return SETT_REAL (poll) (files, count, milliseconds);
  return wrote_events (files, count,
                       LOOK (poll, (long)files, (long)count, milliseconds),
                       SETT_HERE);
}

int ppoll_looking (struct pollfd *, nfds_t, const struct timespec *,
                   const sigset_t *);
SETT_LOOKING (ppoll);
SETT_LOOKS int ppoll_looking (struct pollfd *files, nfds_t count,
                              const struct timespec *limit,
                              const sigset_t *mask) {
  if (!sett_active ())
    return SETT_REAL (ppoll) (files, count, limit, mask);
  return wrote_events (files, count,
                       LOOK (ppoll, (long)files, (long)count, (long)limit,
                             (long)mask, _NSIG / 8),
                       SETT_HERE);
}

/* With _FORTIFY_SOURCE. */
int __poll_chk (struct pollfd *, nfds_t, int, size_t);
int __poll_chk_looking (struct pollfd *, nfds_t, int, size_t);
SETT_LOOKING (__poll_chk);
SETT_LOOKS int __poll_chk_looking (struct pollfd *files, nfds_t count,
                                   int milliseconds, size_t size) {
  if (!sett_active ())
    return SETT_REAL (__poll_chk) (files, count, milliseconds, size);
  return wrote_events (files, count,
                       LOOK (poll, (long)files, (long)count, milliseconds),
                       SETT_HERE);
}

int __ppoll_chk (struct pollfd *, nfds_t, const struct timespec *,
                 const sigset_t *, size_t);
int __ppoll_chk_looking (struct pollfd *, nfds_t, const struct timespec *,
                         const sigset_t *, size_t);
SETT_LOOKING (__ppoll_chk);
SETT_LOOKS int __ppoll_chk_looking (struct pollfd *files, nfds_t count,
                                    const struct timespec *limit,
                                    const sigset_t *mask, size_t size) {
  if (!sett_active ())
    return SETT_REAL (__ppoll_chk) (files, count, limit, mask, size);
  return wrote_events (files, count,
                       LOOK (ppoll, (long)files, (long)count, (long)limit,
                             (long)mask, _NSIG / 8),
                       SETT_HERE);
}

/*------------------------------------------------------------------------*/

/* Words of sets. */
static int wrote_sets (int count, fd_set *to_read, fd_set *to_write,
                       fd_set *others, long result, uintptr_t place) {
  const long size = result < 0 ? 0 : (count + 63L) / 64 * 8;
  sett_races_served (to_read, size, SETT_MEMORY_WRITE, place);
  sett_races_served (to_write, size, SETT_MEMORY_WRITE, place);
  sett_races_served (others, size, SETT_MEMORY_WRITE, place);
  return (int)result;
}

int select_looking (int, fd_set *restrict, fd_set *restrict, fd_set *restrict,
                    struct timeval *restrict);
SETT_LOOKING (select);
SETT_LOOKS int select_looking (int count, fd_set *restrict to_read,
                               fd_set *restrict to_write,
                               fd_set *restrict others,
                               struct timeval *restrict limit) {
  if (!sett_active ())
    return SETT_REAL (select) (count, to_read, to_write, others, limit);
  const long result = LOOK (select, count, (long)to_read, (long)to_write,
                            (long)others, (long)limit);
  sett_races_served (limit, sizeof *limit, SETT_MEMORY_WRITE, SETT_HERE);
  return wrote_sets (count, to_read, to_write, others, result, SETT_HERE);
}

int pselect_looking (int, fd_set *restrict, fd_set *restrict, fd_set *restrict,
                     const struct timespec *restrict, const sigset_t *restrict);
SETT_LOOKING (pselect);
SETT_LOOKS int pselect_looking (int count, fd_set *restrict to_read,
                                fd_set *restrict to_write,
                                fd_set *restrict others,
                                const struct timespec *restrict limit,
                                const sigset_t *restrict mask) {
  if (!sett_active ())
    return SETT_REAL (pselect) (count, to_read, to_write, others, limit, mask);
  const struct {
    const sigset_t *mask;
    size_t size;
  } both = {mask, _NSIG / 8};
  return wrote_sets (count, to_read, to_write, others,
                     LOOK (pselect6, count, (long)to_read, (long)to_write,
                           (long)others, (long)limit, (long)&both),
                     SETT_HERE);
}

/*------------------------------------------------------------------------*/

static int wrote_reports (struct epoll_event *events, long result,
                          uintptr_t place) {
  if (result > 0)
    sett_races_served (events, result * (long)sizeof *events, SETT_MEMORY_WRITE,
                       place);
  return (int)result;
}

int epoll_wait_looking (int, struct epoll_event *, int, int);
SETT_LOOKING (epoll_wait);
SETT_LOOKS int epoll_wait_looking (int file, struct epoll_event *events,
                                   int most, int milliseconds) {
  if (!sett_active ())
    return SETT_REAL (epoll_wait) (file, events, most, milliseconds);
  return wrote_reports (
      events, LOOK (epoll_wait, file, (long)events, most, milliseconds),
      SETT_HERE);
}

int epoll_pwait_looking (int, struct epoll_event *, int, int, const sigset_t *);
SETT_LOOKING (epoll_pwait);
SETT_LOOKS int epoll_pwait_looking (int file, struct epoll_event *events,
                                    int most, int milliseconds,
                                    const sigset_t *mask) {
  if (!sett_active ())
    return SETT_REAL (epoll_pwait) (file, events, most, milliseconds, mask);
  return wrote_reports (events,
                        LOOK (epoll_pwait, file, (long)events, most,
                              milliseconds, (long)mask, _NSIG / 8),
                        SETT_HERE);
}

int epoll_pwait2_looking (int, struct epoll_event *, int,
                          const struct timespec *, const sigset_t *);
SETT_LOOKING (epoll_pwait2);
SETT_LOOKS int epoll_pwait2_looking (int file, struct epoll_event *events,
                                     int most, const struct timespec *limit,
                                     const sigset_t *mask) {
  if (!sett_active ())
    return SETT_REAL (epoll_pwait2) (file, events, most, limit, mask);
  return wrote_reports (events,
                        LOOK (epoll_pwait2, file, (long)events, most,
                              (long)limit, (long)mask, _NSIG / 8),
                        SETT_HERE);
}

/*------------------------------------------------------------------------*/
/* These change something. */

static long act (const sett_call *call, uintptr_t place) {
  return sett_result (sett_call_do (call, place));
}

EXPORT int epoll_create (int size) {
  if (!sett_active ())
    return SETT_REAL (epoll_create) (size);
  return (int)act (&(const sett_call){SYS_epoll_create, {size}}, SETT_HERE);
}

EXPORT int epoll_create1 (int flags) {
  if (!sett_active ())
    return SETT_REAL (epoll_create1) (flags);
  return (int)act (&(const sett_call){SYS_epoll_create1, {flags}}, SETT_HERE);
}

EXPORT int epoll_ctl (int file, int what, int number,
                      struct epoll_event *event) {
  if (!sett_active ())
    return SETT_REAL (epoll_ctl) (file, what, number, event);
  return (int)act (
      &(const sett_call){SYS_epoll_ctl, {file, what, number, (long)event}},
      SETT_HERE);
}
