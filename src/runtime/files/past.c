/* Keeps what files were before the execution changed them, in the journal on
   the board (kernel/journal.h).  The leader undoes it before the next
   execution, for all processes; the supervisor, if there is no next one.

   Names are kept in full.  The same file may be kept twice under two spellings
   of its name: what was kept first is restored last.

   A file that was removed is made anew, and is another one then: whoever had it
   open when the executions began to differ, or has it by another name, would
   not see what is done to it.  So programs that remove such files, or write to
   those that have no name any more, run from their beginning in each execution,
   as systems of processes do.  If that does not help, it is not undone. */

#include "runtime/files/past.h"

#include "base/memory.h"
#include "runtime/core/above.h"
#include "runtime/files/descriptors.h"
#include "runtime/core/engine.h"
#include "runtime/undo/pages.h"
#include "runtime/core/share.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static const size_t most_of_file = (size_t)1 << 20;
static const size_t most_of_all = (size_t)32 << 20;

static sett_journal *journal (void) {
  return &engine.board->journal;
}

int sett_past_any (void) {
  return journal ()->count != journal ()->base;
}

/*------------------------------------------------------------------------*/
/* Names.  They are built in memory that the kernel may write to. */

static char full[PATH_MAX], other[PATH_MAX], from_kernel[PATH_MAX];

/* "/proc/self/fd/NUMBER" */
static void name_number (char *link, long number) {
  char digits[8];
  int count = 0;
  strcpy (link, "/proc/self/fd/");
  char *end = link + strlen (link);
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    *end++ = digits[--count];
  *end = 0;
}

static int read_link (const char *link, char *to) {
  const long length =
      sett_raw (SYS_readlink, link, from_kernel, sizeof from_kernel - 1);
  if (length <= 0)
    return 0;
  memcpy (to, from_kernel, (size_t)length);
  to[length] = 0;
  return 1;
}

static int complete (int folder, const char *path, char *to) {
  char link[32] = "/proc/self/cwd";
  if (*path == '/') {
    if (strlen (path) >= PATH_MAX)
      return 0;
    strcpy (to, path);
    return 1;
  }
  if (folder != AT_FDCWD)
    name_number (link, folder);
  if (!read_link (link, to) || strlen (to) + strlen (path) + 2 > PATH_MAX)
    return 0;
  strcat (to, "/");
  strcat (to, path);
  return 1;
}

/* What was kept of it first; null: nothing yet. */
static const sett_past *kept (const char *path) {
  const sett_journal *j = journal ();
  for (uint32_t i = j->base; i < j->count; i++)
    if (!strcmp (j->pasts[i].path, path))
      return &j->pasts[i];
  return NULL;
}

static int is_kept (const char *path) {
  return kept (path) != NULL;
}

/* False, if it returns: there is no way back. */
static int cannot_return (void) {
  if (!engine.multi)
    above.want_processes ();
  return 0;
}

/*------------------------------------------------------------------------*/

static sett_past *begin (const char *path, sett_past_kind kind) {
  sett_past *p = &journal ()->pasts[journal ()->count];
  *p = (sett_past){.kind = kind, .path_length = strlen (path) + 1};
  p->path = memcpy (sett_alloc (p->path_length), path, p->path_length);
  return p;
}

static int finish (const sett_past *p) {
  journal ()->bytes += p->length;
  journal ()->count++;
  return 1;
}

static void set_status (sett_past *p, const struct stat *s) {
  p->mode = s->st_mode;
  p->times[0] = s->st_atim;
  p->times[1] = s->st_mtim;
}

