/* How accesses to memory enter the run-time, after the check in inline.h.

   __sett_read8 and its like keep the first 16 vector registers for their
   callers, which rely on it.  sett_races_plain, where they lead, uses general
   registers only and calls nothing outside of this library.  If that does not
   suffice it goes to sett_enter_slowly, which saves the vector registers on the
   stack.  There they are also part of what is compared in busy loops.

   __tsan_read8 and its like are for compilers that call functions.  Nothing is
   in vector registers then, and they are cleared. */

#include "runtime/access/access.h"
#include "runtime/access/inline.h"
#include "runtime/race/owners.h"
#include "runtime/race/races.h"
#include "runtime/sched/spin.h"

#include <cpuid.h>

_Static_assert(offsetof (sett_own_pages, read) == 0 &&
                   offsetof (sett_own_pages, write) == 8192 &&
                   offsetof (sett_own_pages, tag) == 16384 &&
                   offsetof (sett_own_pages, wrote) == 16392 &&
                   SETT_OWN_PAGES == 1024,
               "inline.h relies on it");

/* What the processor has beyond 16 bytes in vector registers. */
enum { LARGE_PARTS = 0x44 }; /* AVX, AVX-512: bits of XCR0 */

__attribute__ ((visibility ("hidden"))) struct {
  uint32_t parts;    /* of LARGE_PARTS: these are possible */
  uint32_t can_tell; /* whether they are in use */
  uint64_t size;     /* of the area to save them in */
} sett_vectors;

