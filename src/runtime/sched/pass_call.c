/* A system call as the program made it, to the kernel.  Pages that are watched
   (undo/pages.h) make the kernel fail where the program would not: they are
   touched first then. */

#include "runtime/sched/syscalls.h"

#include "runtime/core/raw.h"
#include "runtime/undo/pages.h"

#include <errno.h>

static long hand_over (const sett_call *c) {
  return sett_raw6 (c->number, c->a[0], c->a[1], c->a[2], c->a[3], c->a[4],
                    c->a[5]);
}

long sett_call_pass (const sett_call *call) {
  const long result = hand_over (call);
  if (LIKELY (result != -EFAULT))
    return result;
  for (int i = 0; i < 6; i++)
    sett_pages_touch ((const void *)call->a[i], SETT_PAGE);
  return hand_over (call);
}
