/* Signals that the run-time needs: see own_signals.h. */

#include "runtime/sched/own_signals.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/core/modules.h"
#include "runtime/race/owners.h"
#include "runtime/undo/pages.h"
#include "runtime/sched/signals.h"
#include "runtime/sched/tsc.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

enum { ALTERNATE_STACK = 64 << 10, TICK_MS = 250 };

static char alternate[ALTERNATE_STACK] __attribute__ ((aligned (4096)));
/* Where a thread that crashed tells about it: its own stack may be ruined. */
static char last_words[ALTERNATE_STACK] __attribute__ ((aligned (4096)));

typedef struct kernel_action {
  void *handler;
  unsigned long flags;
  void *restorer;
  unsigned long mask;
} kernel_action;

__asm__(".text\n"
        ".globl sett_restorer\n"
        ".hidden sett_restorer\n"
        ".type sett_restorer, @function\n"
        "sett_restorer:\n"
        "  mov $15, %eax\n"
        "  syscall\n"
        ".size sett_restorer, . - sett_restorer\n");

void sett_own_signals_catch (int signal,
                             void (*handler) (int, siginfo_t *, void *)) {
  const kernel_action action = {(void *)handler,
                                SA_SIGINFO | SA_NODEFER | SA_ONSTACK |
                                    0x04000000 /* SA_RESTORER */,
                                sett_restorer, 0};
  sett_raw (SYS_rt_sigaction, signal, &action, 0, 8);
}

void sett_own_signals_ignore (int signal) {
  const kernel_action action = {0};
  sett_raw (SYS_rt_sigaction, signal, &action, 0, 8);
}

/*------------------------------------------------------------------------*/
/* Crashes. */

static struct {
  int signal;
  uintptr_t place, address;
  siginfo_t info;
  ucontext_t context;
} crash;

static const char *describe (int signal) {
  switch (signal) {
  case SIGSEGV:
    return "segmentation fault";
  case SIGBUS:
    return "bus error";
  case SIGFPE:
    return "arithmetic error";
  case SIGILL:
    return "illegal instruction";
  case SIGSYS:
    return "forbidden system call";
  case SIGTRAP:
    return "trap instruction";
  default:
    return "signal";
  }
}

static int is_beyond_stack (const sett_thread *t, uintptr_t address) {
  const uintptr_t low = (uintptr_t)t->low;
  return address < low + 8 * SETT_PAGE && address + 64 * SETT_PAGE > low;
}

__attribute__ ((noreturn)) static void tell_crash (void) {
  const sett_thread *t = sett_self ();
  SETT_ASSERT (crash.signal);
  if (crash.signal == SIGSEGV && crash.info.si_code == SI_KERNEL)
    sett_fail (SETT_VIOLATION_CRASH, crash.place, NULL,
               "use of an address that cannot exist");
  if (crash.signal == SIGSEGV && crash.address < SETT_PAGE)
    sett_fail (SETT_VIOLATION_CRASH, crash.place, (void *)crash.address,
               "use of a null pointer");
  if (crash.signal == SIGSEGV && is_beyond_stack (t, crash.address))
    sett_fail (SETT_VIOLATION_CRASH, crash.place, (void *)crash.address,
               "stack overflow (the stack has %zu KiB)",
               sett_page_up ((uintptr_t)t->top - (uintptr_t)t->low) >> 10);
  sett_fail (SETT_VIOLATION_CRASH, crash.place, (void *)crash.address, "%s",
             describe (crash.signal));
}

__attribute__ ((noreturn)) static void tell_divergence (void) {
  sett_fail (SETT_VIOLATION_DIVERGENCE, crash.place, NULL,
             "a thread runs on and on without any visible operation");
}

static void go_on_at (ucontext_t *context, void (*function) (void)) {
  greg_t *g = context->uc_mcontext.gregs;
  g[REG_RIP] = (greg_t)function;
  g[REG_RSP] = ((greg_t)(last_words + ALTERNATE_STACK) & ~(greg_t)15) - 8;
}

/* A program that handles the signal does so on the thread's own stack.  If it
   returns, the same thing would happen again. */
__attribute__ ((noreturn)) static void run_handler (void) {
  const struct sigaction *action = sett_signals_handler (crash.signal);
  SETT_ASSERT (action);
  siginfo_t info = crash.info;
  ucontext_t context = crash.context;
  if (action->sa_flags & SA_SIGINFO)
    action->sa_sigaction (crash.signal, &info, &context);
  else
    action->sa_handler (crash.signal);
  tell_crash ();
}

static void go_on_in_handler (ucontext_t *context) {
  greg_t *g = context->uc_mcontext.gregs;
  crash.context = *context;
  g[REG_RIP] = (greg_t)run_handler;
  g[REG_RSP] = ((g[REG_RSP] - 256) & ~(greg_t)15) - 8;
}

