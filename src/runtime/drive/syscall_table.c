/* The table of system calls: which function does each of them under control.
   And those that need no more than a line. */

#include "runtime/sched/finish.h"
#include "runtime/sched/syscalls.h"

#include <errno.h>
#include <sys/prctl.h>

const sett_call_row sett_call_rows[] = {
#define ROW(NAME, FUNCTION) [SYS_##NAME] = {#NAME, sett_call_##FUNCTION},
#include "runtime/sched/syscalls.def"
#undef ROW
};

const size_t sett_call_row_count =
    sizeof sett_call_rows / sizeof *sett_call_rows;

/*------------------------------------------------------------------------*/

long sett_call_harmless (const sett_call *call, uintptr_t place) {
  (void)place;
  return sett_call_pass (call);
}

/* It makes no difference. */
long sett_call_nothing (const sett_call *call, uintptr_t place) {
  (void)call, (void)place;
  return 0;
}

long sett_call_refused (const sett_call *call, uintptr_t place) {
  (void)call, (void)place;
  return -ENOSYS;
}

/* Programs do not expect that who gets an orphan, or hears of its end, cannot
   be changed. */
long sett_call_prctl (const sett_call *call, uintptr_t place) {
  if (call->a[0] == PR_SET_NAME || call->a[0] == PR_SET_TIMERSLACK ||
      call->a[0] == 0x53564d41 /* of memory */)
    return 0;
  if (call->a[0] == PR_SET_CHILD_SUBREAPER || call->a[0] == PR_SET_PDEATHSIG)
    return sett_call_end (call, place);
  if (call->a[0] == PR_GET_NAME || call->a[0] == PR_GET_DUMPABLE)
    return sett_call_pass (call);
  return sett_call_refuse (call, place);
}

/* Asking is allowed. */
long sett_call_personality (const sett_call *call, uintptr_t place) {
  if ((uint32_t)call->a[0] == UINT32_MAX)
    return sett_call_pass (call);
  return sett_call_refuse (call, place);
}

long sett_call_exit (const sett_call *call, uintptr_t place) {
  sett_end_program ((int)call->a[0], place);
}
