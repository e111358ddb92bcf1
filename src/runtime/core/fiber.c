/* Switching between stacks: see fiber.h.  The stack and the thread pointer
   change together. */

#include "runtime/core/fiber.h"

/* The registers that a function must preserve, and the control words of the
   floating point units, which a program may change.  Vector registers are left
   clear: instrumented code can be compared with their contents in mind
   (entry.c). To load control words takes long, and most often they are those
   that are there already.  The jump at the end is cheaper than a return, which
   the processor would predict wrongly. */
__asm__(".text\n"
        ".globl sett_fiber_switch\n"
        ".hidden sett_fiber_switch\n"
        ".type sett_fiber_switch, @function\n"
        "sett_fiber_switch:\n"
        "  push %rbp\n"
        "  push %rbx\n"
        "  push %r12\n"
        "  push %r13\n"
        "  push %r14\n"
        "  push %r15\n"
        "  sub $8, %rsp\n"
        "  stmxcsr (%rsp)\n"
        "  fnstcw 4(%rsp)\n"
        "  mov (%rsp), %eax\n"
        "  mov 4(%rsp), %cx\n"
        "  mov %rsp, (%rdi)\n"
        "  mov %rsi, %rsp\n"
        "  wrfsbase %rdx\n"
        "  cmp (%rsp), %eax\n"
        "  je 1f\n"
        "  ldmxcsr (%rsp)\n"
        "1:\n"
        "  cmp 4(%rsp), %cx\n"
        "  je 2f\n"
        "  fldcw 4(%rsp)\n"
        "2:\n"
        "  add $8, %rsp\n"
        "  pop %r15\n"
        "  pop %r14\n"
        "  pop %r13\n"
        "  pop %r12\n"
        "  pop %rbx\n"
        "  pop %rbp\n"
        "  call sett_vectors_clear\n"
        "  pop %rcx\n"
        "  jmp *%rcx\n"
        ".size sett_fiber_switch, . - sett_fiber_switch\n"
        /* The first activation: rbx is the function, r12 its argument. */
        ".type sett_fiber_enter, @function\n"
        "sett_fiber_enter:\n"
        "  .cfi_startproc\n"
        "  .cfi_undefined rip\n"
        "  xor %ebp, %ebp\n"
        "  mov %r12, %rdi\n"
        "  call *%rbx\n"
        "  ud2\n"
        "  .cfi_endproc\n"
        ".size sett_fiber_enter, . - sett_fiber_enter\n");

extern char sett_fiber_enter[] __attribute__ ((visibility ("hidden")));

void *sett_fiber_make (void *top, void (*enter) (void *), void *argument) {
  uint64_t *stack = (uint64_t *)((uintptr_t)top & ~(uintptr_t)15);
  *--stack = 0;
  *--stack = 0;
  *--stack = (uint64_t)sett_fiber_enter;
  *--stack = 0; /* rbp */
  *--stack = (uint64_t)enter;
  *--stack = (uint64_t)argument;
  *--stack = 0; /* r13 to r15 */
  *--stack = 0;
  *--stack = 0;
  *--stack = 0;
  __asm__ volatile("stmxcsr (%0)\n fnstcw 4(%0)" ::"r"(stack) : "memory");
  return stack;
}