/* Where in the program it happened: a function that it called may be the one
   that crashed. */
static uintptr_t place_of (const ucontext_t *context) {
  const greg_t *g = context->uc_mcontext.gregs;
  const sett_thread *t = sett_self ();
  uintptr_t frame = (uintptr_t)g[REG_RBP];
  uintptr_t place = (uintptr_t)g[REG_RIP];
  for (int i = 0; i < 32 && !sett_modules_instrumented (place); i++) {
    if (frame < (uintptr_t)g[REG_RSP] || frame + 16 > (uintptr_t)t->top ||
        frame & 7)
      return (uintptr_t)g[REG_RIP];
    place = ((const uintptr_t *)frame)[1];
    frame = ((const uintptr_t *)frame)[0];
  }
  return place;
}

static void *guard[5]; /* where an attempt began, if there is one */
static int is_guarded;

__attribute__ ((noreturn)) static void give_in (void) {
  __builtin_longjmp (guard, 1);
}

__attribute__ ((noinline)) int sett_own_signals_try (void (*act) (void *),
                                                     void *data) {
  SETT_ASSERT (!is_guarded);
  if (__builtin_setjmp (guard))
    return 0;
  is_guarded = 1;
  act (data);
  is_guarded = 0;
  return 1;
}

void sett_own_signals_report (int signal, const siginfo_t *info,
                              ucontext_t *context) {
  if (is_guarded) {
    is_guarded = 0;
    go_on_at (context, give_in);
    return;
  }
  const uintptr_t sp = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
  crash.signal = signal;
  crash.address = (uintptr_t)info->si_addr;
  crash.place = engine.active ? place_of (context)
                              : (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
  crash.info = *info;
  if (!engine.active) {
    /* The run-time itself, or the program after its end. */
    sett_give_up ("%s at %#lx, address %#lx, outside the program's control",
                  describe (signal), (unsigned long)crash.place,
                  (unsigned long)crash.address);
  }
  if (sett_signals_handler (signal) && !is_beyond_stack (sett_self (), sp))
    go_on_in_handler (context);
  else
    go_on_at (context, tell_crash);
}

static void on_fault (int signal, siginfo_t *info, void *context) {
  if (signal == SIGSEGV && info->si_code == SI_KERNEL &&
      sett_tsc_read (context))
    return;
  if (signal != SIGSEGV || info->si_code != SEGV_ACCERR)
    sett_own_signals_report (signal, info, context);
  else if (sett_pages_fault ((uintptr_t)info->si_addr))
    return;
  else if (sett_pages_exhausted () && engine.active)
    go_on_at (context, sett_pages_end);
  else
    sett_own_signals_report (signal, info, context);
}

/*------------------------------------------------------------------------*/
/* Threads that run without end. */

static double patience (void) {
  const double usual = 5;
  const double ordered = engine.shared->orders.patience;
  return ordered > 0 ? ordered : usual;
}

static void on_tick (int signal, siginfo_t *info, void *context_) {
  static uint64_t execution, growth;
  static uint32_t event, ticks;
  (void)signal, (void)info;
  engine.shared->beat++; /* whatever it does, it has a processor: we watch */
  if (!engine.active)
    return;
  /* One that takes more and more memory will come to the limit of that. */
  if (execution != conduct->execution || event != engine.log->count ||
      growth != sett_pages_growth ()) {
    execution = conduct->execution;
    event = engine.log->count;
    growth = sett_pages_growth ();
    ticks = 0;
  } else if (++ticks * (TICK_MS / 1e3) < patience ()) {
    engine.sampling = 1000; /* what is it doing? */
    sett_owners_reconsider ();
  } else {
    ucontext_t *context = context_;
    ticks = 0;
    crash.place = place_of (context);
    go_on_at (context, tell_divergence);
  }
}

void sett_own_signals_install (void) {
  const stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  sett_raw (SYS_sigaltstack, &stack, 0);
  sett_own_signals_catch (SIGSEGV, on_fault);
  sett_own_signals_catch (SIGBUS, on_fault);
  sett_own_signals_catch (SIGFPE, on_fault);
  sett_own_signals_catch (SIGILL, on_fault);
  sett_own_signals_catch (SIGTRAP, on_fault);
  sett_own_signals_catch (SIGPROF, on_tick);
  sett_own_signals_watch (1);
}

void sett_own_signals_watch (int on) {
  const struct timeval pause = {0, on ? TICK_MS * 1000 : 0};
  const struct itimerval tick = {pause, pause};
  sett_raw (SYS_setitimer, ITIMER_PROF, &tick, 0);
}
