/* The functions that say what shall be done about a signal.  They would be
   caught as system calls (trap.c), too; these work where nothing is caught:
   under a debugger. */

#include "runtime/core/real.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/signals.h"
#include "runtime/sched/syscalls.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

typedef void handler (int);

/* As the kernel wants it. */
typedef struct action {
  handler *handle;
  unsigned long flags;
  void *restorer;
  uint64_t mask;
} action;

EXPORT int sigaction (int number, const struct sigaction *new,
                      struct sigaction *old) {
  if (!sett_active ())
    return SETT_REAL (sigaction) (number, new, old);
  action from = {0}, to = {0};
  if (new) {
    from.handle = new->sa_handler;
    from.flags = (unsigned long)new->sa_flags;
    memcpy (&from.mask, &new->sa_mask, sizeof from.mask);
  }
  const sett_call call = {SYS_rt_sigaction,
                          {number, new ? (long)&from : 0, (long)&to, 8}};
  const int result = (int)sett_result (sett_call_do (&call, SETT_HERE));
  sett_races_served (new, sizeof *new, SETT_MEMORY_READ, SETT_HERE);
  if (old && !result) {
    sett_races_served (old, sizeof *old, SETT_MEMORY_WRITE, SETT_HERE);
    memset (old, 0, sizeof *old);
    old->sa_handler = to.handle;
    old->sa_flags = (int)to.flags;
    memcpy (&old->sa_mask, &to.mask, sizeof to.mask);
  }
  return result;
}

static handler *set (int number, handler *handle, unsigned long flags,
                     uintptr_t place) {
  action to = {0};
  const action from = {handle, flags, NULL,
                       flags & SA_NODEFER || number < 1 || number > 64
                           ? 0
                           : (uint64_t)1 << (number - 1)};
  const sett_call call = {SYS_rt_sigaction,
                          {number, (long)&from, (long)&to, 8}};
  if (handle == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  return sett_result (sett_call_do (&call, place)) < 0 ? SIG_ERR : to.handle;
}

EXPORT handler *signal (int number, handler *handle) {
  return sett_active () ? set (number, handle, SA_RESTART, SETT_HERE)
                        : SETT_REAL (signal) (number, handle);
}

/* What `signal` is where programs ask for nothing but the standard. */
handler *__sysv_signal (int, handler *);
EXPORT handler *__sysv_signal (int number, handler *handle) {
  return sett_active ()
             ? set (number, handle, SA_RESETHAND | SA_NODEFER, SETT_HERE)
             : SETT_REAL (__sysv_signal) (number, handle);
}
