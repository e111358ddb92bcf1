/* The program's memory at the snapshot, and the way back: see pages.h.  No page
   is written before its copy is kept. */

#include "runtime/undo/pages.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/undo/reset.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

typedef struct region {
  uintptr_t low, high;
  uint8_t *hot; /* a flag for each page */
  int execute;  /* PROT_EXEC if code is there (nested functions), or 0 */
} region;

enum { MOST_REGIONS = 1024, MOST_EXCLUDED = 32 };

static region regions[MOST_REGIONS];
static size_t region_count;
static struct { uintptr_t low, high; } excluded[MOST_EXCLUDED];
static size_t excluded_count;

/* The hot pages, and their contents at the snapshot.  Both are reserved in
   full at once: they must not move, and nothing can be allocated in a signal
   handler. */
static const size_t most_hot = (size_t)1 << 19; /* 2 GiB */
/* When the program has used up all others, the run-time may still need some to
   come to an end. */
static const size_t in_reserve = 1024;
static uintptr_t *hot;
static char *copies;
static size_t hot_count;
static int taken;

static int scattered; /* hot pages are, and no further one is possible */

static uint16_t *filled; /* which of the copies' blocks are (reset.h) */
static sett_reset reset;

/* Saved versions of hot pages (checkpoint_stack.h), oldest first.  For each hot
   page `latest` is its newest one, or what it was at the snapshot. */
typedef struct version {
  uint32_t page; /* index into hot */
  const char *before;
} version;

static const size_t most_versions = (size_t)1 << 20;
static const char **latest; /* null: nothing is ever saved */
static version *versions;
static char *saved; /* the contents of versions */
static size_t version_count;
static const char zeros[SETT_PAGE] __attribute__ ((aligned (SETT_PAGE)));

void sett_pages_exclude (uintptr_t low, uintptr_t high) {
  SETT_ASSERT (low <= high && excluded_count < MOST_EXCLUDED);
  excluded[excluded_count].low = sett_page_of (low);
  excluded[excluded_count++].high = sett_page_up (high);
}

static void *reserve (size_t bytes) {
  const long at = sett_raw (SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at < 0 && at > -4096)
    sett_give_up ("cannot reserve %zu bytes of addresses", bytes);
  sett_pages_exclude ((uintptr_t)at, (uintptr_t)at + bytes);
  return (void *)at;
}

static void copy_page (void *to, const void *from) {
  size_t words = SETT_PAGE / 8;
  __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words)::"memory");
}

static region *region_of (uintptr_t address) {
  size_t low = 0, high = region_count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (address >= regions[middle].high)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < region_count && address >= regions[low].low)
    return &regions[low];
  return NULL;
}

static uint8_t *flag_of (const region *r, uintptr_t page) {
  SETT_ASSERT (page >= r->low && page < r->high && !(page % SETT_PAGE));
  return &r->hot[(page - r->low) / SETT_PAGE];
}

static uint64_t growth;

void sett_pages_grow (void) {
  growth++;
}

uint64_t sett_pages_growth (void) {
  return growth;
}

/* A quarter of what the machine has (every page is there twice), or 2 GiB. */
size_t sett_pages_limit (void) {
  static size_t limit;
  struct sysinfo machine;
  if (!limit) {
    limit = (most_hot - in_reserve) * SETT_PAGE;
    if (!sett_raw (SYS_sysinfo, &machine) &&
        limit > machine.totalram * machine.mem_unit / 4)
      limit = machine.totalram * machine.mem_unit / 4;
  }
  return limit;
}

static int is_beyond (size_t extra) {
  return hot_count >= sett_pages_limit () / SETT_PAGE + extra;
}

int sett_pages_exhausted (void) {
  return scattered || is_beyond (0);
}

void sett_pages_end (void) {
  sett_note_add (1, 0, "used too much memory: ended there");
  sett_end (SETT_CUT);
}

static void heat (const region *r, uintptr_t page) {
  SETT_ASSERT (hot_count < most_hot);
  *flag_of (r, page) = 1;
  hot[hot_count] = page;
  copy_page (copies + hot_count * SETT_PAGE, (const void *)page);
  filled[hot_count] = (uint16_t)sett_reset_filled ((const void *)page);
  if (latest)
    latest[hot_count] =
        filled[hot_count] ? copies + hot_count * SETT_PAGE : zeros;
  hot_count++;
}

/*------------------------------------------------------------------------*/
/* Which memory is the program's: read from the kernel's list. */

