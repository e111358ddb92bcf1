/* Donors of stacks.

   Threads of the program are fibers in the one thread of the process.  Each
   needs a stack and thread-local storage that the C library believes in: they
   come from real threads (donors) that end in the kernel at once, without the C
   library being told.  Under a debugger the donors are the threads. */

#include "runtime/undo/donors.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/engine.h"
#include "runtime/core/fiber.h"
#include "runtime/undo/pages.h"
#include "runtime/core/real.h"
#include "runtime/core/turns.h"

#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/rseq.h>

typedef struct gift {
  int whose; /* SETT_TURN_ENGINE, or the number of a thread */
  uintptr_t fs;
  char *top;
  int awaited; /* a futex: 0 as soon as it is given */
} gift;

/* Under a debugger the donor itself is the thread. */
__attribute__ ((noreturn)) static void live (int whose) {
  upcalls.catch_calls ();
  sett_turn_wait (whose);
  if (whose == SETT_TURN_ENGINE)
    upcalls.live_as_engine (NULL);
  upcalls.live_as_thread (&world->threads[whose]);
  __builtin_trap ();
}

/* What the kernel does when a thread that said set_tid_address ends. */
static void hand_over (int *awaited) {
  __atomic_store_n (awaited, 0, __ATOMIC_RELEASE);
  sett_raw (SYS_futex, awaited, FUTEX_WAKE, 1, NULL);
}

/* The stack is given when its thread does not use it any more. */
static void *donate (void *argument) {
  gift *g = argument;
  const int whose = g->whose;
  g->fs = (uintptr_t)pthread_self ();
  g->top = (char *)__builtin_frame_address (0); /* the frame is dead soon */
  if (engine.real_threads) {
    hand_over (&g->awaited);
    live (whose);
  }
  sett_raw (SYS_set_tid_address, &g->awaited);
  sett_raw (SYS_rseq, (char *)g->fs + __rseq_offset, 32, 1, 0x53053053);
  errno = 0;
  for (;;)
    sett_raw (SYS_exit, 0);
  return NULL;
}

/* The kernel copies one large area for all stacks faster than many small ones,
   when the program forks.  There is a page before each, where nobody may
   write.  The engine's is the last: where it ends must be known, since what is
   behind it can be thread-local memory of the program.  Null: they come from
   the C library. */
static char *stacks;
static const size_t stride = SETT_STACK_SIZE + SETT_PAGE;

static char *bottom_of (int whose) {
  const size_t i =
      whose == SETT_TURN_ENGINE ? engine.most_threads : (size_t)whose;
  SETT_ASSERT (i <= engine.most_threads);
  return stacks ? stacks + i * stride : NULL;
}

static void choose_stack (pthread_attr_t *attributes, char *bottom) {
  if (bottom)
    pthread_attr_setstack (attributes, bottom + SETT_PAGE, SETT_STACK_SIZE);
  else
    SETT_REAL (pthread_attr_setstacksize) (attributes, SETT_STACK_SIZE);
}

static gift ask_for_gift (int whose) {
  static gift g;
  pthread_t thread;
  pthread_attr_t attributes;
  g.awaited = 1;
  SETT_ASSERT (whose == SETT_TURN_ENGINE ||
               (whose >= 0 && whose < SETT_MOST_THREADS));
  g.whose = whose;
  pthread_attr_init (&attributes);
  choose_stack (&attributes, bottom_of (whose));
  if (SETT_REAL (pthread_create) (&thread, &attributes, donate, &g))
    sett_give_up ("cannot create the stacks of %u threads",
                  engine.most_threads);
  while (__atomic_load_n (&g.awaited, __ATOMIC_ACQUIRE))
    sett_raw (SYS_futex, &g.awaited, FUTEX_WAIT, 1, NULL);
  return g;
}

/* The stack begins at a page boundary and is clean: pages of zeros are the
   cheapest ones to reset. */
void sett_donor_create (unsigned number) {
  const gift g = ask_for_gift ((int)number);
  char *top =
      engine.real_threads ? g.top : (char *)sett_page_of ((uintptr_t)g.top);
  char *bottom = bottom_of ((int)number);
  char *low = top - (SETT_STACK_SIZE - 4 * SETT_PAGE);
  if (low < bottom + SETT_PAGE)
    low = bottom + SETT_PAGE; /* there is much thread-local storage */
  engine.donors[number] =
      (sett_donor){.fs = g.fs, .top = top, .low = low, .bottom = bottom};
  SETT_ASSERT (low < top);
  if (bottom)
    sett_raw (SYS_madvise, bottom, top - bottom, MADV_DONTNEED);
}

void sett_donors_guard (void) {
  for (unsigned i = 0; i < engine.most_threads; i++)
    if (engine.donors[i].bottom)
      sett_pages_forbid ((uintptr_t)engine.donors[i].bottom,
                         (uintptr_t)engine.donors[i].low);
}

/* Where there is no snapshot the kernel has to watch. */
static void guard_at_once (const sett_donor *d) {
  if (engine.is_passing || sett_runs_once ())
    sett_raw (SYS_mprotect, d->bottom, d->low - d->bottom, PROT_NONE);
}

/* A program whose nested functions are called by pointers has code on its
   stacks, and says so. */
static int execute_on_stacks (void) {
  const ElfW (Phdr) *headers = (const void *)getauxval (AT_PHDR);
  const size_t count = getauxval (AT_PHNUM);
  for (size_t i = 0; i < count; i++)
    if (headers[i].p_type == PT_GNU_STACK)
      return headers[i].p_flags & PF_X ? PROT_EXEC : 0;
  return 0;
}

void sett_donors_gather (unsigned main) {
  if (engine.real_threads)
    return;
  const long at = sett_raw (SYS_mmap, 0, (engine.most_threads + 1) * stride,
                            PROT_READ | PROT_WRITE | execute_on_stacks (),
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at < 0 && at > -4096)
    sett_give_up ("cannot reserve the stacks of %u threads",
                  engine.most_threads);
  stacks = (char *)at;
  SETT_ASSERT (main < engine.most_threads);
  for (unsigned i = 0; i < engine.most_threads; i++)
    if (i != main) {
      sett_donor_create (i);
      guard_at_once (&engine.donors[i]);
    }
}

/* Where the threads are real there is no snapshot, and nothing to exclude. */
void sett_donors_engine (void) {
  const gift g = ask_for_gift (SETT_TURN_ENGINE);
  char *bottom = bottom_of (SETT_TURN_ENGINE);
  engine.fs = g.fs;
  if (!bottom)
    return;
  engine.sp = sett_fiber_make (g.top, upcalls.live_as_engine, NULL);
  sett_raw (SYS_mprotect, bottom, SETT_PAGE, PROT_NONE);
  sett_pages_exclude ((uintptr_t)bottom, (uintptr_t)bottom + stride);
}
