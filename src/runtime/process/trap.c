/* Catching system calls: Syscall User Dispatch (Linux 5.11).

   The kernel lets calls from this library's code pass; all others become the
   signal SIGSYS.  Its handler sends the thread to sett_trap_enter, on its own
   stack, as if it had called a function there that preserves all registers:
   so a call can wait for others, and it is no matter where it came from.

   A program without system calls pays nothing. */

#include "runtime/sched/own_signals.h"
#include "base/assert.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sched/numbers.h"
#include "runtime/sched/own_descriptors.h"
#include "runtime/files/files.h"
#include "runtime/files/realm.h"
#include "runtime/files/shadow.h"

#include <link.h>
#include <linux/audit.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <ucontext.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON 1
#define PR_SYS_DISPATCH_OFF 0
#endif

enum { RED_ZONE = 128, BY_DISPATCH = 2 /* SYS_USER_DISPATCH */ };

/* On the stack: where to go on.  The frame below is a sett_call, then rbx and
   the flags.  0xe7 stands for all parts of the processor's state that compiled
   code can use. */
__asm__(".text\n"
        ".type sett_trap_enter, @function\n"
        "sett_trap_enter:\n"
        ".cfi_startproc\n"
        ".cfi_def_cfa %rsp, 136\n" /* the red zone */
        ".cfi_offset %rip, -136\n"
        "  pushfq\n"
        ".cfi_adjust_cfa_offset 8\n"
        "  cld\n"
        "  push %rbx\n"
        ".cfi_adjust_cfa_offset 8\n"
        ".cfi_offset %rbx, -152\n"
        "  push %r9\n"
        "  push %r8\n"
        "  push %r10\n"
        "  push %rdx\n"
        "  push %rsi\n"
        "  push %rdi\n"
        "  push %rax\n"
        "  mov %rsp, %rbx\n"
        ".cfi_def_cfa %rbx, 208\n"
        "  mov %rsp, %rdi\n"
        "  mov 72(%rsp), %rsi\n"
        "  sub $2816, %rsp\n"
        "  and $-64, %rsp\n"
        "  xor %eax, %eax\n"
        "  mov %rax, 512(%rsp)\n"
        "  mov %rax, 520(%rsp)\n"
        "  mov %rax, 528(%rsp)\n"
        "  mov %rax, 536(%rsp)\n"
        "  mov %rax, 544(%rsp)\n"
        "  mov %rax, 552(%rsp)\n"
        "  mov %rax, 560(%rsp)\n"
        "  mov %rax, 568(%rsp)\n"
        "  mov $0xe7, %eax\n"
        "  xor %edx, %edx\n"
        "  xsave64 (%rsp)\n"
        "  call sett_trap_call\n"
        "  mov %rax, (%rbx)\n"
        "  mov $0xe7, %eax\n"
        "  xor %edx, %edx\n"
        "  xrstor64 (%rsp)\n"
        "  mov %rbx, %rsp\n"
        "  pop %rax\n"
        "  pop %rdi\n"
        "  pop %rsi\n"
        "  pop %rdx\n"
        "  pop %r10\n"
        "  pop %r8\n"
        "  pop %r9\n"
        "  pop %rbx\n"
        "  popfq\n"
        "  ret $128\n"
        ".cfi_endproc\n"
        ".size sett_trap_enter, . - sett_trap_enter\n");
extern char sett_trap_enter[] __attribute__ ((visibility ("hidden")));

long sett_trap_call (const sett_call *, uintptr_t place);

__attribute__ ((used, visibility ("hidden"))) long
sett_trap_call (const sett_call *call, uintptr_t place) {
  return sett_call_do (call, place);
}

/* What returns twice, with another stack perhaps, cannot be done in a handler,
   but here, where calls pass; the way back is in memory, as no register is free
   for it.  There are several ways: threads share that memory. */
__asm__(".text\n"
        ".balign 16\n"
        "sett_trap_leave:\n"
        ".irp at,0,8,16,24,32,40,48,56,64,72,80,88,96,104,112,120\n"
        ".balign 16\n"
        "  syscall\n"
        "  jmp *sett_trap_back+\\at(%rip)\n"
        ".endr\n");
extern char sett_trap_leave[] __attribute__ ((visibility ("hidden")));
enum { WAYS = 16, WAY_SIZE = 16 };
extern uintptr_t sett_trap_back[WAYS] __attribute__ ((visibility ("hidden")));
__attribute__ ((used)) uintptr_t sett_trap_back[WAYS];

static int is_birth (long number) {
  return number == SYS_clone || number == SYS_clone3 || number == SYS_fork ||
         number == SYS_vfork;
}

/* This thread goes on as it is; the new one is not caught. */
static void give_birth (long number, greg_t *g) {
  static unsigned ways;
  const unsigned way = ways++ % WAYS;
  SETT_ASSERT (way < WAYS);
  sett_trap_back[way] = (uintptr_t)g[REG_RIP];
  g[REG_RIP] = (greg_t)(sett_trap_leave + (size_t)WAY_SIZE * way);
  g[REG_RAX] = number;
  shadow->early_copies = 1;
}

/* The kernel takes them from the frame when the handler returns.  SIGSYS must
   get through. */
