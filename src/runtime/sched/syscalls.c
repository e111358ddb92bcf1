/* System calls of the program, by the rows of syscalls.def: see syscalls.h. */

#include "runtime/sched/syscalls.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/narrator.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/numbers.h"
#include "runtime/sched/own_descriptors.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void remark (const sett_call *, const char *text, uintptr_t place);

static const sett_call_row *row_of (long number) {
  static const sett_call_row none = {"a system call", sett_call_refuse};
  if ((size_t)number >= sett_call_row_count || !sett_call_rows[number].function)
    return &none;
  return &sett_call_rows[number];
}

const char *sett_call_name (long number) {
  return row_of (number)->name;
}

/* What is on the stack of a thread is part of a state; what earlier calls have
   left there must not be. */
__attribute__ ((noinline)) static void clear_stack (void) {
  char below[2048];
  memset (below, 0, sizeof below);
  __asm__ volatile("" : : "r"(below) : "memory");
}

/* Numbers that the machine may have room for, but Sett has taken. */
static long spare_engine (const sett_call *call, uintptr_t place) {
  if (call->number == SYS_dup2 || call->number == SYS_dup3)
    remark (call, "to a number that Sett has taken: refused", place);
  return -EBADF;
}

static long act (const sett_call *call, uintptr_t place) {
  if (UNLIKELY (sett_call_is_beyond (call)))
    return spare_engine (call, place);
  sett_call_function *function = row_of (call->number)->function;
  SETT_ASSERT (function);
  return upcalls.act (function, call, place);
}

/* What the kernel keeps for the program is not compared (vain.h). */
long sett_call_do (const sett_call *call, uintptr_t place) {
  sett_vain_end (sett_self ());
  if (UNLIKELY (engine.stateful))
    clear_stack ();
  if (LIKELY (!engine.narrating))
    return sett_call_over (act (call, place), place);
  sett_told_call told;
  narrator->call (call, &told);
  const long result = act (call, place);
  narrator->result (call, &told, result);
  return sett_call_over (result, place);
}

/*------------------------------------------------------------------------*/

void sett_call_remark (const char *name, const char *text, uintptr_t place) {
  char note[96];
  const int active = engine.active;
  engine.active = 0; /* formatting is not the program's doing */
  snprintf (note, sizeof note, "called %s: %s", name, text);
  engine.active = active;
  sett_note_add (1, place, note);
}

static void remark (const sett_call *call, const char *text, uintptr_t place) {
  char name[48];
  const sett_call_row *r = row_of (call->number);
  if (r != row_of (-1)) {
    sett_call_remark (r->name, text, place);
    return;
  }
  const int active = engine.active;
  engine.active = 0;
  snprintf (name, sizeof name, "system call %ld%s",
            call->number & ~SETT_CALL_NARROW,
            call->number & SETT_CALL_NARROW ? " of 32-bit programs" : "");
  engine.active = active;
  sett_call_remark (name, text, place);
}

long sett_call_note (const sett_call *call, uintptr_t place) {
  remark (call, "not controlled", place);
  return sett_call_pass (call);
}

long sett_call_refuse (const sett_call *call, uintptr_t place) {
  remark (call, "refused", place);
  return -ENOSYS;
}

long sett_call_end (const sett_call *call, uintptr_t place) {
  remark (call, "not controlled", place);
  sett_end (SETT_CUT);
}

/* Only few may do that. */
long sett_call_forbid (const sett_call *call, uintptr_t place) {
  remark (call, "refused", place);
  return -EPERM;
}

/* Changes what the kernel knows of the process, for good: not done. */
long sett_call_pretend (const sett_call *call, uintptr_t place) {
  remark (call, "without effect", place);
  return 0;
}

/*------------------------------------------------------------------------*/

/* Whoever calls this function expects errno. */
long syscall (long, ...);

EXPORT long syscall (long number, ...) {
  va_list list;
  sett_call call = {.number = number};
  va_start (list, number);
  for (int i = 0; i < 6; i++)
    call.a[i] = va_arg (list, long);
  va_end (list);
  if (sett_active ())
    return sett_result (sett_call_do (&call, SETT_HERE));
  if (sett_numbers_in (&call))
    return sett_result (sett_numbers_early (&call));
  /* From there it is caught, as calls from here are not. */
  return SETT_REAL (syscall) (number, call.a[0], call.a[1], call.a[2],
                              call.a[3], call.a[4], call.a[5]);
}