static void add_region (uintptr_t low, uintptr_t high, int execute) {
  if (low >= high)
    return;
  if (region_count == MOST_REGIONS)
    sett_give_up ("the program has more than %d areas of memory", MOST_REGIONS);
  regions[region_count++] = (region){low, high, NULL, execute};
}

/* The parts of [low, high) from the i-th excluded area on. */
static void add_pieces (uintptr_t low, uintptr_t high, int execute, size_t i) {
  for (; i < excluded_count; i++)
    if (excluded[i].low < high && excluded[i].high > low) {
      add_pieces (low, excluded[i].low, execute, i + 1);
      if (excluded[i].high < high)
        add_pieces (excluded[i].high, high, execute, i + 1);
      return;
    }
  add_region (low, high, execute);
}

static uintptr_t hexadecimal (const char **text) {
  uintptr_t n = 0;
  for (;; (*text)++) {
    const char c = **text;
    if (c >= '0' && c <= '9')
      n = n * 16 + (uintptr_t)(c - '0');
    else if (c >= 'a' && c <= 'f')
      n = n * 16 + (uintptr_t)(c - 'a' + 10);
    else
      return n;
  }
}

static void read_line (const char *line, const char *end) {
  const uintptr_t low = hexadecimal (&line);
  line++;
  const uintptr_t high = hexadecimal (&line);
  line++;
  if (line[1] != 'w' || line[3] != 'p')
    return;
  if (memmem (line, (size_t)(end - line), "[vvar", 5))
    return;
  add_pieces (low, high, line[2] == 'x' ? PROT_EXEC : 0, 0);
}

