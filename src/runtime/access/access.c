/* The accesses to memory that the compiler reports (-fsanitize=thread; entry.c
   has the most frequent ones): plain ones are invisible and checked for races,
   volatile ones and those to memory that was found racy are visible.

   Volatile accesses order nothing and race with each other, as the standard of
   C has it; being visible, all their orders are explored if races are not
   reported (--no-races). */

#include "runtime/access/access.h"

#include "base/assert.h"
#include "runtime/access/cxx_memory.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/crash_budget.h"
#include "runtime/sched/handlers.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/lockset.h"
#include "runtime/race/owners.h"
#include "runtime/race/races.h"
#include "runtime/race/recent.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/race/unshared.h"

/* What is accessed at once: 8 bytes, or less, at a time. */
typedef struct part {
  const char *address;
  size_t size;
} part;

static int is_within_granule (const void *address, size_t size) {
  return ((uintptr_t)address & 7) + size <= 8;
}

static part first_part (const void *address, size_t size) {
  if (is_within_granule (address, size))
    return (part){address, size};
  return (part){(const char *)((uintptr_t)address & ~(uintptr_t)7), 8};
}

static int next_part (part *p, const void *address, size_t size) {
  p->address += p->size;
  return p->address < (const char *)address + size;
}

static int knows_visible (const void *address, size_t size) {
  part p = first_part (address, size);
  do
    if (sett_knows_visible (p.address))
      return 1;
  while (next_part (&p, address, size));
  return 0;
}

/* A visible access: an event. */
static void visible_access (void *address, size_t size, unsigned how,
                            uintptr_t place) {
  const int writes = how & SETT_MEMORY_WRITE;
  part p = first_part (address, size);
  if (!writes && !(how & SETT_MEMORY_MORE))
    sett_spin_look (place);
  if (!writes)
    sett_vain_pass ();
  sett_visible (writes ? SETT_DO_WRITE : SETT_DO_READ,
                sett_object_memory (p.address, p.size),
                writes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, NULL, place);
  do {
    const void *object = sett_object_memory (p.address, p.size);
    sett_affect (object, writes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD,
                 sett_access_value (p.address, p.size));
    if (!writes)
      sett_spin_looked (object, p.address, p.size);
  } while (next_part (&p, address, size));
  if (writes)
    sett_spin_progress ();
  else
    sett_vain_read ();
}

static void access_inside (const void *address, size_t size, int writes) {
  part p = first_part (address, size);
  do
    sett_affect_inside (sett_object_memory (p.address, p.size),
                        writes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, 0);
  while (next_part (&p, address, size));
}

static void check (void *address, size_t size, unsigned how, uintptr_t place) {
  if (UNLIKELY (engine.locksets) &&
      !sett_owners_alone (address, size, how & SETT_MEMORY_WRITE))
    sett_lockset_access (address, size, how & SETT_MEMORY_WRITE, place);
  if (LIKELY (!engine.only_locksets))
    sett_races_access (address, size, how, place);
}

/* A process that can end at any time leaves what it has written so far to
   others: each write to memory that they share is an event then. */
static int may_be_last (const void *address, unsigned how) {
  return sett_is_shared (address) && (how & SETT_MEMORY_WRITE) &&
         (engine.dies_early || engine.signalled || sett_crash_possible ());
}

static void plain (void *address, size_t size, unsigned how, uintptr_t place) {
  if (!sett_active () || sett_self ()->ignoring)
    return;
  if (UNLIKELY (engine.sampling))
    sett_spin_sample (address, how & SETT_MEMORY_WRITE);
  if (UNLIKELY (world->unshared_count) && sett_unshared_covers (address, size))
    return;
  if (UNLIKELY (sett_cxx_owns (address))) {
    if (!world->unsynchronised_streams || !sett_cxx_is_stream (address))
      return;
    how |= SETT_MEMORY_WRITE;
  }
  sett_handlers_access (address, size, how & SETT_MEMORY_WRITE);
  if (UNLIKELY (engine.all_visible ||
                (engine.specials && knows_visible (address, size)) ||
                may_be_last (address, how))) {
    visible_access (address, size, how, place);
    if (sett_is_shared (address))
      sett_races_must_be_mapped (address, size, place);
    if (!engine.all_visible)
      check (address, size, how & ~(unsigned)SETT_MEMORY_MORE, place);
    return;
  }
  if (how & SETT_MEMORY_WRITE)
    sett_spin_wrote (address);
  check (address, size, how & ~(unsigned)SETT_MEMORY_MORE, place);
  if (UNLIKELY (engine.composed))
    access_inside (address, size, how & SETT_MEMORY_WRITE);
}

void sett_access (const void *address, size_t size, unsigned how,
                  uintptr_t place) {
  plain ((void *)address, size, how, place);
}

int sett_access_visible (const void *address, size_t size) {
  return size && (engine.all_visible || (sett_active () && world->handling) ||
                  may_be_last (address, SETT_MEMORY_WRITE) ||
                  (engine.specials && sett_knows_any_special (address, size)));
}

/* Granule by granule where that makes a difference. */
void sett_access_range (const void *address, size_t size, unsigned how,
                        uintptr_t place) {
  const char *at = address;
  if (!size || sett_owners_know (address, size, how & SETT_MEMORY_WRITE))
    return;
  if (LIKELY (!engine.composed && !sett_access_visible (address, size))) {
    plain ((void *)address, size, how, place);
    return;
  }
  while (size) {
    const size_t room = 8 - ((uintptr_t)at & 7);
    const size_t piece = size < room ? size : room;
    SETT_ASSERT (piece && piece <= 8);
    plain ((void *)at, piece, how, place);
    how |= SETT_MEMORY_MORE;
    at += piece;
    size -= piece;
  }
}

