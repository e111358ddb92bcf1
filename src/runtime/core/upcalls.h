/* What rooms of the run-time ask of rooms above them.

   A room includes headers of rooms below it only, and calls what is above by
   this table, which wiring.c fills: it is the whole list of calls upwards,
   besides those to the narrator (narrator.h), the rows of system calls
   (syscalls.h) and the models of descriptors (descriptors.h). */

#ifndef SETT_RUNTIME_UPCALLS_H
#define SETT_RUNTIME_UPCALLS_H

#include "runtime/core/os_process.h"
#include "runtime/core/world.h"

typedef struct sett_call sett_call;
typedef long sett_call_function (const sett_call *, uintptr_t place);
struct iovec;
struct timespec;

typedef void sett_visitor (const void *, size_t, void *);

typedef struct sett_upcalls {
  /* core: what was learnt changes what the rooms above remember; what they keep
     in memory that processes share; text for who watches; the life of a thread
     or of the engine that is a real one, for a debugger. */
  void (*reconsider_owners) (void);
  void (*forget_queues) (void);
  void (*each_region) (sett_visitor, void *);
  void (*each_mailbox) (sett_visitor, void *);
  void (*say) (const char *, size_t);
  void (*catch_calls) (void);
  void (*live_as_engine) (void *);
  void (*live_as_thread) (void *);

  /* race: accesses to memory that need more than a quick look (access.h); are
     the first events of the present execution those of that one? */
  void (*enter_slowly) (const void *, unsigned kind, uintptr_t place);
  void (*enter_cleanly) (const void *, unsigned kind, uintptr_t place);
  int (*resumed) (uint64_t execution, uint32_t count);
  /* ...and that the program changes what effects do not say (schedule.h). */
  void (*change_inside) (const void *object);

  /* sched: guards of what can lie in memory that processes share (guards.h). */
  unsigned (*guard_number) (sett_guard);
  int (*guard_open) (const sett_station *);
  int (*guard_holder) (const sett_station *);
  int (*holder) (const sett_thread *);
  /* ...threads. */
  void (*cancellation_point) (uintptr_t place);
  int (*cancel_wait) (void (*let_go) (void *), void *what, uintptr_t place);
  long (*sleep) (const struct timespec *, uintptr_t place);
  /* ...system calls, which may be about the kernel's own files (realm.h). */
  long (*act) (sett_call_function *, const sett_call *, uintptr_t place);
  /* ...virtual time. */
  uint64_t (*clock_now) (void);
  /* ...a process: may crash here; ends, and leaves what it had; waits for
     clients only; must be run as one of several. */
  void (*crash_try) (sett_operation, uintptr_t place);
  void (*process_ends) (void);
  int (*serves) (const sett_thread *);
  __attribute__ ((noreturn)) void (*want_processes) (void);
  /* ...its output goes where it belongs. */
  void (*flush_output) (void);
  /* ...regions, when the leader takes the snapshot and begins executions. */
  void (*regions_snapshot) (void);
  void (*regions_empty) (void);
  void (*regions_restore) (void);
  /* ...a copy of the process was made by the present execution. */
  void (*detach) (void);
  /* ...a schedule that shows what is wrong. */
  void (*counterexample_path) (sett_choice *, uint32_t count);

  /* files: calls that are about something else than files. */
  int (*answer) (const sett_call *);
  long (*truncate_memory) (const sett_descriptor *, size_t, uintptr_t place);
  long (*transfer_socket) (sett_descriptor *, const struct iovec *, size_t,
                           int writes, uintptr_t place);
  void (*transfer_mapped) (long number, uintptr_t place);
  void (*wait_ready) (long number, int writes, uintptr_t place);
  void (*arrived) (sett_descriptor_kind, size_t index, short events);
  void (*gone) (const sett_descriptor *);
} sett_upcalls;

extern const sett_upcalls upcalls __attribute__ ((visibility ("hidden")));

#endif
