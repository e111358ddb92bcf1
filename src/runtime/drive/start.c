/* Before main: takes control of the program, if Sett has given it shared
 * memory. */

#include "runtime/core/os_model.h"
#include "base/assert.h"
#include "runtime/undo/donors.h"
#include "runtime/core/engine.h"
#include "runtime/sched/tsc.h"
#include "runtime/race/declaration_file.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/originals.h"
#include "runtime/process/execute.h"
#include "runtime/process/stand_in.h"
#include "runtime/drive/explore.h"
#include "runtime/sched/own_signals.h"
#include "runtime/core/fiber.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/at_exit.h"
#include "runtime/access/heap.h"
#include "runtime/core/knowledge.h"
#include "runtime/access/cxx_memory.h"
#include "runtime/core/modules.h"
#include "runtime/files/output.h"
#include "runtime/core/os_process.h"
#include "runtime/undo/pages.h"
#include "runtime/core/turns.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/files/shadow.h"
#include "runtime/sched/signals.h"
#include "runtime/core/pool.h"
#include "runtime/sched/syscalls.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/rseq.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef int main_function (int, char **, char **);

static main_function *real_main;

/*------------------------------------------------------------------------*/
/* The shared memory. */

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
  SETT_ASSERT (engine.process < SETT_SYSTEM_PROCESSES);
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
                           : engine.shared->members[engine.process].main;
}

static int attach_shared (void) {
  const char *word = getenv (SETT_SHARED_VARIABLE);
  if (!word)
    return 0;
  char *rest;
  const int fd = (int)strtol (word, &rest, 10);
  engine.worker = *rest == ':' ? (unsigned)strtoul (rest + 1, &rest, 10) : 0;
  const long at = sett_raw (
      SYS_mmap, SETT_SHARED_ADDRESS, SETT_SHARED_SIZE, PROT_READ | PROT_WRITE,
      MAP_SHARED | MAP_FIXED_NOREPLACE, fd, SETT_SHARED_OFFSET (engine.worker));
  if ((void *)at != SETT_SHARED_ADDRESS)
    return 0;
  sett_shared *shared = SETT_SHARED_ADDRESS;
  if (shared->magic != SETT_SHARED_MAGIC)
    return 0;
  engine.shared = shared;
  read_place (rest);
  engine.multi = shared->orders.multi;
  engine.stands_in = shared->members[engine.process].stands_in;
  engine.most_threads = shared->orders.threads;
  sett_os_model_open (fd);
  sett_pool_open (fd);
  sett_table_open (fd, engine.worker, engine.process);
  if (!sett_shadow_is_on ())
    sett_give_up ("there is no shadow for the files that it changes");
  engine.shared_file = sett_originals_hide (fd);
  sett_heap_open ();
  unsetenv (SETT_SHARED_VARIABLE);
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

/* What the compiler puts between the frames of the program is the same in every
   process: states hash it, and a checkpoint is gone on from by another process.
   Nobody returns who began before. */
static inline void set_stack_guard (void) {
  const uint64_t guard = 0x9e3779b97f4a7c00u; /* strings end before it */
  __asm__ volatile("movq %0, %%fs:0x28" ::"r"(guard) : "memory");
}

/* The stack of the program begins where this function's frame does, as main's
   will: what is above it is not the same in every process. */
static __attribute__ ((noinline)) void adopt_main_thread (void) {
  const unsigned number = number_of_main ();
  SETT_ASSERT (number < SETT_MOST_THREADS);
  sett_thread *t = &world->threads[number];
  t->number = (uint8_t)number;
  t->fs = (uintptr_t)pthread_self ();
  t->alive = 1;
  t->top = (char *)__builtin_frame_address (0) + 2 * sizeof (void *);
  SETT_ASSERT (!sett_threads_any (world->alive));
  t->low = grow_stack ();
  t->operation = SETT_DO_START;
  t->cause = SETT_NO_CAUSE;
  *sett_vector_clock_at (&t->clock, number) = 1;
  sett_world_turn (number);
  world->thread_count = number + 1;
  world->alive = sett_threads_of (number);
  world->in_atomic = -1;
}

/* /proc/self/task has a folder for each thread. */
static int is_alone (void) {
  struct stat tasks;
  return sett_raw (SYS_newfstatat, AT_FDCWD, "/proc/self/task", &tasks, 0) ||
         tasks.st_nlink <= 3;
}

/* Threads that run before main are the kernel's.  If they go on they would use
   memory, and the run-time, while executions are taken back.  One that was
   joined may be there for another moment. */
static void refuse_early_threads (void) {
  enum { PATIENCE = 200 };
  const struct timespec moment = {0, 1000000};
  int tries = 0;
  while (!is_alone ()) {
    SETT_ASSERT (tries <= PATIENCE);
    if (tries++ == PATIENCE)
      sett_give_up ("threads that were made before main (by a constructor of a "
                    "static object, say) are still there: make them in main");
    sett_raw (SYS_nanosleep, &moment, NULL);
  }
}

static void note_early (void) {
  engine.early_copies = (int)shadow->early_copies;
  if (engine.early_copies)
    refuse_early_threads ();
  if (engine.early_copies)
    sett_note_add (1, 0,
                   "made threads or processes before main: what they do "
                   "to files is not controlled");
  if (shadow->early_refusals)
    sett_note_add (1, 0, "made system calls before main that were refused");
}

static int controlled_main (int argc, char **argv, char **environment) {
  sett_trap_close (); /* for the real threads to come */
  note_early ();
  engine.arguments = argv;
  engine.environment = environment;
  for (unsigned i = 0; i * SETT_VECTOR_CLOCK_NEAR < engine.most_threads; i++)
    map_at ((void *)(SETT_WORLD_ADDRESS + i * SETT_PLANE), SETT_WORLD_SIZE);
  map_at (os_process, SETT_OS_PROCESS_SIZE);
  SETT_ASSERT (engine.shared && !engine.has_snapshot);
  os_process->generation = 1;
  engine.real_threads = engine.shared->orders.gdb == engine.process + 1;
  sett_objects_open ();
  sett_knowledge_open ();
  if (!engine.is_passing)
    os_model->lives[engine.process].there = 1;
  engine.shared->members[engine.process].started = 1;
  set_stack_guard ();
  sett_donors_gather (number_of_main ());
  sett_donors_engine ();
  adopt_main_thread ();
  sett_declared_open ((uintptr_t)real_main);
  dl_iterate_phdr (exclude_own_data, NULL);
  sett_modules_find ();
  sett_cxx_find ();
  engine.unseen = engine.is_passing
                      ? !sett_modules_any ()
                      : !engine.shared->members[engine.process].instrumented;
  sett_output_divert ();
  sett_signals_open ();
  if (!engine.real_threads)
    sett_own_signals_install ();
  sett_trap_open ();
  if (!engine.real_threads)
    sett_tsc_open ();
  sett_end_early ();
  if (engine.is_passing) {
    sett_execute_arrive ();
    sett_engine_join ();
  } else
    sett_turn_to_engine (sett_self ());
  if (engine.stands_in)
    sett_stand_in ();
  exit (real_main (argc, argv, environment));
}

static int entered_main (int argc, char **argv, char **environment) {
  if (attach_shared ())
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
