/* Which code reports its accesses: see modules.h. */

#include "runtime/core/modules.h"

#include "base/assert.h"
#include "runtime/core/bare.h"
#include "runtime/core/engine.h"

#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64 };

static sett_span instrumented[MOST], libraries[MOST];
static size_t count, library_count;
sett_span sett_cxx_library;

int sett_modules_any (void) {
  return count > 0;
}

int sett_modules_instrumented (uintptr_t place) {
  for (size_t i = 0; i < count; i++)
    if (sett_span_has (&instrumented[i], place))
      return 1;
  return 0;
}

/*------------------------------------------------------------------------*/
/* Instrumented code refers to functions that begin like this. */

static int is_hook (const char *name) {
  const char *hook = "__tsan_";
  while (*hook && *hook == *name)
    hook++, name++;
  return !*hook;
}

typedef struct tables {
  const ElfW (Sym) * symbols;
  const char *strings;
  const uint32_t *gnu_hash, *hash;
} tables;

static const void *address_of (const struct dl_phdr_info *info,
                               ElfW (Addr) value) {
  /* The loader adds the base on some systems and not on others. */
  return (const void *)(value < info->dlpi_addr ? value + info->dlpi_addr
                                                : value);
}

static tables find_tables (const struct dl_phdr_info *info,
                           const ElfW (Dyn) * entry) {
  tables t = {0};
  for (; entry->d_tag != DT_NULL; entry++) {
    const void *at = address_of (info, entry->d_un.d_ptr);
    if (entry->d_tag == DT_SYMTAB)
      t.symbols = at;
    else if (entry->d_tag == DT_STRTAB)
      t.strings = at;
    else if (entry->d_tag == DT_GNU_HASH)
      t.gnu_hash = at;
    else if (entry->d_tag == DT_HASH)
      t.hash = at;
  }
  return t;
}

/* Undefined symbols come first; the hash table begins with the others. */
static int has_hooks (const struct dl_phdr_info *info,
                      const ElfW (Dyn) * dynamic) {
  const tables t = find_tables (info, dynamic);
  if (!t.symbols || !t.strings || (!t.gnu_hash && !t.hash))
    return 0;
  const uint32_t last = t.gnu_hash ? t.gnu_hash[1] : t.hash[1];
  for (uint32_t i = 0; i < last; i++)
    if (t.symbols[i].st_shndx == SHN_UNDEF &&
        is_hook (t.strings + t.symbols[i].st_name))
      return 1;
  return 0;
}

/* Does the module report its accesses? */
static int reports (const struct dl_phdr_info *info) {
  const ElfW (Dyn) *dynamic = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      dynamic = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  return dynamic && has_hooks (info, dynamic);
}

static sett_span span_of (const struct dl_phdr_info *info,
                          const ElfW (Phdr) * h) {
  const uintptr_t low = info->dlpi_addr + h->p_vaddr;
  return (sett_span){low, low + h->p_memsz};
}

static int is_cxx_library (const struct dl_phdr_info *info) {
  return info->dlpi_name && strstr (info->dlpi_name, "/libstdc++.so");
}

static int is_of_system (const char *path);

static int is_library (const struct dl_phdr_info *info) {
  return info->dlpi_name && is_of_system (info->dlpi_name) &&
         !strstr (info->dlpi_name, "/libsett-run.so");
}

static int look_at (struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  const int is_instrumented = reports (info), is_cxx = is_cxx_library (info);
  const int is_other = !is_instrumented && is_library (info);
  for (int i = 0; i < info->dlpi_phnum && count < MOST; i++) {
    const ElfW (Phdr) *h = &info->dlpi_phdr[i];
    if (h->p_type != PT_LOAD)
      continue;
    if (is_instrumented && h->p_flags & PF_X)
      instrumented[count++] = span_of (info, h);
    if (is_cxx && h->p_flags & PF_W)
      sett_cxx_library = span_of (info, h);
    if (is_other && h->p_flags & PF_W && library_count < MOST)
      libraries[library_count++] = span_of (info, h);
    SETT_ASSERT (count <= MOST && library_count <= MOST);
  }
  return 0;
}

/*------------------------------------------------------------------------*/
/* Libraries that do not report theirs. */

static int begins (const char *path, const char *with) {
  return !strncmp (path, with, strlen (with));
}

/* What the system has installed is known to be careful, or is understood. */
static int is_of_system (const char *path) {
  return begins (path, "/lib") || begins (path, "/usr/lib");
}

/* Without a path: the program itself, and what the kernel provides. */
static const char *foreign_name (const struct dl_phdr_info *info) {
  const char *name = info->dlpi_name ? strrchr (info->dlpi_name, '/') : NULL;
  if (!name || is_of_system (info->dlpi_name) ||
      !strcmp (name, "/libsett-run.so") || reports (info))
    return NULL;
  return name + 1;
}

static int note_foreign (struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  const char *name = foreign_name (info);
  char text[128];
  if (!name)
    return 0;
  snprintf (text, sizeof text,
            "loaded %.40s, which 'sett cc' has not compiled: its accesses to "
            "memory are not seen",
            name);
  sett_note_add (1, 0, text);
  return 0;
}

/* In the linker's list, which is read without a lock: that would write, and
   make a page hot for nothing. */
static size_t count_loaded (void) {
  size_t number = 0;
  for (const struct link_map *m = _r_debug.r_map; m; m = m->l_next)
    number++;
  return number;
}

static size_t loaded, foreign; /* when it was looked at what is loaded */

void sett_modules_note_foreign (void) {
  if (foreign || count_loaded () != loaded)
    dl_iterate_phdr (note_foreign, NULL);
}

static int is_output (uintptr_t address) {
  const uintptr_t out = (uintptr_t)stdout, err = (uintptr_t)stderr;
  return address - out < sizeof *stdout || address - err < sizeof *stderr;
}

#define SPREAD 0x9e3779b97f4a7c15u

static int is_kept (uintptr_t address) {
  for (size_t i = 0; i < library_count; i++)
    if (sett_span_has (&libraries[i], address))
      return !is_output (address);
  return 0;
}

/* Only what differs counts, so that it is the same whether the page is looked
   at or not where nothing was changed. */
uint64_t sett_modules_change (uintptr_t page, const char *then, size_t size) {
  const uint64_t *new = (const uint64_t *)page, *old = (const void *)then;
  uint64_t sum = 0;
  SETT_ASSERT (!(page % sizeof *new) && !((uintptr_t)then % sizeof *old));
  for (size_t i = 0; i < size / sizeof *new; i++)
    if (UNLIKELY (new[i] != old[i]) && is_kept ((uintptr_t) & new[i])) {
      const uint64_t word = (new[i] ^ (uintptr_t) & new[i]) * SPREAD;
      sum += (word ^ word >> 29) * SPREAD;
    }
  return sum;
}

int sett_modules_library (uintptr_t from, size_t size) {
  for (size_t i = 0; i < library_count; i++)
    if (from < libraries[i].high && libraries[i].low < from + size)
      return 1;
  return 0;
}

static int count_foreign (struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  foreign += foreign_name (info) != NULL;
  return 0;
}

void sett_modules_find (void) {
  count = library_count = foreign = 0;
  dl_iterate_phdr (look_at, NULL);
  dl_iterate_phdr (count_foreign, NULL);
  loaded = count_loaded ();
}
