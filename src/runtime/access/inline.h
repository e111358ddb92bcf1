/* Given to gcc with everything that it instruments (-include): the first check
   of each access, in the place of the call that -fsanitize=thread makes.

   That call says `call __tsan_read8`, with the address in %rdi.  Here `call' is
   a macro of the assembler: most calls stay what they are, these become a look
   at the table of pages that the running thread has to itself (owners.h).  Only
   an access to some other page calls the run-time (entry.c).

   The functions below tell the compiler what such a call costs: it may use the
   registers that no function has to preserve, but leaves the vector registers
   alone.  gcc works that out from their bodies (-fipa-ra), under the names that
   it has for them itself.  They are local to each object file.  Without
   optimisation nothing is kept in registers over a call anyway, and to tell it
   would take longer than to compile a small program. */

#ifndef __ASSEMBLER__
#pragma GCC system_header

/* owners.h has the layout of the table. */
__asm__(".macro sett_look_up table\n"
        "  movq %rdi, %rax\n"
        "  movq __sett_own_pages@GOTPCREL(%rip), %rdx\n"
        "  shrq $12, %rax\n"
        "  movl %eax, %ecx\n"
        "  andl $1023, %ecx\n"
        "  orq 16384(%rdx), %rax\n"
        "  cmpq \\table(%rdx,%rcx,8), %rax\n"
        ".endm\n"
        ".macro sett_read slow\n"
        "  sett_look_up 0\n"
        "  je .Lsett\\@\n"
        "  {load} call \\slow\n"
        ".Lsett\\@:\n"
        ".endm\n"
        ".macro sett_write slow\n"
        "  sett_look_up 8192\n"
        "  je .Lsett\\@\n"
        "  {load} call \\slow\n"
        "  jmp .Lsett_done\\@\n"
        ".Lsett\\@:\n"
        "  movl $1, 16392(%rdx)\n"
        ".Lsett_done\\@:\n"
        ".endm\n");

#ifdef __SANITIZE_THREAD__
/* {load} means nothing, but what follows it is the instruction again. */
__asm__(".macro call to:vararg\n"
        "  .ifc \\to,__tsan_read8\n"
        "    sett_read *__sett_read8@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_read4\n"
        "    sett_read *__sett_read4@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_write8\n"
        "    sett_write *__sett_write8@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_write4\n"
        "    sett_write *__sett_write4@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_read1\n"
        "    sett_read *__sett_read1@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_write1\n"
        "    sett_write *__sett_write1@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_read2\n"
        "    sett_read *__sett_read2@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_write2\n"
        "    sett_write *__sett_write2@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_read16\n"
        "    sett_read *__sett_read16@GOTPCREL(%rip)\n"
        "  .else; .ifc \\to,__tsan_write16\n"
        "    sett_write *__sett_write16@GOTPCREL(%rip)\n"
        "  .else\n"
        "    {load} call \\to\n"
        "  .endif; .endif; .endif; .endif; .endif\n"
        "  .endif; .endif; .endif; .endif; .endif\n"
        ".endm\n");

#ifdef __cplusplus
extern "C" {
#endif

/* Without variables that are tracked: gdb would believe that it may stop before
   the prologues of all functions in the file. */
#ifdef __OPTIMIZE__
#define SETT_HOW                                                               \
  target ("avx512f"), optimize ("O2", "omit-frame-pointer", "no-var-tracking")
#define SETT_MORE                                                              \
  , "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)",       \
      "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23",  \
      "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31",  \
      "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define SETT_HOW
#define SETT_MORE
#endif

#define SETT_HOOK(NAME)                                                        \
  __attribute__ ((noinline, no_reorder, visibility ("hidden"),                 \
                  no_sanitize ("thread"),                                      \
                  SETT_HOW)) void __builtin_##NAME (void *address) {           \
    __asm__ volatile("subq $8, %%rsp\n"                                        \
                     "  call " #NAME "\n"                                      \
                     "  addq $8, %%rsp"                                        \
                     : "+D"(address)                                           \
                     :                                                         \
                     : "rax", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11",   \
                       "cc", "memory" SETT_MORE);                              \
  }                                                                            \
  __asm__(".local " #NAME)

SETT_HOOK (__tsan_read1);
SETT_HOOK (__tsan_read2);
SETT_HOOK (__tsan_read4);
SETT_HOOK (__tsan_read8);
SETT_HOOK (__tsan_read16);
SETT_HOOK (__tsan_write1);
SETT_HOOK (__tsan_write2);
SETT_HOOK (__tsan_write4);
SETT_HOOK (__tsan_write8);
SETT_HOOK (__tsan_write16);

#undef SETT_HOOK
#undef SETT_HOW
#undef SETT_MORE

#ifdef __cplusplus
}
#endif
#endif
#endif
