/* The program's heap: see heap.h.  What a thread frees is reused by itself
   alone, late. */

#include "runtime/access/heap.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/core/modules.h"
#include "runtime/core/narrator.h"
#include "runtime/undo/pages.h"
#include "runtime/race/cells.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAP_ADDRESS SETT_HEAP_ADDRESS
#define HEAP_END SETT_HEAP_END
#define MAIN_AREA SETT_HEAP_MAIN_AREA
#define AREA SETT_HEAP_AREA

enum { CLASSES = 80 };
#define MOST ((size_t)1 << 40) /* bytes of a block, and of an alignment */

/* A thread's freed blocks stay away from use until they are so many bytes, and
   the latest few of a size also then, but for a limit. */
static const size_t quarantine = 8 << 20, most_waiting = 64 << 20;
enum { FEW = 4 };

typedef struct waiting_block {
  struct waiting_block *next;
} waiting_block;

typedef struct area {
  uintptr_t next, end; /* memory that was never used */
  size_t waiting;      /* bytes of freed blocks */
  waiting_block *oldest[CLASSES], *newest[CLASSES];
  uint32_t count[CLASSES]; /* of these */
  /* Instead, where states are compared: by address; freed last. */
  waiting_block *pool[CLASSES], *last[CLASSES];
} area;

/* At the start of the heap, so that it is reset with it. */
typedef struct heap {
  int mapped;
  area areas[SETT_MOST_THREADS];
} heap;

static heap *const the_heap = (heap *)HEAP_ADDRESS;

/* The C library's own, for a program that runs by itself. */
void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_realloc (void *, size_t);
void *__libc_memalign (size_t, size_t);
void __libc_free (void *);

/*------------------------------------------------------------------------*/

/* Is the program under control?  Without functions that could allocate. */
static int is_checked (void) {
  const size_t length = strlen (SETT_SHARED_VARIABLE);
  for (char **word = environ; *word; word++)
    if (!strncmp (*word, SETT_SHARED_VARIABLE "=", length + 1))
      return 1;
  return 0;
}

/* Is this heap in use?  Decided at the first allocation, long before main. */
static int is_ours (void) {
  static int decided, ours;
  if (LIKELY (decided))
    return ours;
  if (!environ)
    return 0;
  ours = is_checked ();
  decided = 1;
  if (ours) {
    const long at = sett_raw (
        SYS_mmap, HEAP_ADDRESS, HEAP_END - HEAP_ADDRESS, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
        0);
    ours = at == (long)HEAP_ADDRESS;
  }
  return ours;
}

void sett_heap_open (void) {
  if (!is_ours ())
    sett_give_up ("the addresses of the program's heap are taken");
}

static unsigned current_area (void) {
  return engine.active ? world->current : 0;
}

static uintptr_t area_start (unsigned i) {
  if (!i)
    return sett_page_up (HEAP_ADDRESS + sizeof (heap));
  return HEAP_ADDRESS + MAIN_AREA + (i - 1) * AREA;
}

static unsigned area_number (uintptr_t address) {
  const uintptr_t offset = address - HEAP_ADDRESS;
  return offset < MAIN_AREA ? 0 : 1 + (unsigned)((offset - MAIN_AREA) / AREA);
}

static area *area_of (unsigned i) {
  area *a = &the_heap->areas[i];
  SETT_ASSERT (i < SETT_MOST_THREADS);
  if (UNLIKELY (!a->next)) {
    a->next = area_start (i);
    a->end = i ? a->next + AREA : HEAP_ADDRESS + MAIN_AREA;
  }
  return a;
}

/* 16, 32, 48, 64, 96, 128, 192, 256, ... bytes. */
static size_t class_size (unsigned c) {
  if (c < 2)
    return 16 * (c + 1);
  return (size_t)(c & 1 ? 64 : 48) << (c - 2) / 2;
}

static unsigned class_of (size_t size) {
  if (size <= 64)
    return size ? (unsigned)(size - 1) / 16 : 0;
  const unsigned c = 3 + 2 * (58 - (unsigned)__builtin_clzl (size - 1));
  SETT_ASSERT_SLOW (class_size (c) >= size);
  return class_size (c - 1) >= size ? c - 1 : c;
}

