/* System calls of the program, wherever they come from: its own code, or the
   inside of the C library (trap.c).

   What a call does under control is said by the rows of syscalls.def; the
   functions there run on the stack of the thread that calls, may let others go
   first, and need not return.  They give what the kernel would: a result, or
   minus an error. */

#ifndef SETT_RUNTIME_SYSCALLS_H
#define SETT_RUNTIME_SYSCALLS_H

#include "runtime/core/engine.h"

typedef struct sett_call {
  long number;
  long a[6];
} sett_call;

/* In the number: it is one of 32-bit programs, which are not known. */
#define SETT_CALL_NARROW (1l << 32)

typedef long sett_call_function (const sett_call *, uintptr_t place);

/* The table, by numbers (syscall_table.c). */
typedef struct sett_call_row {
  const char *name;
  sett_call_function *function;
} sett_call_row;

extern const sett_call_row sett_call_rows[]
    __attribute__ ((visibility ("hidden")));
extern const size_t sett_call_row_count __attribute__ ((visibility ("hidden")));

/* Does the call under control. */
long sett_call_do (const sett_call *, uintptr_t place);

/* "read" */
const char *sett_call_name (long number);

/* Hands the call to the kernel.  Where the kernel meets a page that is
   protected, the page is made writable, and the call is repeated. */
long sett_call_pass (const sett_call *);

/* The same, and says that it is not controlled; the verdict is weaker. */
sett_call_function sett_call_note;
/* Says so and ends the execution. */
sett_call_function sett_call_end;
/* Says so and fails (ENOSYS). */
sett_call_function sett_call_refuse;

/* From now on system calls of the running thread of the machine come here; or
   not any more. */
void sett_trap_open (void);
void sett_trap_close (void);

/* Notes "called NAME: TEXT". */
void sett_call_remark (const char *name, const char *text, uintptr_t place);

#define ROW(NAME, FUNCTION) sett_call_function sett_call_##FUNCTION;
#include "runtime/sched/syscalls.def"
#undef ROW

#endif