static char *read_maps (char *buffer, size_t room) {
  const int fd =
      (int)sett_raw (SYS_open, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    sett_give_up ("cannot read /proc/self/maps");
  size_t length = 0;
  for (;;) {
    const long n = sett_raw (SYS_read, fd, buffer + length, room - 1 - length);
    if (n <= 0)
      break;
    length += (size_t)n;
  }
  sett_raw (SYS_close, fd);
  buffer[length] = 0;
  SETT_ASSERT (length < room);
  return buffer;
}

static int region_before (const region *a, const region *b) {
  return a->low < b->low;
}

static void sort_regions (void) {
  for (size_t i = 1; i < region_count; i++)
    for (size_t k = i; k && region_before (&regions[k], &regions[k - 1]); k--) {
      const region r = regions[k];
      regions[k] = regions[k - 1];
      regions[k - 1] = r;
    }
}

static void find_regions (void) {
  enum { ROOM = 1 << 20 };
  char *maps = reserve (ROOM);
  read_maps (maps, ROOM);
  region_count = 0;
  for (const char *line = maps; *line;) {
    const char *end = strchr (line, '\n');
    if (!end)
      break;
    read_line (line, end);
    line = end + 1;
  }
  sett_raw (SYS_munmap, maps, ROOM);
  excluded_count--;
  sort_regions ();
  SETT_ASSERT (excluded_count < MOST_EXCLUDED);
}

/*------------------------------------------------------------------------*/

void sett_pages_snapshot (void) {
  SETT_ASSERT (!taken);
  reset = sett_reset_choose ();
  hot = reserve (most_hot * sizeof *hot);
  copies = reserve (most_hot * SETT_PAGE);
  filled = reserve (most_hot * sizeof *filled);
  if (engine.shared->orders.undo == SETT_UNDO_CHECKPOINT) {
    latest = reserve (most_hot * sizeof *latest);
    versions = reserve (most_versions * sizeof *versions);
    saved = reserve (most_versions * SETT_PAGE);
  }
  find_regions ();
  size_t pages = 0;
  for (size_t i = 0; i < region_count; i++)
    pages += (regions[i].high - regions[i].low) / SETT_PAGE;
  uint8_t *flags = reserve (pages);
  for (size_t i = 0; i < region_count; i++) {
    regions[i].hot = flags;
    flags += (regions[i].high - regions[i].low) / SETT_PAGE;
  }
  SETT_ASSERT (taken || regions[region_count - 1].hot);
  taken = 1;
  for (size_t i = 0; i < region_count; i++)
    sett_raw (SYS_mprotect, regions[i].low, regions[i].high - regions[i].low,
              PROT_READ | regions[i].execute);
}

/* As if they were hot: a fault is not the first write. */
void sett_pages_forbid (uintptr_t low, uintptr_t high) {
  for (uintptr_t page = low; page < high; page += SETT_PAGE) {
    const region *r = region_of (page);
    if (r)
      *flag_of (r, page) = 1;
  }
}

void sett_pages_restore (void) {
  SETT_ASSERT (hot_count <= most_hot);
  for (size_t i = 0; i < hot_count; i++)
    reset.to_copy ((void *)hot[i], copies + i * SETT_PAGE, filled[i]);
}

/*------------------------------------------------------------------------*/
/* The first write to a page. */

static int allow_writing (const region *r, uintptr_t low, uintptr_t high) {
  return !sett_raw (SYS_mprotect, low, high - low,
                    PROT_READ | PROT_WRITE | r->execute);
}

static void heat_all (const region *r, uintptr_t low, uintptr_t high) {
  if (hot_count + (high - low) / SETT_PAGE > sett_pages_limit () / SETT_PAGE ||
      !allow_writing (r, low, high))
    return;
  for (uintptr_t page = low; page < high; page += SETT_PAGE)
    heat (r, page);
}

/* Cold pages between hot ones become hot: at most so many in a row. */
static void fill_gaps (const region *r, size_t most) {
  uintptr_t low = 0; /* behind the last hot page */
  for (uintptr_t page = r->low; page < r->high; page += SETT_PAGE)
    if (*flag_of (r, page)) {
      if (low && low < page && (page - low) / SETT_PAGE <= most)
        heat_all (r, low, page);
      low = page + SETT_PAGE;
    }
}

/* The kernel knows a limited number of areas (vm.max_map_count), and a hot page
   among cold ones makes two of them.  Gaps are filled to have fewer. */
static int make_writable (const region *r, uintptr_t page) {
  static const size_t gaps[] = {4, 32, 256};
  int done = allow_writing (r, page, page + SETT_PAGE);
  for (size_t i = 0; !done && i < sizeof gaps / sizeof *gaps; i++) {
    for (size_t k = 0; k < region_count; k++)
      fill_gaps (&regions[k], gaps[i]);
    done = allow_writing (r, page, page + SETT_PAGE);
  }
  return done;
}

int sett_pages_fault (uintptr_t address) {
  const uintptr_t page = sett_page_of (address);
  const region *r = taken ? region_of (page) : NULL;
  if (!r || *flag_of (r, page) || is_beyond (engine.active ? 0 : in_reserve))
    return 0;
  if (!make_writable (r, page)) {
    scattered = 1;
    return 0;
  }
  if (!*flag_of (r, page))
    heat (r, page);
  return 1;
}

/* The kernel transfers no more than that at a time. */
static const size_t most_transfer = 0x7ffff000;

void sett_pages_touch (const void *start, size_t length) {
  if (!taken)
    return;
  if (length > most_transfer)
    length = most_transfer;
  const uintptr_t end = (uintptr_t)start + length;
  for (uintptr_t page = sett_page_of ((uintptr_t)start); page < end;
       page += SETT_PAGE)
    if (!sett_pages_fault (page) && sett_pages_exhausted ())
      sett_pages_end ();
}

size_t sett_pages_hot (void) {
  return hot_count;
}

void sett_pages_each (void (*visit) (uintptr_t page, const char *then, void *),
                      void *data) {
  for (size_t i = 0; i < hot_count; i++)
    visit (hot[i], copies + i * SETT_PAGE, data);
}

/*------------------------------------------------------------------------*/
/* Versions.  A page that becomes hot later was as at the snapshot before. */

static int is_full (void) {
  return version_count + hot_count > most_versions ||
         (version_count + hot_count) * SETT_PAGE > sett_pages_limit () / 2;
}

int sett_pages_save (size_t *mark) {
  if (is_full ())
    return 0;
  for (size_t i = 0; i < hot_count; i++) {
    SETT_ASSERT (version_count + hot_count <= most_versions);
    const void *page = (const void *)hot[i];
    if (!reset.differs (page, latest[i]))
      continue;
    char *copy = saved + version_count * SETT_PAGE;
    copy_page (copy, page);
    versions[version_count++] = (version){(uint32_t)i, latest[i]};
    latest[i] = copy;
  }
  *mark = version_count;
  return 1;
}

void sett_pages_drop (size_t mark) {
  SETT_ASSERT (mark <= version_count);
  while (version_count > mark) {
    const version *v = &versions[--version_count];
    SETT_ASSERT (v->page < hot_count);
    latest[v->page] = v->before;
  }
}

void sett_pages_restore_saved (void) {
  for (size_t i = 0; i < hot_count; i++)
    reset.to_copy ((void *)hot[i], latest[i], SETT_ALL_FILLED);
}
