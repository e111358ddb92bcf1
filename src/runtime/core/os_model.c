/* Where the OS model lies, and how an execution begins in it: see os_model.h.
 */

#include "runtime/core/os_model.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/engine.h"
#include "runtime/core/object_table.h"
#include "runtime/core/pool.h"
#include "runtime/core/slots.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

/* The planes of its clocks are at their own place in the file. */
static void open_planes (int shared_file, int flags) {
  for (unsigned i = 1; i * SETT_VECTOR_CLOCK_NEAR < engine.most_threads; i++) {
    const uintptr_t plane = SETT_OS_MODEL_ADDRESS + i * SETT_PLANE;
    const long at =
        sett_raw (SYS_mmap, plane, SETT_OS_MODEL_SIZE, PROT_READ | PROT_WRITE,
                  flags | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                  engine.multi ? shared_file : -1,
                  engine.multi ? SETT_PLANES_OFFSET (engine.worker) +
                                     (i - 1) * SETT_OS_MODEL_SIZE
                               : 0);
    if ((uintptr_t)at != plane)
      sett_give_up ("the address of the shared memory is taken");
  }
}

void sett_os_model_open (int shared_file) {
  const int flags = engine.multi ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
  const long at = sett_raw (
      SYS_mmap, os_model,
      SETT_OS_MODEL_SIZE + (engine.multi ? SETT_REGIONS_SIZE : 0),
      PROT_READ | PROT_WRITE, flags | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
      engine.multi ? shared_file : -1,
      engine.multi ? SETT_SHARED_OFFSET (engine.worker) + SETT_SHARED_SIZE : 0);
  if ((void *)at != os_model)
    sett_give_up ("the address of the shared memory is taken");
  open_planes (shared_file, flags);
  sett_shared *shared = engine.shared;
  const size_t words = offsetof (sett_os_model, clocks) / sizeof (uint64_t);
  if (!shared->common_objects) {
    shared->common_objects =
        sett_zalloc (words, sizeof *shared->common_objects);
    shared->common_clocks = sett_zalloc (words, sizeof *shared->common_clocks);
  }
}

sett_object_clock *sett_os_model_clock (const void *object) {
  sett_shared *shared = engine.shared;
  const size_t word = ((uintptr_t)object - SETT_OS_MODEL_ADDRESS) / 8;
  SETT_ASSERT (sett_is_common (object));
  uint16_t *i = sett_is_shared (object) ? sett_object_clock_slot (object)
                                        : &shared->common_clocks[word];
  if (!*i) {
    if (shared->common_clock_count == SETT_MOST_COMMON_OBJECTS - 1)
      sett_give_up ("more than %d pipes, sockets and the like",
                    SETT_MOST_COMMON_OBJECTS);
    *i = (uint16_t)++shared->common_clock_count;
  }
  if (os_model->clock_count <= *i)
    os_model->clock_count = *i + 1u;
  SETT_ASSERT (*i < SETT_MOST_COMMON_OBJECTS);
  return &os_model->clocks[*i];
}

/* What is queued is visited elsewhere: the cells are for searches that compare
   no states. */
static void visit_without (const void *all, size_t size, const void *part,
                           size_t part_size,
                           void (*visit) (const void *, size_t, void *),
                           void *data) {
  const char *end = (const char *)part + part_size;
  const size_t before = (size_t)((const char *)part - (const char *)all);
  SETT_ASSERT (before + part_size <= size);
  visit (all, before, data);
  visit (end, size - before - part_size, data);
}

static void each_pipe (void (*visit) (const void *, size_t, void *),
                       void *data) {
  for (uint32_t i = 0; i < os_model->pipe_count; i++) {
    const sett_pipe *p = &os_model->pipes[i];
    visit_without (p, sizeof *p, &p->first,
                   sizeof *p - offsetof (sett_pipe, first), visit, data);
    sett_slots_each (p, visit, data);
  }
}

static void each_socket (void (*visit) (const void *, size_t, void *),
                         void *data) {
  for (uint32_t i = 0; i < os_model->socket_count; i++) {
    const sett_socket *s = &os_model->sockets[i];
    SETT_ASSERT (s->piece_count <= SETT_MOST_PIECES);
    if (s->state == SETT_SOCKET_FREE)
      continue;
    visit (&i, sizeof i, data);
    visit_without (s, sizeof *s, &s->spent,
                   sizeof *s - offsetof (sett_socket, spent), visit, data);
    visit (os_model->pieces[i], s->piece_count * sizeof **os_model->pieces,
           data);
    visit (os_model->received[i], s->length, data);
  }
  for (uint32_t i = 0; i < os_model->address_count; i++) {
    const sett_address *a = &os_model->addresses[i];
    if (!a->users && !a->listeners && !a->lingering && !a->files)
      continue;
    visit (&i, sizeof i, data);
    visit (a, sizeof *a, data);
  }
}

static void each_epoll (void (*visit) (const void *, size_t, void *),
                        void *data) {
  for (uint32_t i = 0; i < os_model->epoll_count; i++) {
    const sett_epoll *e = &os_model->epolls[i];
    visit (e, sizeof *e, data);
    visit (os_model->interests[i], e->count * sizeof **os_model->interests,
           data);
  }
}

