/* Which thread has a page of memory to itself.

   Most memory is used by one thread only, and need not be watched for races.  A
   page belongs to the first thread that accesses it in an execution.  When
   another one comes, the page is shared, for good: it is watched in all
   executions, and the search begins anew, for what was done before was not
   watched.

   The functions that the compiler calls for each access look into a small table
   of pages that the running thread has to itself, before anything else
   (SETT_ACCESS_ENTRY).  Its entries carry a tag that changes whenever they
   might be no longer true. */

#ifndef SETT_RUNTIME_OWNERS_H
#define SETT_RUNTIME_OWNERS_H

#include "runtime/engine.h"

#define SETT_OWN_PAGES 256 /* a power of two, at most 256 */

extern uint64_t sett_page_tag __attribute__ ((visibility ("hidden")));
extern uint64_t sett_read_pages[SETT_OWN_PAGES]
    __attribute__ ((visibility ("hidden")));
extern uint64_t sett_write_pages[SETT_OWN_PAGES]
    __attribute__ ((visibility ("hidden")));
/* The running thread wrote to memory without saying so in detail. */
extern int sett_wrote __attribute__ ((visibility ("hidden")));

/* Another thread runs, or something has changed about pages. */
static inline void sett_owners_change (void) {
  sett_page_tag += (uint64_t)1 << 36;
}

/* Does the running thread have this memory to itself? */
int sett_owners_alone (const void *, size_t, int writes);

/* This memory is watched from now on, in this execution. */
void sett_owners_watch (const void *, size_t);

/* After a fork: this process has a table of its own. */
void sett_owners_adopt (void);

/* Defines the exported NAME (address): returns at once if there is nothing to
   do, else calls NAME_looking like SETT_LOOKING. */
#define SETT_ACCESS_ENTRY(NAME, TABLE, REMARK)                                 \
  __asm__(".text\n"                                                            \
          ".p2align 4\n"                                                       \
          ".globl " #NAME "\n"                                                 \
          ".type " #NAME ", @function\n" #NAME ":\n"                           \
          "  cmpl $0, engine(%rip)\n" /* engine.active */                      \
          "  je 2f\n"                                                          \
          "  mov %rdi, %rax\n"                                                 \
          "  shr $12, %rax\n"                                                  \
          "  movzbl %al, %ecx\n"                                               \
          "  or sett_page_tag(%rip), %rax\n"                                   \
          "  lea " #TABLE "(%rip), %rdx\n"                                     \
          "  cmp (%rdx,%rcx,8), %rax\n"                                        \
          "  jne 1f\n" REMARK "2:\n"                                           \
          "  ret\n"                                                            \
          "1:\n"                                                               \
          "  mov %rbx, sett_entry_registers(%rip)\n"                           \
          "  mov %rbp, 8 + sett_entry_registers(%rip)\n"                       \
          "  mov %r12, 16 + sett_entry_registers(%rip)\n"                      \
          "  mov %r13, 24 + sett_entry_registers(%rip)\n"                      \
          "  mov %r14, 32 + sett_entry_registers(%rip)\n"                      \
          "  mov %r15, 40 + sett_entry_registers(%rip)\n"                      \
          "  mov %rsp, 48 + sett_entry_registers(%rip)\n"                      \
          "  jmp " #NAME "_looking\n"                                          \
          ".size " #NAME ", . - " #NAME "\n")

#define SETT_READ_ENTRY(NAME) SETT_ACCESS_ENTRY (NAME, sett_read_pages, "")
#define SETT_WRITE_ENTRY(NAME)                                                 \
  SETT_ACCESS_ENTRY (NAME, sett_write_pages, "  movl $1, sett_wrote(%rip)\n")

#endif
