#include "runtime/syscalls.h"

#include "runtime/account.h"
#include "runtime/finish.h"
#include "runtime/numbers.h"
#include "runtime/pages.h"
#include "runtime/realm.h"
#include "runtime/schedule.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

typedef struct row {
  const char *name;
  sett_call_function *function;
} row;

static const row rows[] = {
#define ROW(NAME, FUNCTION) [SYS_##NAME] = {#NAME, sett_call_##FUNCTION},
#include "runtime/syscalls.def"
#undef ROW
};

static const row *row_of (long number) {
  static const row none = {"a system call", sett_call_refuse};
  const size_t count = sizeof rows / sizeof *rows;
  if ((size_t)number >= count || !rows[number].function)
    return &none;
  return &rows[number];
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

static long act (const sett_call *call, uintptr_t place) {
  sett_call_function *function = row_of (call->number)->function;
  return sett_realm_concerns (call->number)
             ? sett_realm_do (function, call, place)
             : function (call, place);
}

long sett_call_do (const sett_call *call, uintptr_t place) {
  if (UNLIKELY (engine.stateful))
    clear_stack ();
  if (LIKELY (!engine.narrating))
    return sett_call_over (act (call, place), place);
  sett_told_call told;
  sett_tell_call (call, &told);
  const long result = act (call, place);
  sett_tell_result (call, &told, result);
  return sett_call_over (result, place);
}

/*------------------------------------------------------------------------*/

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
  const row *r = row_of (call->number);
  if (r != row_of (-1)) {
    sett_call_remark (r->name, text, place);
    return;
  }
  const int active = engine.active;
  engine.active = 0;
  snprintf (name, sizeof name, "system call %ld", call->number);
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

long sett_call_prctl (const sett_call *call, uintptr_t place) {
  if (call->a[0] == PR_SET_NAME || call->a[0] == 0x53564d41 /* of memory */)
    return 0;
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
  return sett_result (sett_active () ? sett_call_do (&call, SETT_HERE)
                                     : sett_numbers_early (&call));
}