static int keep_file (const char *path, const struct stat *s) {
  const size_t size = (size_t)s->st_size;
  if (size > most_of_file || journal ()->bytes + size > most_of_all)
    return 0;
  const long file = sett_raw (SYS_open, path,
                              O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOATIME, 0);
  const long again =
      file >= 0 ? file
                : sett_raw (SYS_open, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (again < 0)
    return 0;
  sett_past *p = begin (path, SETT_PAST_FILE);
  set_status (p, s);
  p->contents = sett_alloc (size + 1);
  size_t done = 0;
  while (done < size) {
    const long n =
        sett_raw (SYS_pread64, again, p->contents + done, size - done, done);
    if (n <= 0)
      break;
    done += (size_t)n;
  }
  memset (p->contents + done, 0, size + 1 - done);
  p->length = size;
  sett_raw (SYS_close, again);
  return finish (p);
}

static int keep_link (const char *path, const struct stat *s) {
  if (!read_link (path, other))
    return 0;
  sett_past *p = begin (path, SETT_PAST_LINK);
  set_status (p, s);
  p->length = strlen (other) + 1;
  p->contents = memcpy (sett_alloc (p->length + 1), other, p->length);
  return finish (p);
}

static int keep_full (const char *path) {
  static struct stat s;
  sett_share_needs_files ();
  if (is_kept (path))
    return 1;
  if (journal ()->count == SETT_MOST_PASTS)
    return 0;
  if (sett_raw (SYS_lstat, path, &s))
    return finish (begin (path, SETT_PAST_NOTHING));
  if (S_ISREG (s.st_mode))
    return keep_file (path, &s);
  if (S_ISLNK (s.st_mode))
    return keep_link (path, &s);
  if (!S_ISDIR (s.st_mode))
    return 0;
  sett_past *p = begin (path, SETT_PAST_FOLDER);
  set_status (p, &s);
  return finish (p);
}

/*------------------------------------------------------------------------*/

int sett_past_keep (int folder, const char *path) {
  return complete (folder, path, full) && keep_full (full);
}

/* The name goes: does anybody know the file without it? */
static int keep_same (const char *path) {
  static struct stat s;
  if (!keep_full (path))
    return 0;
  const sett_past *p = kept (path);
  if (!engine.has_snapshot || (p && p->kind == SETT_PAST_NOTHING) ||
      sett_raw (SYS_lstat, path, &s) ||
      !((S_ISREG (s.st_mode) && s.st_nlink > 1) || sett_descriptors_had (&s)))
    return 1;
  return cannot_return ();
}

int sett_past_keep_removed (int folder, const char *path) {
  return complete (folder, path, full) && keep_same (full);
}

/* To where symbolic links lead, even if nothing is there; as many of them as
   the kernel follows. */
static int follow (char *path) {
  for (int i = 0; i < 40 && read_link (path, other); i++) {
    const size_t stays =
        *other == '/' ? 0 : (size_t)(strrchr (path, '/') + 1 - path);
    if (stays + strlen (other) >= PATH_MAX)
      return 0;
    strcpy (path + stays, other);
  }
  return 1;
}

int sett_past_keep_target (int folder, const char *path) {
  const long number =
      sett_raw (SYS_openat, folder, path, O_PATH | O_CLOEXEC, 0);
  if (number < 0)
    return complete (folder, path, full) && follow (full) && keep_full (full);
  const int kept = sett_past_keep_open (number);
  sett_raw (SYS_close, number);
  return kept;
}

/* One that has no name any more cannot be seen by later executions, unless it
   was open before. */
int sett_past_keep_open (long number) {
  static struct stat of_number, of_name;
  char link[32];
  name_number (link, number);
  if (sett_raw (SYS_fstat, number, &of_number) || !read_link (link, full))
    return 0;
  if (!of_number.st_nlink)
    return !sett_descriptors_had (&of_number) || cannot_return ();
  return !sett_raw (SYS_lstat, full, &of_name) &&
         of_number.st_dev == of_name.st_dev &&
         of_number.st_ino == of_name.st_ino && keep_full (full);
}

const char *sett_past_fifo (int folder, const char *path) {
  static struct stat s;
  char link[32];
  if (sett_raw (SYS_newfstatat, folder, path, &s, 0) || !S_ISFIFO (s.st_mode))
    return NULL;
  const long number =
      sett_raw (SYS_openat, folder, path, O_PATH | O_CLOEXEC, 0);
  if (number < 0)
    return NULL;
  name_number (link, number);
  const int known = read_link (link, full);
  sett_raw (SYS_close, number);
  return known ? full : NULL;
}

/* A folder goes back with all that is in it. */
static int keep_move (const char *from, const char *to) {
  static struct stat s;
  sett_share_needs_files ();
  if (sett_raw (SYS_lstat, from, &s) || !S_ISDIR (s.st_mode))
    return keep_same (from);
  if (journal ()->count == SETT_MOST_PASTS)
    return 0;
  sett_past *p = begin (from, SETT_PAST_MOVED);
  p->length = strlen (to) + 1;
  p->contents = memcpy (sett_alloc (p->length + 1), to, p->length);
  return finish (p);
}

int sett_past_keep_rename (int from_folder, const char *from, int to_folder,
                           const char *to) {
  char target[PATH_MAX];
  if (!complete (to_folder, to, full))
    return 0;
  const int same = keep_same (full);
  strcpy (target, full);
  return complete (from_folder, from, full) && keep_move (full, target) && same;
}

void sett_past_snapshot (void) {
  journal ()->base = journal ()->count;
}

static void undo_to (uint32_t count) {
  sett_journal *j = journal ();
  while (j->count > count) {
    sett_past *p = &j->pasts[j->count - 1];
    sett_journal_undo_last (j);
    j->count--;
    sett_free (p->path, p->path_length);
    j->bytes -= p->length;
    if (p->contents)
      sett_free (p->contents, p->length + 1);
  }
}

void sett_past_restore (void) {
  undo_to (journal ()->base);
}

void sett_past_restore_all (void) {
  undo_to (0);
}