static void volatile_access (void *address, size_t size, unsigned how,
                             uintptr_t place) {
  if (!sett_active () || sett_self ()->ignoring)
    return;
  sett_handlers_visible (address, size, how & SETT_MEMORY_WRITE);
  visible_access (address, size, how, place);
  sett_races_access (address, size, how, place);
}

void sett_access_slowly (const void *address, unsigned kind, uintptr_t place) {
  plain ((void *)address, kind >> 1,
         kind & 1 ? SETT_MEMORY_WRITE : SETT_MEMORY_READ, place);
}

/* Assembler code follows that has operands in memory (plugin/gcc_calls.cc). */
void __sett_assembly (void);
EXPORT void __sett_assembly (void) {
  if (sett_active ())
    sett_note_add (1, SETT_HERE,
                   "ran assembler code that accesses memory: not seen");
}

#define ACCESS(SIZE)                                                           \
  SETT_LOOKING (__tsan_unaligned_read##SIZE);                                  \
  SETT_LOOKS void __tsan_unaligned_read##SIZE##_looking (void *a) {            \
    plain (a, SIZE, SETT_MEMORY_READ, SETT_HERE);                              \
  }                                                                            \
  EXPORT void __tsan_unaligned_write##SIZE (void *a) {                         \
    plain (a, SIZE, SETT_MEMORY_WRITE, SETT_HERE);                             \
  }                                                                            \
  SETT_LOOKING (__tsan_read_write##SIZE);                                      \
  SETT_LOOKS void __tsan_read_write##SIZE##_looking (void *a) {                \
    plain (a, SIZE, SETT_MEMORY_READ, SETT_HERE);                              \
    plain (a, SIZE, SETT_MEMORY_WRITE, SETT_HERE);                             \
  }                                                                            \
  SETT_LOOKING (__tsan_unaligned_read_write##SIZE);                            \
  SETT_LOOKS void __tsan_unaligned_read_write##SIZE##_looking (void *a) {      \
    plain (a, SIZE, SETT_MEMORY_READ, SETT_HERE);                              \
    plain (a, SIZE, SETT_MEMORY_WRITE, SETT_HERE);                             \
  }                                                                            \
  SETT_LOOKING (__tsan_volatile_read##SIZE);                                   \
  SETT_LOOKS void __tsan_volatile_read##SIZE##_looking (void *a) {             \
    volatile_access (a, SIZE, SETT_MEMORY_READ, SETT_HERE);                    \
  }                                                                            \
  EXPORT void __tsan_volatile_write##SIZE (void *a) {                          \
    volatile_access (a, SIZE, SETT_MEMORY_WRITE, SETT_HERE);                   \
  }                                                                            \
  SETT_LOOKING (__tsan_unaligned_volatile_read##SIZE);                         \
  SETT_LOOKS void __tsan_unaligned_volatile_read##SIZE##_looking (void *a) {   \
    volatile_access (a, SIZE, SETT_MEMORY_READ, SETT_HERE);                    \
  }                                                                            \
  EXPORT void __tsan_unaligned_volatile_write##SIZE (void *a) {                \
    volatile_access (a, SIZE, SETT_MEMORY_WRITE, SETT_HERE);                   \
  }

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
ACCESS (1)
ACCESS (2)
ACCESS (4)
ACCESS (8)
ACCESS (16)

EXPORT void __tsan_init (void) {}
EXPORT void __tsan_func_entry (void *place) {
  (void)place;
}
EXPORT void __tsan_func_exit (void) {}

/* The compiler copies a structure after it has said so: nobody can come in
   between. */
static void access_structure (const char *at, size_t size, unsigned how,
                              uintptr_t place) {
  sett_access_range (at, size, how, place);
  if (LIKELY (!engine.signalled || !engine.specials) || !sett_active ())
    return;
  for (size_t i = 0; i < size; i += 8)
    if (sett_knows_visible (at + i)) {
      sett_note_add (1, place,
                     "a structure that handlers of signals share: they do not "
                     "come while it is copied");
      return;
    }
}

SETT_LOOKING (__tsan_read_range);
SETT_LOOKS void __tsan_read_range_looking (void *a, size_t size) {
  access_structure (a, size, SETT_MEMORY_READ, SETT_HERE);
}
EXPORT void __tsan_write_range (void *a, size_t size) {
  access_structure (a, size, SETT_MEMORY_WRITE, SETT_HERE);
}
/* The pointer to the virtual functions: constructors and destructors set it to
   what it is, most of the time. */
EXPORT void __tsan_vptr_update (void **a, void *value) {
  if (*a != value)
    plain (a, sizeof *a, SETT_MEMORY_WRITE, SETT_HERE);
}
SETT_LOOKING (__tsan_vptr_read);
SETT_LOOKS void __tsan_vptr_read_looking (void **a) {
  plain (a, sizeof *a, SETT_MEMORY_READ, SETT_HERE);
}
EXPORT void __tsan_ignore_thread_begin (void) {
  if (sett_active ()) {
    sett_self ()->ignoring++;
    sett_owners_reconsider ();
  }
}
EXPORT void __tsan_ignore_thread_end (void) {
  if (sett_active ())
    sett_self ()->ignoring--;
}
