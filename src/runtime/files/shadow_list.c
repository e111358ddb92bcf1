/* Listing folders of the shadow.

   A folder whose names differ from the machine's is opened as a file of Sett's
   own.  When it is read from the beginning, its names are written there, as the
   kernel writes them: so positions, and who shares them, are as always.  One
   that was opened before goes on where it is, without the names that are gone;
   or becomes such a file, at its beginning. */

#include "runtime/files/shadow.h"
#include "runtime/files/originals.h"

#include "base/assert.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/shadow_copies.h"

#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

typedef struct record {
  uint64_t file;
  int64_t next;
  uint16_t length;
  uint8_t type;
  char name[NAME_MAX + 8];
} record;

enum { HEAD = offsetof (record, name) };

/* The kernel may write to them. */
static char buffer[32 << 10] __attribute__ ((aligned (8)));
static struct stat status;

int sett_shadow_is_listed (uint32_t folder) {
  const sett_node *n = sett_node_at (folder);
  return !n->origin || n->entries;
}

static int is_dots (const char *name) {
  return !strcmp (name, ".") || !strcmp (name, "..");
}

/*------------------------------------------------------------------------*/
/* The machine's names of a folder, but for those that mean something else. */

typedef int visit (const record *, void *); /* true: enough */

static int each_of_machine (uint32_t folder, const char *path, visit *v,
                            void *data) {
  const long file =
      sett_raw (SYS_open, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  int enough = file < 0;
  while (!enough) {
    const long n = sett_raw (SYS_getdents64, file, buffer, sizeof buffer);
    if (n <= 0)
      break;
    for (long at = 0; at < n && !enough;) {
      const record *r = (const record *)(buffer + at);
      at += r->length;
      if (!sett_table_entry (folder, r->name))
        enough = v (r, data);
    }
  }
  if (file >= 0)
    sett_raw (SYS_close, file);
  return enough;
}

static int is_no_dots (const record *r, void *unused) {
  (void)unused;
  return !is_dots (r->name);
}

int sett_shadow_is_empty (const sett_spot *folder) {
  if (folder->node)
    for (uint32_t i = sett_node_at (folder->node)->entries; i;
         i = shadow->entries[i].sibling)
      if (shadow->entries[i].node)
        return 0;
  return !*folder->path ||
         !each_of_machine (folder->node, folder->path, is_no_dots, NULL);
}

/*------------------------------------------------------------------------*/
/* Writing the names. */

typedef struct listing {
  long file, length;
} listing;

static void write_record (listing *l, uint64_t file, uint32_t type,
                          const char *name) {
  record r = {.file = file, .type = (uint8_t)type};
  strcpy (r.name, name);
  r.length = (uint16_t)((HEAD + strlen (name) + 1 + 7) / 8 * 8);
  r.next = l->length + r.length;
  const long n = sett_raw (SYS_pwrite64, l->file, &r, r.length, l->length);
  if (n != r.length)
    sett_shadow_give_up ("no room for the names of a folder", n);
  l->length += r.length;
  SETT_ASSERT (!(r.length % 8));
}

static int write_machine (const record *r, void *data) {
  write_record (data, r->file, r->type, r->name);
  return 0;
}

/* Those that were made first come first. */
static void write_own (listing *l, uint32_t entry) {
  for (uint32_t i = entry; i; i = shadow->entries[i].sibling) {
    const sett_entry *e = &shadow->entries[i];
    const sett_node *n = sett_node_at (e->node);
    if (e->node)
      write_record (l, n->file, IFTODT (n->mode), sett_text_at (e->name));
  }
}

static void write_dots (listing *l, const sett_spot *folder) {
  static sett_spot upcalls;
  write_record (l, folder->s.st_ino, DT_DIR, ".");
  if (!sett_spot_parent (folder, &upcalls))
    write_record (l, upcalls.s.st_ino, DT_DIR, "..");
}

/* The program has opened it for reading only. */
static void write_listing (long number, uint32_t folder) {
  static sett_spot spot;
  listing l = {sett_copy_reopen (number), 0};
  sett_raw (SYS_ftruncate, l.file, 0);
  sett_spot_of_node (folder, &spot);
  if (!sett_spot_is_gone (&spot)) {
    if (*spot.path)
      each_of_machine (folder, spot.path, write_machine, &l);
    else
      write_dots (&l, &spot);
    write_own (&l, sett_node_at (folder)->entries);
  }
  sett_raw (SYS_close, l.file);
}

/*------------------------------------------------------------------------*/
/* Giving them to the program. */

/* As the old call wants them: the type is at the end. */
static void make_old (char *at, const record *r) {
  struct {
    uint64_t file, next;
    uint16_t length;
    char name[NAME_MAX + 8];
  } old = {r->file, (uint64_t)r->next, r->length, {0}};
  strcpy (old.name, r->name);
  memcpy (at, &old, r->length);
  at[r->length - 1] = (char)r->type;
}

/* The old one needs a byte less before the name and one more behind it. */
static long give (const sett_call *call, long size) {
  char *to = (char *)call->a[1];
  if (call->number == SYS_getdents64)
    return sett_give (to, buffer, (size_t)size) ? -EFAULT : size;
  static char old[NAME_MAX + 64];
  for (long at = 0; at < size;) {
    const record *r = (const record *)(buffer + at);
    make_old (old, r);
    if (sett_give (to + at, old, r->length))
      return -EFAULT;
    at += r->length;
  }
  return size;
}

/* Whole records only. */
static long cut (long size, long room) {
  long at = 0;
  while (at + HEAD <= size) {
    const record *r = (const record *)(buffer + at);
    if (at + r->length > size || at + r->length > room)
      break;
    at += r->length;
  }
  return at;
}

static long read_listing (const sett_call *call, uint32_t folder) {
  const long number = (int)call->a[0], room = (long)(unsigned)call->a[2];
  const long position = sett_raw (SYS_lseek, number, 0, SEEK_CUR);
  if (!position)
    write_listing (number, folder);
  const long got =
      sett_raw (SYS_pread64, number, buffer, sizeof buffer, position);
  if (got < 0)
    return got;
  const long size = cut (got, room);
  if (got && !size)
    return -EINVAL;
  const long result = give (call, size);
  if (result > 0)
    sett_raw (SYS_lseek, number, position + size, SEEK_SET);
  return result;
}

/* Removes names that mean something else now from what the kernel gave. */
static long filter (uint32_t folder, long size) {
  long to = 0;
  for (long at = 0; at < size;) {
    const record *r = (const record *)(buffer + at);
    const long length = r->length;
    if (!sett_table_entry (folder, r->name)) {
      memmove (buffer + to, r, (size_t)length);
      to += length;
    }
    at += length;
  }
  return to;
}

static long go_on (const sett_call *call, uint32_t folder) {
  const long room = (long)(unsigned)call->a[2];
  for (;;) {
    const long n =
        sett_raw (SYS_getdents64, (int)call->a[0], buffer,
                  room < (long)sizeof buffer ? room : (long)sizeof buffer);
    if (n <= 0)
      return n;
    const long left = filter (folder, n);
    if (left)
      return give (call, left);
  }
}

/* 0: as the machine has it. */
static uint32_t listed_folder (long number) {
  const uint32_t node =
      sett_shadow_any () && !sett_raw (SYS_fstat, number, &status)
          ? sett_table_by_key (status.st_dev, status.st_ino)
          : 0;
  return node && S_ISDIR (sett_node_at (node)->mode) &&
                 sett_shadow_is_listed (node)
             ? node
             : 0;
}

long sett_shadow_list (const sett_call *call) {
  const long number = (int)call->a[0];
  const uint32_t folder = listed_folder (number);
  if (!folder)
    return sett_call_pass (call);
  if (!S_ISDIR (status.st_mode))
    return read_listing (call, folder);
  if (sett_raw (SYS_lseek, number, 0, SEEK_CUR))
    return go_on (call, folder);
  const long flags = sett_raw (SYS_fcntl, number, F_GETFD, 0);
  const long file = sett_copy_open_folder (folder, O_CLOEXEC);
  sett_raw (SYS_dup3, file, number, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
  sett_raw (SYS_close, file);
  sett_originals_replaced (number);
  return read_listing (call, folder);
}
