/* Before main: takes control of the program, if a board says so.

   Threads of the program will be fibers in the one thread of the process.
   Each needs a stack and thread-local storage that the C library believes in:
   they come from real threads (donors) that end in the kernel at once, without
   the C library being told. */

#include "runtime/commons.h"
#include "runtime/cycles.h"
#include "runtime/engine.h"
#include "runtime/declared.h"
#include "runtime/descriptors.h"
#include "runtime/execute.h"
#include "runtime/faults.h"
#include "runtime/fiber.h"
#include "runtime/finish.h"
#include "runtime/heap.h"
#include "runtime/knowledge.h"
#include "runtime/modules.h"
#include "runtime/output.h"
#include "runtime/outside.h"
#include "runtime/pages.h"
#include "runtime/turns.h"
#include "runtime/real.h"
#include "runtime/schedule.h"
#include "runtime/signals.h"
#include "runtime/share.h"
#include "runtime/syscalls.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/rseq.h>
#include <unistd.h>

typedef int main_function (int, char **, char **);

static main_function *real_main;

/*------------------------------------------------------------------------*/
/* The board. */

/* "900:0:2", or what an earlier program of the process says (execute.c):
   "900:0:2:5:1:17:0", with the thread, the seat, the ticket, and how often it
   has started again. */
static int first_thread = -1;

static void read_place (char *rest) {
  unsigned long fields[5] = {0};
  int count = 0;
  while (*rest == ':' && count < 5)
    fields[count++] = strtoul (rest + 1, &rest, 10);
  engine.process = (unsigned)fields[0];
  if (count < 5)
    return;
  first_thread = (int)fields[1];
  engine.is_passing = 1;
  engine.seat = (unsigned)fields[2];
  engine.ticket = (uint32_t)fields[3];
  engine.reborn = (unsigned)fields[4];
}

static unsigned number_of_main (void) {
  return first_thread >= 0 ? (unsigned)first_thread
                           : engine.board->members[engine.process].main;
}

static int attach_board (void) {
  const char *word = getenv (SETT_BOARD_VARIABLE);
  if (!word)
    return 0;
  char *rest;
  const int fd = (int)strtol (word, &rest, 10);
  engine.worker = *rest == ':' ? (unsigned)strtoul (rest + 1, &rest, 10) : 0;
  const long at = sett_raw (
      SYS_mmap, SETT_BOARD_ADDRESS, SETT_BOARD_SIZE, PROT_READ | PROT_WRITE,
      MAP_SHARED | MAP_FIXED_NOREPLACE, fd, SETT_BOARD_OFFSET (engine.worker));
  if ((void *)at != SETT_BOARD_ADDRESS)
    return 0;
  sett_board *board = SETT_BOARD_ADDRESS;
  if (board->magic != SETT_BOARD_MAGIC)
    return 0;
  engine.board = board;
  read_place (rest);
  engine.multi = board->orders.multi;
  sett_commons_open (fd);
  sett_share_open (fd);
  engine.board_file = sett_descriptors_hide (fd);
  sett_heap_open ();
  unsetenv (SETT_BOARD_VARIABLE);
  return 1;
}