/* Counters say that something has changed: what, is said elsewhere. */
static void each_life (void (*visit) (const void *, size_t, void *),
                       void *data) {
  static const sett_life none;
  for (unsigned i = 0; i < engine.shared->member_count; i++) {
    sett_life life = os_model->lives[i];
    life.news = 0;
    if (!memcmp (&life, &none, sizeof life))
      continue; /* it has not begun: as if it were not known yet */
    visit (&i, sizeof i, data);
    visit (&life, sizeof life, data);
  }
}

/* What is to be undone: of processes that have something, whose numbers keep it
   apart; how many processes are known makes no difference. */
static void each_set (void (*visit) (const void *, size_t, void *),
                      void *data) {
  static const int16_t nothing[SETT_MOST_SEMAPHORES];
  for (uint32_t i = 0; i < SETT_MOST_IPC; i++) {
    const sett_set *s = &os_model->sets[i];
    visit (s, offsetof (sett_set, undo), data);
    for (uint32_t p = 0; p < engine.shared->member_count; p++) {
      const uint32_t which[] = {i, p};
      if (!memcmp (s->undo[p], nothing, sizeof nothing))
        continue;
      visit (which, sizeof which, data);
      visit (s->undo[p], sizeof s->undo[p], data);
    }
  }
}

static uint32_t threads_so_far (void) {
  return world->thread_count > conduct->thread_count ? world->thread_count
                                                     : conduct->thread_count;
}

static void each_arrangement (void (*visit) (const void *, size_t, void *),
                              void *data) {
  for (unsigned i = 0; i < threads_so_far (); i++) {
    const sett_arrangement *a = &os_model->arrangements[i];
    if (!a->has_nice && !a->has_allowed)
      continue;
    visit (&i, sizeof i, data);
    visit (a, sizeof *a, data);
  }
}

int sett_os_model_is_counter (const void *word) {
  const size_t of_life = (uintptr_t)word - (uintptr_t)os_model->lives;
  return of_life < sizeof os_model->lives &&
         of_life % sizeof (sett_life) == offsetof (sett_life, news);
}

void sett_os_model_each (void (*visit) (const void *, size_t, void *),
                         void *data) {
  visit (os_model->files_past, sizeof os_model->files_past, data);
  each_life (visit, data);
  each_pipe (visit, data);
  each_socket (visit, data);
  each_epoll (visit, data);
  visit (os_model->timers, os_model->timer_count * sizeof *os_model->timers,
         data);
  visit (os_model->locks, os_model->lock_count * sizeof *os_model->locks, data);
  visit (os_model->failures, sizeof os_model->failures, data);
  visit (os_model->crash_budget, sizeof os_model->crash_budget, data);
  each_arrangement (visit, data);
  visit (os_model->ipc, sizeof os_model->ipc, data);
  each_set (visit, data);
  upcalls.each_mailbox (visit, data);
  upcalls.each_region (visit, data);
}

static void empty_clocks (void) {
  const size_t size = os_model->clock_count * sizeof *os_model->clocks;
  for (unsigned i = 0; i * SETT_VECTOR_CLOCK_NEAR < engine.most_threads; i++)
    memset ((char *)os_model->clocks + i * SETT_PLANE, 0, size);
}

static void empty_sets (void) {
  for (unsigned i = 0; i < SETT_MOST_IPC; i++) {
    sett_set *s = &os_model->sets[i];
    memset (s, 0, offsetof (sett_set, undo));
    memset (s->undo, 0, engine.shared->member_count * sizeof *s->undo);
  }
}

void sett_os_model_empty (void) {
  memset (os_model->pipes, 0, os_model->pipe_count * sizeof *os_model->pipes);
  memset (os_model->sockets, 0,
          os_model->socket_count * sizeof *os_model->sockets);
  memset (os_model->addresses, 0,
          os_model->address_count * sizeof *os_model->addresses);
  empty_clocks ();
  memset (os_model->lives, 0,
          engine.shared->member_count * sizeof *os_model->lives);
  memset (os_model->epolls, 0,
          os_model->epoll_count * sizeof *os_model->epolls);
  os_model->files = os_model->files_past[0] = os_model->files_past[1] = 0;
  os_model->renamed = 0;
  memset (os_model->failures, 0, sizeof os_model->failures);
  os_model->became = os_model->crashes_chosen = 0;
  os_model->groups = os_model->arranged = 0;
  memset (os_model->arrangements, 0,
          conduct->thread_count * sizeof *os_model->arrangements);
  memset (os_model->crash_budget, 0, sizeof os_model->crash_budget);
  memset (os_model->timers, 0,
          os_model->timer_count * sizeof *os_model->timers);
  memset (os_model->locks, 0, os_model->lock_count * sizeof *os_model->locks);
  memset (os_model->descriptions, 0, sizeof os_model->descriptions);
  memset (os_model->ipc, 0, sizeof os_model->ipc);
  memset (os_model->ipc_of, 0, sizeof os_model->ipc_of);
  empty_sets ();
  memset (os_model->mailboxes, 0, sizeof os_model->mailboxes);
  memset (os_model->regions_of, 0, sizeof os_model->regions_of);
  memset (os_model->regions, 0,
          os_model->region_count * sizeof *os_model->regions);
  os_model->region_count = 0;
  os_model->locked = os_model->lock_count = 0;
  os_model->epoll_count = os_model->timer_count = 0;
  os_model->pipe_count = os_model->clock_count = 0;
  os_model->socket_count = os_model->address_count = 0;
}
