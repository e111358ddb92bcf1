#include "runtime/core/commons.h"

#include "base/memory.h"
#include "runtime/core/above.h"
#include "runtime/core/engine.h"
#include "runtime/core/object.h"
#include "runtime/core/share.h"
#include "runtime/core/slots.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

void sett_commons_open (int board_file) {
  const int flags = engine.multi ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
  const long at = sett_raw (
      SYS_mmap, commons,
      SETT_COMMONS_SIZE + (engine.multi ? SETT_REGIONS_SIZE : 0),
      PROT_READ | PROT_WRITE, flags | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
      engine.multi ? board_file : -1,
      engine.multi ? SETT_BOARD_OFFSET (engine.worker) + SETT_BOARD_SIZE : 0);
  if ((void *)at != commons)
    sett_give_up ("the address of the shared memory is taken");
  sett_board *board = engine.board;
  const size_t words = offsetof (sett_commons, clocks) / sizeof (uint64_t);
  if (!board->common_objects) {
    board->common_objects = sett_zalloc (words, sizeof *board->common_objects);
    board->common_clocks = sett_zalloc (words, sizeof *board->common_clocks);
  }
}

sett_object_clock *sett_commons_clock (const void *object) {
  sett_board *board = engine.board;
  const size_t word = ((uintptr_t)object - SETT_COMMONS_ADDRESS) / 8;
  uint16_t *i = sett_is_shared (object) ? sett_object_clock_slot (object)
                                        : &board->common_clocks[word];
  if (!*i) {
    if (board->common_clock_count == SETT_MOST_COMMON_OBJECTS - 1)
      sett_give_up ("more than %d pipes, sockets and the like",
                    SETT_MOST_COMMON_OBJECTS);
    *i = (uint16_t)++board->common_clock_count;
  }
  if (commons->clock_count <= *i)
    commons->clock_count = *i + 1u;
  return &commons->clocks[*i];
}

/* What is queued is visited elsewhere: the cells are for searches that compare
   no states. */
static void visit_without (const void *all, size_t size, const void *part,
                           size_t part_size,
                           void (*visit) (const void *, size_t, void *),
                           void *data) {
  const char *end = (const char *)part + part_size;
  const size_t before = (size_t)((const char *)part - (const char *)all);
  visit (all, before, data);
  visit (end, size - before - part_size, data);
}

static void each_pipe (void (*visit) (const void *, size_t, void *),
                       void *data) {
  for (uint32_t i = 0; i < commons->pipe_count; i++) {
    const sett_pipe *p = &commons->pipes[i];
    visit_without (p, sizeof *p, &p->first,
                   sizeof *p - offsetof (sett_pipe, first), visit, data);
    sett_slots_each (p, visit, data);
  }
}

static void each_socket (void (*visit) (const void *, size_t, void *),
                         void *data) {
  for (uint32_t i = 0; i < commons->socket_count; i++) {
    const sett_socket *s = &commons->sockets[i];
    if (s->state == SETT_SOCKET_FREE)
      continue;
    visit (&i, sizeof i, data);
    visit_without (s, sizeof *s, &s->spent,
                   sizeof *s - offsetof (sett_socket, spent), visit, data);
    visit (commons->pieces[i], s->piece_count * sizeof **commons->pieces, data);
    visit (commons->received[i], s->length, data);
  }
  for (uint32_t i = 0; i < commons->address_count; i++) {
    const sett_address *a = &commons->addresses[i];
    if (!a->users && !a->listeners && !a->lingering && !a->exists)
      continue;
    visit (&i, sizeof i, data);
    visit (a, sizeof *a, data);
  }
}

static void each_epoll (void (*visit) (const void *, size_t, void *),
                        void *data) {
  for (uint32_t i = 0; i < commons->epoll_count; i++) {
    const sett_epoll *e = &commons->epolls[i];
    visit (e, sizeof *e, data);
    visit (commons->interests[i], e->count * sizeof **commons->interests, data);
  }
}

/* Counters say that something has changed: what, is said elsewhere. */
static void each_life (void (*visit) (const void *, size_t, void *),
                       void *data) {
  for (unsigned i = 0; i < SETT_MOST_PROCESSES; i++) {
    sett_life life = commons->lives[i];
    life.news = 0;
    visit (&life, sizeof life, data);
  }
}

int sett_commons_is_counter (const void *word) {
  const size_t of_life = (uintptr_t)word - (uintptr_t)commons->lives;
  return of_life < sizeof commons->lives &&
         of_life % sizeof (sett_life) == offsetof (sett_life, news);
}

void sett_commons_each (void (*visit) (const void *, size_t, void *),
                        void *data) {
  visit (commons->files_past, sizeof commons->files_past, data);
  each_life (visit, data);
  each_pipe (visit, data);
  each_socket (visit, data);
  each_epoll (visit, data);
  visit (commons->timers, commons->timer_count * sizeof *commons->timers, data);
  visit (commons->locks, commons->lock_count * sizeof *commons->locks, data);
  visit (commons->failures, sizeof commons->failures, data);
  visit (commons->fates, sizeof commons->fates, data);
  visit (commons->ipc, sizeof commons->ipc, data);
  visit (commons->sets, sizeof commons->sets, data);
  above.each_mailbox (visit, data);
  above.each_region (visit, data);
}

void sett_commons_empty (void) {
  memset (commons->pipes, 0, commons->pipe_count * sizeof *commons->pipes);
  memset (commons->sockets, 0,
          commons->socket_count * sizeof *commons->sockets);
  memset (commons->addresses, 0,
          commons->address_count * sizeof *commons->addresses);
  memset (commons->clocks, 0, commons->clock_count * sizeof *commons->clocks);
  memset (commons->lives, 0, sizeof commons->lives);
  memset (commons->epolls, 0, commons->epoll_count * sizeof *commons->epolls);
  commons->files = commons->files_past[0] = commons->files_past[1] = 0;
  memset (commons->failures, 0, sizeof commons->failures);
  commons->became = commons->fated = 0;
  memset (commons->fates, 0, sizeof commons->fates);
  memset (commons->timers, 0, commons->timer_count * sizeof *commons->timers);
  memset (commons->locks, 0, commons->lock_count * sizeof *commons->locks);
  memset (commons->descriptions, 0, sizeof commons->descriptions);
  memset (commons->ipc, 0, sizeof commons->ipc);
  memset (commons->ipc_of, 0, sizeof commons->ipc_of);
  memset (commons->sets, 0, sizeof commons->sets);
  memset (commons->mailboxes, 0, sizeof commons->mailboxes);
  memset (commons->regions_of, 0, sizeof commons->regions_of);
  memset (commons->regions, 0,
          commons->region_count * sizeof *commons->regions);
  commons->region_count = 0;
  commons->locked = commons->lock_count = 0;
  commons->epoll_count = commons->timer_count = 0;
  commons->pipe_count = commons->clock_count = 0;
  commons->socket_count = commons->address_count = 0;
}
