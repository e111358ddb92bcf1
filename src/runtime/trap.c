/* Catching system calls: Syscall User Dispatch (Linux 5.11).

   The kernel lets calls from this library's code pass; all others become the
   signal SIGSYS.  Its handler sends the thread to sett_trap_enter, on its own
   stack, as if it had called a function there that preserves all registers:
   so a call can wait for others, and it is no matter where it came from.

   A program without system calls pays nothing. */

#include "runtime/faults.h"
#include "runtime/numbers.h"
#include "runtime/syscalls.h"

#include <link.h>
#include <signal.h>
#include <sys/prctl.h>
#include <ucontext.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON 1
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

static void on_call (int signal, siginfo_t *info, void *context_) {
  ucontext_t *context = context_;
  greg_t *g = context->uc_mcontext.gregs;
  if (info->si_code != BY_DISPATCH) {
    sett_faults_report (signal, info, context);
    return;
  }
  if (!engine.active) {
    g[REG_RAX] = sett_numbers_early (
        &(const sett_call){info->si_syscall,
                           {g[REG_RDI], g[REG_RSI], g[REG_RDX], g[REG_R10],
                            g[REG_R8], g[REG_R9]}});
    return;
  }
  g[REG_RSP] -= RED_ZONE + sizeof (uintptr_t);
  *(uintptr_t *)g[REG_RSP] = g[REG_RIP];
  g[REG_RIP] = (greg_t)sett_trap_enter;
  g[REG_RAX] = info->si_syscall;
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

void sett_trap_open (void) {
  range code = {0, 0};
  dl_iterate_phdr (find_own_code, &code);
  sett_faults_catch (SIGSYS, on_call);
  if (sett_raw (SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON,
                code.low, code.high - code.low, 0))
    sett_note_add (1, 0,
                   "the kernel cannot hand over system calls (Linux 5.11): "
                   "they are not controlled");
}
