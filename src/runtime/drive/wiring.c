/* What lower rooms of the run-time find above them: the one place that knows
   all rooms (upcalls.h; descriptors.h). */

#include "runtime/core/upcalls.h"

#include "runtime/access/access.h"
#include "runtime/counterexample/narrate.h"
#include "runtime/drive/checkpoint_stack.h"
#include "runtime/sync/clock.h"
#include "runtime/process/crash.h"
#include "runtime/files/descriptors.h"
#include "runtime/net/epoll.h"
#include "runtime/drive/explore.h"
#include "runtime/files/files.h"
#include "runtime/process/fork.h"
#include "runtime/sync/guards.h"
#include "runtime/ipc/mailbox.h"
#include "runtime/ipc/mapped_files.h"
#include "runtime/ipc/message_queues.h"
#include "runtime/sync/mutex.h"
#include "runtime/files/output.h"
#include "runtime/race/owners.h"
#include "runtime/files/pipes.h"
#include "runtime/sched/queue.h"
#include "runtime/sched/schedule.h"
#include "runtime/files/realm.h"
#include "runtime/ipc/regions.h"
#include "runtime/ipc/semaphore_sets.h"
#include "runtime/ipc/shared_memory.h"
#include "runtime/net/sockets.h"
#include "runtime/sync/threads.h"
#include "runtime/net/timers.h"
#include "runtime/net/waiting.h"

static void reconsider_owners (void) {
  sett_owners_reconsider ();
}

static long rest (const struct timespec *time, uintptr_t place) {
  return sett_clock_sleep (0, time, place);
}

/* What the process had is free for others, in this order: what its sockets and
   segments were is known by its descriptors. */
static void process_ends (void) {
  sett_sockets_leave ();
  sett_segments_leave ();
  for (long i = 0; i < SETT_MOST_DESCRIPTORS; i++)
    sett_descriptors_drop (i);
  sett_mutex_process_dies ();
  sett_sets_undo ();
}

static int answer (const sett_call *call) {
  return sett_memory_answer (call) || sett_model_answer (call);
}

static long act (sett_call_function *function, const sett_call *call,
                 uintptr_t place) {
  return sett_realm_concerns (call->number)
             ? sett_realm_do (function, call, place)
             : function (call, place);
}

const sett_upcalls upcalls = {
    .reconsider_owners = reconsider_owners,
    .forget_queues = sett_queue_forget,
    .each_region = sett_regions_each,
    .each_mailbox = sett_mailboxes_each,
    .say = sett_output_say,
    .catch_calls = sett_trap_open,
    .live_as_engine = sett_engine_main,
    .live_as_thread = sett_thread_enter,
    .enter_slowly = sett_enter_slowly,
    .enter_cleanly = sett_enter_cleanly,
    .resumed = sett_checkpoint_knows,
    .change_inside = sett_change_inside,
    .guard_number = sett_guard_number,
    .guard_open = sett_guard_open,
    .guard_holder = sett_guard_holder,
    .holder = sett_holder_of,
    .cancellation_point = sett_cancellation_point,
    .cancel_wait = sett_cancel_wait,
    .sleep = rest,
    .act = act,
    .clock_now = sett_clock_now,
    .crash_try = sett_crash_try,
    .process_ends = process_ends,
    .serves = sett_sockets_rests,
    .want_processes = sett_processes_want,
    .flush_output = sett_output_flush,
    .regions_snapshot = sett_regions_snapshot,
    .regions_empty = sett_regions_empty,
    .regions_restore = sett_regions_restore,
    .detach = sett_engine_detach,
    .counterexample_path = sett_counterexample_path,
    .answer = answer,
    .truncate_memory = sett_memory_truncate,
    .transfer_socket = sett_socket_transfer,
    .transfer_mapped = sett_mapped_files_transfer,
    .wait_ready = sett_wait_ready,
    .arrived = sett_epoll_arrived,
    .gone = sett_epoll_gone,
};

const sett_file_operations *const sett_file_operations_of[] = {
    [SETT_DESCRIPTOR_READER] = &sett_pipe_reader,
    [SETT_DESCRIPTOR_WRITER] = &sett_pipe_writer,
    [SETT_DESCRIPTOR_EVENT] = &sett_event_counter,
    [SETT_DESCRIPTOR_FIFO] = &sett_pipe_both,
    [SETT_DESCRIPTOR_RANDOM] = &sett_random_device,
    [SETT_DESCRIPTOR_TIMER] = &sett_timer_model,
    [SETT_DESCRIPTOR_SOCKET] = &sett_socket_model,
    [SETT_DESCRIPTOR_EPOLL] = &sett_epoll_model,
    [SETT_DESCRIPTOR_MEMORY] = &sett_memory_model,
    [SETT_DESCRIPTOR_QUEUE] = &sett_queue_model,
};