static long set_mask (const sett_call *call, ucontext_t *context) {
  uint64_t *mask = (uint64_t *)(void *)&context->uc_sigmask, set = 0;
  const uint64_t old = *mask;
  if (call->a[3] != sizeof set)
    return -EINVAL;
  if (call->a[1]) {
    memcpy (&set, (const void *)call->a[1], sizeof set);
    switch (call->a[0]) {
    case SIG_BLOCK:
      *mask |= set;
      break;
    case SIG_UNBLOCK:
      *mask &= ~set;
      break;
    case SIG_SETMASK:
      *mask = set;
      break;
    default:
      return -EINVAL;
    }
    *mask &= ~((uint64_t)1 << (SIGSYS - 1));
  }
  if (call->a[2])
    memcpy ((void *)call->a[2], &old, sizeof old);
  return 0;
}

/* What could change originals, or the machine; and what nobody knows. */
static long refuse_early (const sett_call *call) {
  const size_t number = (size_t)call->number;
  if (number == SYS_prctl)
    return call->a[0] == PR_SET_SYSCALL_USER_DISPATCH ? -EINVAL : 0;
  if (number == SYS_ioctl)
    return sett_files_may_control ((int)call->a[0], (unsigned)call->a[1])
               ? 0
               : -ENOTTY;
  if (number >= sett_call_row_count || !sett_call_rows[number].function ||
      number == SYS_io_uring_setup || number == SYS_open_by_handle_at)
    return -ENOSYS;
  return sett_call_rows[number].function == sett_call_forbid ? -EPERM : 0;
}

/* Under a debugger threads are the C library's, which makes calls of its own
   for them: what is done with files and descriptors is an event as everywhere,
   and the rest only if the program itself calls it. */
static int is_of_files (long number) {
  switch (number) {
  case SYS_read:
  case SYS_pread64:
  case SYS_readv:
  case SYS_write:
  case SYS_pwrite64:
  case SYS_writev:
  case SYS_lseek:
  case SYS_close:
  case SYS_dup:
  case SYS_dup2:
  case SYS_dup3:
  case SYS_fcntl:
    return 1;
  default:
    return sett_shadow_concerns (number);
  }
}

/* Outside of the program's executions, which is before main, mostly; and under
   a debugger.  Files are those of the shadow there, too. */
static void let_pass (long number, ucontext_t *context) {
  greg_t *g = context->uc_mcontext.gregs;
  const sett_call call = {
      number,
      {g[REG_RDI], g[REG_RSI], g[REG_RDX], g[REG_R10], g[REG_R8], g[REG_R9]}};
  long result;
  if (number == SYS_rt_sigreturn) {
    g[REG_RIP] = (greg_t)sett_restorer; /* the stack is as it must be */
    return;
  }
  if (is_birth (number)) {
    give_birth (number, g);
    return;
  }
  if (number == SYS_rt_sigaction && call.a[0] == SIGSYS)
    result = 0; /* it is taken */
  else if (sett_call_is_beyond (&call))
    result = -EBADF;
  else if (number == SYS_rt_sigprocmask)
    result = set_mask (&call, context);
  else if (sett_shadow_early (&call, &result)) {
    if (sett_realm_shows_other (&call, result)) {
      sett_raw (SYS_close, result);
      result = -ENOENT;
      shadow->early_refusals = 1;
    }
  } else {
    result = refuse_early (&call);
    if (result)
      shadow->early_refusals = 1;
    else
      result = engine.real_threads
                   ? sett_raw6 (number, call.a[0], call.a[1], call.a[2],
                                call.a[3], call.a[4], call.a[5])
                   : sett_numbers_early (&call);
  }
  g[REG_RAX] = result;
}

/* Calls of 32-bit programs (int $0x80) have numbers and arguments of their own:
   they are refused. */
static long number_of (const siginfo_t *info) {
  return info->si_arch == AUDIT_ARCH_X86_64
             ? info->si_syscall
             : SETT_CALL_NARROW | info->si_syscall;
}

static void on_call (int signal, siginfo_t *info, void *context_) {
  ucontext_t *context = context_;
  greg_t *g = context->uc_mcontext.gregs;
  if (info->si_code != BY_DISPATCH) {
    sett_own_signals_report (signal, info, context);
    return;
  }
  const long number = number_of (info);
  if (!engine.active || (engine.real_threads && !is_of_files (number))) {
    let_pass (number, context);
    return;
  }
  g[REG_RSP] -= (greg_t)(RED_ZONE + sizeof (uintptr_t));
  *(uintptr_t *)g[REG_RSP] = (uintptr_t)g[REG_RIP];
  g[REG_RIP] = (greg_t)sett_trap_enter;
  g[REG_RAX] = number;
}

/*------------------------------------------------------------------------*/

typedef struct range {
  uintptr_t low, high;
} range;

static int find_own_code (struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  range *r = data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW (Phdr) *h = &info->dlpi_phdr[i];
    const uintptr_t low = info->dlpi_addr + h->p_vaddr;
    if (h->p_type == PT_LOAD && (h->p_flags & PF_X) &&
        (uintptr_t)sett_trap_enter - low < h->p_memsz) {
      *r = (range){low, low + h->p_memsz};
      return 1;
    }
  }
  return 0;
}

/* The signal is as the program knows it, which has no other handler then. */
void sett_trap_close (void) {
  sett_raw (SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0,
            0);
  sett_own_signals_ignore (SIGSYS);
}

void sett_trap_open (void) {
  range code = {0, 0};
  dl_iterate_phdr (find_own_code, &code);
  SETT_ASSERT (code.low < code.high);
  sett_own_signals_catch (SIGSYS, on_call);
  if (sett_raw (SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON,
                code.low, code.high - code.low, 0))
    sett_shadow_give_up ("the kernel cannot hand over system calls (Linux "
                         "5.11 can), so that files would not be safe",
                         0);
}
