/* Busy waiting.

   A thread that comes back to the same place in the code, with the same
   registers and stack, and has written nothing since, will do the same again
   unless a variable that it read changes.  So it need not run until then: it
   waits for a change of what it read.  A loop that nobody can end is then found
   as a state in which nobody can move, instead of an endless execution.

   What counts is the thread's own state: the registers that functions preserve,
   its stack, and that it wrote to no memory outside, as far as it is known; and
   that all memory is the same, whoever may have written to it.  A loop with a
   counter changes a register or the stack, and is no busy wait in this sense.
   To open a socket and to close it again is to do nothing, if nobody else could
   notice.

   Why that is right: what a thread does until its next look depends on its
   registers, its stack, memory, and the values that it gets by looking.  If all
   of them are what they were when it was here last, it will come back here once
   more, having changed nothing.  So executions in which it goes round again are
   those in which it does not, with looks left out that nobody notices: neither
   values nor what is ordered (a look that acquires can only hide a race, a
   failed update that should release does not: atomics.c).  And if nobody can
   change what it looked at, the thread itself cannot either: that is reported.

   Functions with which a program can look at what others do are entered through
   SETT_LOOKING, which keeps the caller's registers before any compiled code can
   touch them. */

#ifndef SETT_RUNTIME_SPIN_H
#define SETT_RUNTIME_SPIN_H

#include "runtime/core/engine.h"
#include "runtime/sched/vain.h"

typedef struct sett_registers {
  uint64_t rbx, rbp, r12, r13, r14, r15, rsp;
  uint64_t arguments[3]; /* not of accesses to memory */
} sett_registers;

extern sett_registers sett_entry_registers
    __attribute__ ((visibility ("hidden")));

/* Defines the exported NAME; the work is done by a static function NAME_looking
   of the same type. */
#define SETT_LOOKING(NAME) SETT_LOOKING_WITH (NAME, sett_entry_registers)

/* The same, with another place to keep the registers. */
_Static_assert(offsetof (sett_registers, rsp) == 48 &&
                   offsetof (sett_registers, arguments) == 56,
               "SETT_LOOKING relies on it");

#define SETT_LOOKING_WITH(NAME, REGISTERS)                                     \
  __asm__(".text\n"                                                            \
          ".globl " #NAME "\n"                                                 \
          ".type " #NAME ", @function\n" #NAME ":\n"                           \
          "  mov %rbx, " #REGISTERS "(%rip)\n"                                 \
          "  mov %rbp, 8 + " #REGISTERS "(%rip)\n"                             \
          "  mov %r12, 16 + " #REGISTERS "(%rip)\n"                            \
          "  mov %r13, 24 + " #REGISTERS "(%rip)\n"                            \
          "  mov %r14, 32 + " #REGISTERS "(%rip)\n"                            \
          "  mov %r15, 40 + " #REGISTERS "(%rip)\n"                            \
          "  mov %rsp, 48 + " #REGISTERS "(%rip)\n"                            \
          "  mov %rdi, 56 + " #REGISTERS "(%rip)\n"                            \
          "  mov %rsi, 64 + " #REGISTERS "(%rip)\n"                            \
          "  mov %rdx, 72 + " #REGISTERS "(%rip)\n"                            \
          "  jmp " #NAME "_looking\n"                                          \
          ".size " #NAME ", . - " #NAME "\n")

#define SETT_LOOKS __attribute__ ((used, visibility ("hidden")))

/* Before the thread looks: waits if it would see nothing new. */
void sett_spin_look (uintptr_t place);
/* What stands for the contents of memory. */
uint64_t sett_spin_value (const void *address, size_t size);
/* Has what the thread saw changed? */
int sett_spin_changed (const sett_glance *);
/* It has looked at this part of the object. */
void sett_spin_looked (const void *object, const void *address, size_t size);
/* ...at a word that tells of a descriptor. */
void sett_spin_looked_for (const uint64_t *word, sett_glance_kind);
/* Does the thread wait for descriptors, but none that should become ready some
   time?  Or also for the world outside? */
int sett_spin_rests (const sett_thread *);
int sett_spin_is_outside (const sett_thread *);
/* Waits until something has changed of what it has looked at since it did
   something else; for operations that wait in the kernel otherwise.  Or until a
   signal was handled: sett_interruption; else 0. */
int sett_spin_wait (uintptr_t place);
/* Not if it looked at too much. */
int sett_spin_can_wait (void);
/* It has opened a socket, closed one. */
void sett_spin_opened (long number);
void sett_spin_closed (long number);
/* It has done something else than looking, and may take it back (vain.h). */
static inline void sett_spin_moved (void) {
  sett_spin *s = &sett_self ()->spin;
  s->place = 0;
  s->count = 0;
  s->clock_reads = 0;
  s->fresh = 0;
}
/* It has done something else than looking. */
static inline void sett_spin_progress (void) {
  sett_spin_moved ();
  sett_vain_end (sett_self ());
}

/* It has run for a long time without any visible operation: what does it do?
   If it only reads, what it reads becomes visible. */
void sett_spin_sample (const void *address, int writes);

/* What a thread is about to do, as an event, with effects at the end of the
 * log. */
void sett_pending_describe (const sett_thread *, sett_event *);

/* The thread is blocked at that, and takes a signal instead, in the present
   event, which has no effects yet. */
void sett_pending_displaced (const sett_thread *);

#endif