/*------------------------------------------------------------------------*/

static sett_block *fresh (area *a, unsigned c, size_t alignment) {
  uintptr_t at = a->next + sizeof (sett_block);
  SETT_ASSERT (!(alignment & (alignment - 1)) && c < CLASSES);
  at = (at + alignment - 1) & ~(uintptr_t)(alignment - 1);
  const uintptr_t end = at + class_size (c);
  const uintptr_t start = area_start ((unsigned)(a - the_heap->areas));
  if (end < at || (end > a->end && !engine.active))
    return NULL;
  if (engine.active && (end > a->end || end - start > sett_pages_limit ()))
    sett_pages_end ();
  sett_pages_grow ();
  /* Blocks can be walked: the gap before an aligned one is a block, too. */
  sett_block *b = (sett_block *)at - 1;
  b->shift = 0;
  if ((uintptr_t)b != a->next)
    *(sett_block *)a->next =
        (sett_block){.size = (uintptr_t)b - a->next, .state = 0};
  a->next = end;
  b->class = (uint16_t)c;
  return b;
}

static sett_block *reused (area *a, unsigned c) {
  waiting_block *l = a->oldest[c];
  SETT_ASSERT (c < CLASSES);
  if (!l || a->waiting <= quarantine ||
      (a->count[c] <= FEW && a->waiting <= most_waiting))
    return NULL;
  a->oldest[c] = l->next;
  if (!l->next)
    a->newest[c] = NULL;
  a->waiting -= class_size (c);
  a->count[c]--;
  if (engine.active && !engine.only_locksets && sett_modules_any ())
    sett_note_add (SETT_NOTE_BOUNDS, 0,
                   "much memory was freed, and used again: later use of it by "
                   "old pointers is not noticed");
  return (sett_block *)l - 1;
}

/*------------------------------------------------------------------------*/
/* Reuse where states are compared (see heap.h). */

static int is_canonical (void) {
  return engine.shared && engine.shared->orders.stateful;
}

/* Events that use one pool do not commute.  Once for each event will do. */
static void affect_pool (const area *a) {
  static struct { uint64_t execution, count; } latest[SETT_MOST_THREADS];
  const size_t i = (size_t)(a - the_heap->areas);
  if (!engine.active || !engine.stateful ||
      (latest[i].execution == conduct->execution &&
       latest[i].count == engine.log->count))
    return;
  latest[i].execution = conduct->execution;
  latest[i].count = engine.log->count;
  sett_affect_inside (a, SETT_EFFECT_STORE, 0);
}

/* Pages that were never written stay so. */
static void wipe (void *memory, size_t size) {
  uint64_t *words = memory;
  for (size_t i = 0; i < size / sizeof *words; i++)
    if (words[i])
      words[i] = 0;
}

/* By address: the list is the same, whatever the order of frees was. */
static void put_into_pool (area *a, waiting_block *l, unsigned c) {
  waiting_block **at = &a->pool[c];
  SETT_ASSERT (c < CLASSES);
  while (*at && *at < l)
    at = &(*at)->next;
  l->next = *at;
  *at = l;
}

/* The block that was freed last is the one that stays away. */
static void free_canonically (sett_block *b) {
  area *a = area_of (area_number ((uintptr_t)b));
  const unsigned c = b->class;
  affect_pool (a);
  wipe (b + 1, class_size (c));
  if (a->last[c])
    put_into_pool (a, a->last[c], c);
  a->last[c] = (waiting_block *)(b + 1);
}

static sett_block *reuse_canonically (area *a, unsigned c) {
  waiting_block *l = a->pool[c];
  affect_pool (a);
  if (!l)
    return NULL;
  a->pool[c] = l->next;
  l->next = NULL;
  if (engine.active)
    sett_note_add (0, 0,
                   "states are compared, and freed memory was soon used again: "
                   "later use of it by old pointers is not noticed");
  return (sett_block *)l - 1;
}

/*------------------------------------------------------------------------*/