__attribute__ ((constructor)) static void find_vectors (void) {
  uint32_t a, b, c, d;
  if (!__get_cpuid (1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
    return;
  __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  sett_vectors.parts = a & LARGE_PARTS;
  if (__get_cpuid_count (13, 0, &a, &b, &c, &d))
    sett_vectors.size = (b + 63) & ~63u;
  if (__get_cpuid_count (13, 1, &a, &b, &c, &d))
    sett_vectors.can_tell = a >> 2 & 1;
}

#define EACH_VECTOR(X)                                                         \
  X (0)                                                                        \
  X (1)                                                                        \
  X (2)                                                                        \
  X (3)                                                                        \
  X (4) X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15)
#define SAVE_ONE(I) "  movups %xmm" #I ", 16 * " #I "(%rsp)\n"
#define SAVE EACH_VECTOR (SAVE_ONE)
#define RESTORE_ONE(I) "  movups 16 * " #I "(%rsp), %xmm" #I "\n"
#define RESTORE EACH_VECTOR (RESTORE_ONE)

/* Calls sett_access_slowly with the same arguments.  gcc does not align the
   stack for functions that it knows not to need it, as those of inline.h.  No
   byte of the frame is left as it was: it may be compared. */
__asm__(".text\n"
        ".p2align 4\n"
        ".globl sett_enter_slowly\n"
        ".hidden sett_enter_slowly\n"
        ".type sett_enter_slowly, @function\n"
        "sett_enter_slowly:\n"
        ".cfi_startproc\n"
        "  mov %rbx, sett_entry_registers(%rip)\n"
        "  mov %rbp, 8 + sett_entry_registers(%rip)\n"
        "  mov %r12, 16 + sett_entry_registers(%rip)\n"
        "  mov %r13, 24 + sett_entry_registers(%rip)\n"
        "  mov %r14, 32 + sett_entry_registers(%rip)\n"
        "  mov %r15, 40 + sett_entry_registers(%rip)\n"
        "  push %rbp\n"
        ".cfi_adjust_cfa_offset 8\n"
        ".cfi_rel_offset %rbp, 0\n"
        "  mov %rsp, %rbp\n"
        ".cfi_def_cfa_register %rbp\n"
        "  push %rbx\n"
        ".cfi_offset %rbx, -24\n"
        "  push %r12\n"
        ".cfi_offset %r12, -32\n"
        "  movq $0, -8(%rsp)\n"
        "  and $-16, %rsp\n"
        "  sub $16 * 16, %rsp\n" SAVE
        "  mov %rsp, 48 + sett_entry_registers(%rip)\n"
        "  mov sett_vectors(%rip), %eax\n" /* parts */
        "  mov %rdx, %r8\n"
        "  test %eax, %eax\n"
        "  je 2f\n"
        "  cmpl $0, 4 + sett_vectors(%rip)\n" /* can_tell */
        "  je 3f\n"
        "  mov $1, %ecx\n"
        "  xgetbv\n"
        "  and sett_vectors(%rip), %eax\n"
        "  jne 3f\n"
        "2:\n"
        "  mov %r8, %rdx\n"
        "  call sett_access_slowly\n"
        "4:\n" RESTORE "  mov -8(%rbp), %rbx\n"
        "  mov -16(%rbp), %r12\n"
        "  leave\n"
        ".cfi_remember_state\n"
        ".cfi_def_cfa %rsp, 8\n"
        ".cfi_restore %rbp\n"
        "  ret\n"
        ".cfi_restore_state\n"
        "3:\n" /* the parts in %eax, too */
        "  mov %eax, %ebx\n"
        "  mov %rsp, %r12\n"
        "  mov %rdi, %r9\n"
        "  sub 8 + sett_vectors(%rip), %rsp\n" /* size */
        "  and $-64, %rsp\n"
        "  mov %rsp, %rdi\n"
        "  mov %r12, %rcx\n"
        "  sub %rsp, %rcx\n"
        "  shr $3, %rcx\n"
        "  xor %eax, %eax\n"
        "  rep stosq\n"
        "  mov %ebx, %eax\n"
        "  xor %edx, %edx\n"
        "  xsave (%rsp)\n"
        "  mov %rsp, 48 + sett_entry_registers(%rip)\n"
        "  mov %r9, %rdi\n"
        "  mov %r8, %rdx\n"
        "  call sett_access_slowly\n"
        "  mov %ebx, %eax\n"
        "  xor %edx, %edx\n"
        "  xrstor (%rsp)\n"
        "  mov %r12, %rsp\n"
        "  jmp 4b\n"
        ".cfi_endproc\n"
        ".size sett_enter_slowly, . - sett_enter_slowly\n");

/* Calls sett_races_check with the same arguments, and leaves no trace of it
   below the stack pointer: what is there may get into later frames, as it is,
   and states are compared. */
__asm__(".text\n"
        ".p2align 4\n"
        ".globl sett_enter_cleanly\n"
        ".hidden sett_enter_cleanly\n"
        ".type sett_enter_cleanly, @function\n"
        "sett_enter_cleanly:\n"
        ".cfi_startproc\n"
        "  push $0\n"
        ".cfi_adjust_cfa_offset 8\n"
        "  call sett_races_check\n"
        "  lea -4096(%rsp), %rdi\n"
        "  mov $512, %ecx\n"
        "  xor %eax, %eax\n"
        "  rep stosq\n"
        "  add $8, %rsp\n"
        ".cfi_adjust_cfa_offset -8\n"
        "  ret\n"
        ".cfi_endproc\n"
        ".size sett_enter_cleanly, . - sett_enter_cleanly\n");

#define ENTRY(NAME, SIZE, WRITES, TABLE, REMARK)                               \
  __asm__(".p2align 4\n"                                                       \
          ".globl __sett_" #NAME #SIZE "\n"                                    \
          ".type __sett_" #NAME #SIZE ", @function\n"                          \
          "__sett_" #NAME #SIZE ":\n"                                          \
          "  mov $" #SIZE " << 1 | " #WRITES ", %esi\n"                        \
          "  mov (%rsp), %rdx\n"                                               \
          "  jmp sett_races_plain\n"                                           \
          ".size __sett_" #NAME #SIZE ", . - __sett_" #NAME #SIZE "\n"         \
          ".p2align 4\n"                                                       \
          ".globl __tsan_" #NAME #SIZE "\n"                                    \
          ".type __tsan_" #NAME #SIZE ", @function\n"                          \
          "__tsan_" #NAME #SIZE ":\n"                                          \
          "  sett_look_up " #TABLE "\n"                                        \
          "  jne 1f\n" REMARK "  ret\n"                                        \
          "1:\n"                                                               \
          "  call sett_vectors_clear\n"                                        \
          "  mov $" #SIZE " << 1 | " #WRITES ", %esi\n"                        \
          "  mov (%rsp), %rdx\n"                                               \
          "  jmp sett_races_plain\n"                                           \
          ".size __tsan_" #NAME #SIZE ", . - __tsan_" #NAME #SIZE "\n");

#define ENTRIES(SIZE)                                                          \
  ENTRY (read, SIZE, 0, 0, "")                                                 \
  ENTRY (write, SIZE, 1, 8192, "  movl $1, 16392(%rdx)\n")

ENTRIES (1)
ENTRIES (2)
ENTRIES (4)
ENTRIES (8)
ENTRIES (16)
