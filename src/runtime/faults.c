#include "runtime/faults.h"

#include "runtime/engine.h"
#include "runtime/pages.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

enum { ALTERNATE_STACK = 64 << 10, TICK_MS = 500, TICKS_BEFORE_DIVERGENCE = 6 };

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
        ".type sett_restorer, @function\n"
        "sett_restorer:\n"
        "  mov $15, %eax\n"
        "  syscall\n"
        ".size sett_restorer, . - sett_restorer\n");
extern char sett_restorer[] __attribute__ ((visibility ("hidden")));

static void install (int signal, void *handler) {
  const kernel_action action = {handler,
                                SA_SIGINFO | SA_NODEFER | SA_ONSTACK |
                                    0x04000000 /* SA_RESTORER */,
                                sett_restorer, 0};
  sett_raw (SYS_rt_sigaction, signal, &action, 0, 8);
}

/*------------------------------------------------------------------------*/
/* Crashes. */

static struct {
  int signal;
  uintptr_t place, address;
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
  default:
    return "signal";
  }
}

__attribute__ ((noreturn)) static void tell_crash (void) {
  const sett_thread *t = sett_self ();
  if (crash.signal == SIGSEGV && crash.address < SETT_PAGE)
    sett_fail (SETT_FAULT_CRASH, crash.place, (void *)crash.address,
               "use of a null pointer");
  if (crash.signal == SIGSEGV && t->number &&
      crash.address < (uintptr_t)t->low &&
      crash.address + 64 * SETT_PAGE > (uintptr_t)t->low)
    sett_fail (SETT_FAULT_CRASH, crash.place, (void *)crash.address,
               "stack overflow (the stack of a thread has %zu KiB)",
               SETT_STACK_SIZE >> 10);
  sett_fail (SETT_FAULT_CRASH, crash.place, (void *)crash.address, "%s",
             describe (crash.signal));
}

__attribute__ ((noreturn)) static void tell_divergence (void) {
  sett_fail (SETT_FAULT_DIVERGENCE, crash.place, NULL,
             "a thread runs on and on without any visible operation");
}

static void go_on_at (ucontext_t *context, void (*function) (void)) {
  greg_t *g = context->uc_mcontext.gregs;
  g[REG_RIP] = (greg_t)function;
  g[REG_RSP] = ((greg_t)(last_words + ALTERNATE_STACK) & ~(greg_t)15) - 8;
}

static void on_fault (int signal, siginfo_t *info, void *context_) {
  ucontext_t *context = context_;
  if (signal == SIGSEGV && info->si_code == SEGV_ACCERR &&
      sett_pages_fault ((uintptr_t)info->si_addr))
    return;
  crash.signal = signal;
  crash.address = (uintptr_t)info->si_addr;
  crash.place = context->uc_mcontext.gregs[REG_RIP];
  if (!engine.active) {
    /* The run-time itself, or the program after its end. */
    sett_give_up ("%s at %#lx, address %#lx, outside the program's control",
                  describe (signal), (unsigned long)crash.place,
                  (unsigned long)crash.address);
  }
  go_on_at (context, tell_crash);
}

/*------------------------------------------------------------------------*/
/* Threads that run without end. */

static void on_tick (int signal, siginfo_t *info, void *context_) {
  static uint64_t execution;
  static uint32_t event, ticks;
  (void)signal, (void)info;
  if (!engine.active)
    return;
  if (execution != engine.execution || event != engine.log->count) {
    execution = engine.execution;
    event = engine.log->count;
    ticks = 0;
  } else if (++ticks >= TICKS_BEFORE_DIVERGENCE) {
    ucontext_t *context = context_;
    ticks = 0;
    crash.place = context->uc_mcontext.gregs[REG_RIP];
    go_on_at (context, tell_divergence);
  }
}

void sett_faults_install (void) {
  const stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  sett_raw (SYS_sigaltstack, &stack, 0);
  install (SIGSEGV, on_fault);
  install (SIGBUS, on_fault);
  install (SIGFPE, on_fault);
  install (SIGILL, on_fault);
  install (SIGPROF, on_tick);
  const struct itimerval tick = {{0, TICK_MS * 1000}, {0, TICK_MS * 1000}};
  sett_raw (SYS_setitimer, ITIMER_PROF, &tick, 0);
}