static void *allocate (size_t size, size_t alignment, uintptr_t place) {
  if (UNLIKELY (size > MOST || alignment > MOST)) {
    errno = ENOMEM;
    return NULL;
  }
  const unsigned i = current_area ();
  area *a = area_of (i);
  const unsigned c = class_of (size);
  SETT_ASSERT (c < CLASSES);
  sett_block *b = alignment > 16    ? NULL
                  : is_canonical () ? reuse_canonically (a, c)
                                    : reused (a, c);
  if (b && engine.active)
    sett_races_allocated (b + 1, size);
  if (!b)
    b = fresh (a, c, alignment < 16 ? 16 : alignment);
  if (!b) {
    errno = ENOMEM;
    return NULL;
  }
  b->size = size;
  b->state = SETT_BLOCK_USED;
  b->thread = (uint8_t)i;
  b->made = engine.stateful ? 0 : place; /* it serves reports */
  if (UNLIKELY (engine.narrating) && engine.active)
    narrator->allocated (b + 1);
  return b + 1;
}

static void affect_freed (const void *object) {
  sett_affect (object, SETT_EFFECT_STORE, 0);
}

/* Where it matters, freeing is an event. */
static void begin_to_free (const void *memory, size_t size, uintptr_t place) {
  sett_change_inside (memory);
  if (LIKELY (!engine.active || !engine.free_visible))
    return;
  sett_visible (SETT_DO_FREE, memory, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (memory, SETT_EFFECT_CHANGE, 0);
  sett_object_each (memory, size, affect_freed);
}

void *sett_heap_map (size_t size) {
  sett_block *b = allocate (size, SETT_PAGE, 0);
  if (!b)
    return NULL;
  b[-1].state = SETT_BLOCK_MAPPED;
  return b;
}

void sett_heap_unmap (void *memory, size_t size, uintptr_t place) {
  begin_to_free (memory, size, place);
  sett_races_freed (memory, size, place);
}

void sett_heap_unmap_again (void *page, uintptr_t place) {
  begin_to_free (page, SETT_PAGE, place);
  sett_races_freed_again (page, place);
}

static void must_be_given (const sett_block *b, uintptr_t place) {
  if (b->state == SETT_BLOCK_MAPPED)
    sett_fail (SETT_VIOLATION_BAD_FREE, place, b + 1,
               "invalid free: it is what mmap gave");
  if (b->state != SETT_BLOCK_USED)
    sett_fail (SETT_VIOLATION_BAD_FREE, place, b + 1,
               "invalid free: it is not what malloc gave");
  if (sett_cells_freed ((uintptr_t)(b + 1) >> 3))
    sett_fail (SETT_VIOLATION_BAD_FREE, place, b + 1,
               "invalid free: it was given back to the kernel");
}

static void release (void *memory, uintptr_t place) {
  sett_block *b = (sett_block *)memory - 1;
  begin_to_free (memory, b->size, place);
  if (engine.active) {
    if (b->state == SETT_BLOCK_FREED)
      sett_fail (SETT_VIOLATION_BAD_FREE, place, memory, "double free");
    must_be_given (b, place);
    sett_races_freed (memory, b->size, place);
  } else if (b->state != SETT_BLOCK_USED)
    return;
  b->state = SETT_BLOCK_FREED;
  b->freed = engine.stateful ? 0 : place;
  if (is_canonical ()) {
    free_canonically (b);
    return;
  }
  area *a = area_of (current_area ());
  waiting_block *l = memory;
  const unsigned c = b->class;
  l->next = NULL;
  if (a->newest[c])
    a->newest[c]->next = l;
  else
    a->oldest[c] = l;
  a->newest[c] = l;
  a->count[c]++;
  a->waiting += class_size (c);
}

static size_t walk_size (const sett_block *b) {
  return b->state ? sizeof *b + class_size (b->class) : b->size;
}

const sett_block *sett_heap_find (uintptr_t address) {
  if (!sett_heap_has (address))
    return NULL;
  const unsigned i = area_number (address);
  const area *a = &the_heap->areas[i];
  uintptr_t at = area_start (i);
  while (at < a->next) {
    const sett_block *b = (const sett_block *)at;
    const uintptr_t next = at + walk_size (b);
    if (address < next)
      return b->state ? b : NULL;
    at = next;
  }
  return NULL;
}

/*------------------------------------------------------------------------*/
/* The interface. */

EXPORT void *malloc (size_t size) {
  if (!is_ours ())
    return __libc_malloc (size);
  return allocate (size, 16, SETT_HERE);
}

EXPORT void free (void *memory) {
  if (!memory)
    return;
  if (!sett_heap_has ((uintptr_t)memory)) {
    if (engine.active)
      sett_fail (SETT_VIOLATION_BAD_FREE, SETT_HERE, memory,
                 "invalid free: it is not what malloc gave");
    __libc_free (memory);
    return;
  }
  const int saved = errno;
  release (memory, SETT_HERE);
  if (errno != saved)
    errno = saved; /* its page need not become hot */
}

EXPORT void *calloc (size_t count, size_t size) {
  if (!is_ours ())
    return __libc_calloc (count, size);
  size_t bytes;
  if (__builtin_mul_overflow (count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  void *memory = allocate (bytes, 16, SETT_HERE);
  return memory ? memset (memory, 0, bytes) : NULL;
}

EXPORT void *realloc (void *old, size_t size) {
  if (!old)
    return is_ours () ? allocate (size, 16, SETT_HERE) : __libc_malloc (size);
  if (!sett_heap_has ((uintptr_t)old)) {
    if (engine.active)
      sett_fail (SETT_VIOLATION_BAD_FREE, SETT_HERE, old,
                 "invalid realloc: it is not what malloc gave");
    return __libc_realloc (old, size);
  }
  sett_block *b = (sett_block *)old - 1;
  if (engine.active && b->state == SETT_BLOCK_FREED)
    sett_fail (SETT_VIOLATION_BAD_FREE, SETT_HERE, old,
               "realloc of memory that was freed");
  if (engine.active)
    must_be_given (b, SETT_HERE);
  if (!size) { /* as the C library does */
    release (old, SETT_HERE);
    return NULL;
  }
  void *memory = allocate (size, 16, SETT_HERE);
  if (!memory)
    return NULL;
  memcpy (memory, old, b->size < size ? b->size : size);
  release (old, SETT_HERE);
  return memory;
}

EXPORT void *reallocarray (void *old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow (count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc (old, bytes);
}

/* As the C library has it: the next power of two. */
static size_t power_from (size_t alignment) {
  size_t power = 16;
  while (power < alignment && power <= MOST)
    power *= 2;
  return power;
}

EXPORT void *memalign (size_t alignment, size_t size) {
  if (!is_ours ())
    return __libc_memalign (alignment, size);
  return allocate (size, power_from (alignment), SETT_HERE);
}

EXPORT void *aligned_alloc (size_t alignment, size_t size) {
  if (!is_ours ())
    return __libc_memalign (alignment, size);
  return allocate (size, power_from (alignment), SETT_HERE);
}

EXPORT int posix_memalign (void **memory, size_t alignment, size_t size) {
  if (!alignment || alignment % sizeof (void *) ||
      (alignment & (alignment - 1)))
    return EINVAL;
  void *m = is_ours () ? allocate (size, alignment, SETT_HERE)
                       : __libc_memalign (alignment, size);
  if (!m)
    return ENOMEM;
  *memory = m;
  return 0;
}

EXPORT void *valloc (size_t size) {
  return is_ours () ? allocate (size, SETT_PAGE, SETT_HERE)
                    : __libc_memalign (SETT_PAGE, size);
}

EXPORT void *pvalloc (size_t size) {
  const size_t pages = size > MOST ? size : sett_page_up (size);
  return is_ours () ? allocate (pages, SETT_PAGE, SETT_HERE)
                    : __libc_memalign (SETT_PAGE, pages);
}

EXPORT size_t malloc_usable_size (void *memory) {
  if (!memory)
    return 0;
  if (!sett_heap_has ((uintptr_t)memory))
    return 0;
  return ((sett_block *)memory - 1)->size;
}