static void map_at (void *address, size_t size) {
  const long at = sett_raw (
      SYS_mmap, address, size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if ((void *)at != address)
    sett_give_up ("the address of the run-time's memory is taken");
}

/*------------------------------------------------------------------------*/
/* Donors. */

typedef struct gift {
  int whose; /* SETT_TURN_ENGINE, or the number of a thread */
  uintptr_t fs;
  char *top;
  volatile int ready;
} gift;

/* Under a debugger the donor itself is the thread. */
__attribute__ ((noreturn)) static void live (int whose) {
  sett_turn_wait (whose);
  if (whose == SETT_TURN_ENGINE)
    sett_engine_main (NULL);
  sett_thread_enter (&world->threads[whose]);
  __builtin_trap ();
}

static void *donate (void *argument) {
  static int nobody;
  gift *g = argument;
  const int whose = g->whose;
  g->fs = (uintptr_t)pthread_self ();
  g->top = (char *)__builtin_frame_address (0); /* the frame is dead soon */
  if (engine.real_threads) {
    __atomic_store_n (&g->ready, 1, __ATOMIC_RELEASE);
    live (whose);
  }
  sett_raw (SYS_set_tid_address, &nobody);
  sett_raw (SYS_rseq, (char *)g->fs + __rseq_offset, 32, 1, 0x53053053);
  errno = 0;
  __atomic_store_n (&g->ready, 1, __ATOMIC_RELEASE);
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
enum { STACKS = SETT_MOST_THREADS + 1 };

static char *bottom_of (int whose) {
  const size_t i = whose == SETT_TURN_ENGINE ? SETT_MOST_THREADS : whose;
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
  g.ready = 0;
  g.whose = whose;
  pthread_attr_init (&attributes);
  choose_stack (&attributes, bottom_of (whose));
  if (SETT_REAL (pthread_create) (&thread, &attributes, donate, &g))
    sett_give_up ("cannot create the stacks of %d threads", SETT_MOST_THREADS);
  while (!__atomic_load_n (&g.ready, __ATOMIC_ACQUIRE))
    sett_raw (SYS_sched_yield);
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
  if (bottom)
    sett_raw (SYS_madvise, bottom, top - bottom, MADV_DONTNEED);
}

void sett_donors_guard (void) {
  for (unsigned i = 0; i < SETT_MOST_THREADS; i++)
    if (engine.donors[i].bottom)
      sett_pages_forbid ((uintptr_t)engine.donors[i].bottom,
                         (uintptr_t)engine.donors[i].low);
}

/* Where there is no snapshot the kernel has to watch. */
static void guard_at_once (const sett_donor *d) {
  if (engine.is_passing || engine.board->orders.task == SETT_TASK_REPLAY)
    sett_raw (SYS_mprotect, d->bottom, d->low - d->bottom, PROT_NONE);
}

static void gather_donors (void) {
  const unsigned main = number_of_main ();
  if (engine.real_threads)
    return;
  const long at =
      sett_raw (SYS_mmap, 0, STACKS * stride, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at < 0 && at > -4096)
    sett_give_up ("cannot reserve the stacks of %d threads", SETT_MOST_THREADS);
  stacks = (char *)at;
  for (unsigned i = 0; i < SETT_MOST_THREADS; i++)
    if (i != main) {
      sett_donor_create (i);
      guard_at_once (&engine.donors[i]);
    }
}

/* Where the threads are real there is no snapshot, and nothing to exclude. */
static void create_engine_fiber (void) {
  const gift g = ask_for_gift (SETT_TURN_ENGINE);
  char *bottom = bottom_of (SETT_TURN_ENGINE);
  engine.fs = g.fs;
  if (!bottom)
    return;
  engine.sp = sett_fiber_make (g.top, sett_engine_main, NULL);
  sett_raw (SYS_mprotect, bottom, SETT_PAGE, PROT_NONE);
  sett_pages_exclude ((uintptr_t)bottom, (uintptr_t)bottom + stride);
}

/*------------------------------------------------------------------------*/

/* This library's own data is the engine's. */
static int exclude_own_data (struct dl_phdr_info *info, size_t size,
                             void *data) {
  (void)size, (void)data;
  int ours = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW (Phdr) *h = &info->dlpi_phdr[i];
    const uintptr_t low = info->dlpi_addr + h->p_vaddr;
    ours |= h->p_type == PT_LOAD && (uintptr_t)&engine >= low &&
            (uintptr_t)&engine < low + h->p_memsz;
  }
  for (int i = 0; ours && i < info->dlpi_phnum; i++) {
    const ElfW (Phdr) *h = &info->dlpi_phdr[i];
    const uintptr_t low = info->dlpi_addr + h->p_vaddr;
    if (h->p_type == PT_LOAD && (h->p_flags & PF_W))
      sett_pages_exclude (low, low + h->p_memsz);
  }
  return ours;
}

/* The lowest address that the main thread's stack may grow to.  It must grow at
   once: the kernel cannot let it grow when its pages are protected. */
static char *grow_stack (void) {
  struct rlimit limit;
  const char *name = (const char *)getauxval (AT_EXECFN); /* at its very top */
  const uintptr_t high = sett_page_up ((uintptr_t)name + strlen (name) + 1);
  const size_t usual = (size_t)8 << 20;
  size_t size = usual;
  if (!getrlimit (RLIMIT_STACK, &limit) && limit.rlim_cur < usual)
    size = sett_page_of (limit.rlim_cur);
  volatile char *low = (char *)high - size + 2 * SETT_PAGE;
  (void)*low;
  return (char *)low;
}

static void adopt_main_thread (void) {
  const unsigned number = number_of_main ();
  sett_thread *t = &world->threads[number];
  t->number = number;
  t->fs = (uintptr_t)pthread_self ();
  t->alive = 1;
  t->top = (char *)__builtin_frame_address (0);
  t->low = grow_stack ();
  t->operation = SETT_DO_START;
  t->cause = SETT_NO_CAUSE;
  t->clock[number] = 1;
  world->current = number;
  world->thread_count = number + 1;
  world->alive = (uint64_t)1 << number;
  world->in_atomic = -1;
}

static int controlled_main (int argc, char **argv, char **environment) {
  engine.arguments = argv;
  engine.environment = environment;
  map_at ((void *)SETT_WORLD_ADDRESS, SETT_WORLD_SIZE);
  map_at (outside, SETT_OUTSIDE_SIZE);
  outside->generation = 1;
  engine.real_threads = engine.board->orders.gdb == engine.process + 1;
  sett_objects_open ();
  sett_knowledge_open ();
  if (!engine.is_passing)
    commons->lives[engine.process].there = 1;
  engine.board->members[engine.process].started = 1;
  gather_donors ();
  create_engine_fiber ();
  adopt_main_thread ();
  sett_declared_open ((uintptr_t)real_main);
  dl_iterate_phdr (exclude_own_data, NULL);
  sett_modules_find ();
  engine.unseen = engine.is_passing
                      ? !sett_modules_any ()
                      : !engine.board->members[engine.process].instrumented;
  sett_output_divert ();
  sett_signals_open ();
  if (!engine.real_threads) {
    sett_faults_install ();
    sett_trap_open ();
    sett_cycles_open ();
  }
  sett_end_early ();
  if (engine.is_passing) {
    sett_execute_arrive ();
    sett_engine_join ();
  } else
    sett_turn_to_engine (sett_self ());
  exit (real_main (argc, argv, environment));
}

static int entered_main (int argc, char **argv, char **environment) {
  if (attach_board ())
    return controlled_main (argc, argv, environment);
  return real_main (argc, argv, environment);
}

int __libc_start_main (main_function *, int, char **, void (*) (void),
                       void (*) (void), void (*) (void), void *);

EXPORT int __libc_start_main (main_function *program, int argc, char **argv,
                              void (*init) (void), void (*fini) (void),
                              void (*rtld_fini) (void), void *stack_end) {
  real_main = program;
  return SETT_REAL (__libc_start_main) (entered_main, argc, argv, init, fini,
                                        rtld_fini, stack_end);
}
