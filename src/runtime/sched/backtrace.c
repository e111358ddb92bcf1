/* Stacks of threads: see backtrace.h. */

#include "runtime/sched/backtrace.h"

#include "runtime/sched/own_signals.h"

#include <link.h>
#include <unwind.h>

static struct { uintptr_t low, high; /* the code of this library */ } own;

static int find_own_code (struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW (Phdr) *h = &info->dlpi_phdr[i];
    const uintptr_t low = info->dlpi_addr + h->p_vaddr;
    const uintptr_t here = (uintptr_t)find_own_code;
    if (h->p_type == PT_LOAD && here >= low && here < low + h->p_memsz) {
      own.low = low;
      own.high = low + h->p_memsz;
    }
  }
  return 0;
}

static int is_own (uintptr_t code) {
  if (!own.high)
    dl_iterate_phdr (find_own_code, NULL);
  return code >= own.low && code < own.high;
}

/*------------------------------------------------------------------------*/

static int is_on_stack (const sett_thread *t, uintptr_t address) {
  return address > (uintptr_t)t->low &&
         address + 16 <= (uintptr_t)t->top + SETT_PAGE && !(address & 7);
}

void sett_backtrace_walk (sett_backtrace *stack, const sett_thread *t,
                          uintptr_t frame) {
  *stack = sett_backtrace_of (0);
  while (stack->depth < SETT_MOST_FRAMES && is_on_stack (t, frame)) {
    const uintptr_t *f = (const uintptr_t *)frame;
    if (!f[1])
      break;
    if (!is_own (f[1]))
      stack->frames[stack->depth++] = f[1];
    if (f[0] <= frame)
      break;
    frame = f[0];
  }
}

/*------------------------------------------------------------------------*/

static _Unwind_Reason_Code add_frame (struct _Unwind_Context *context,
                                      void *data) {
  sett_backtrace *stack = data;
  const uintptr_t place = _Unwind_GetIP (context);
  if (!place || stack->depth == SETT_MOST_FRAMES)
    return _URC_END_OF_STACK;
  if (!is_own (place))
    stack->frames[stack->depth++] = place;
  return _URC_NO_REASON;
}

static void unwind (void *stack) {
  _Unwind_Backtrace (add_frame, stack);
}

void sett_backtrace_unwind (sett_backtrace *stack) {
  const uintptr_t frame = (uintptr_t)__builtin_frame_address (0);
  const int active = engine.active;
  int done = 0;
  *stack = sett_backtrace_of (0);
  if (is_on_stack (sett_self (), frame) && !engine.real_threads) {
    engine.active = 0; /* the library that unwinds prepares itself */
    done = sett_own_signals_try (unwind, stack);
    engine.active = active;
  }
  if (!done)
    sett_backtrace_walk (stack, sett_self (), frame);
}
