#include "runtime/files/paths.h"

#include "runtime/core/commons.h"
#include "runtime/core/engine.h"
#include "stateless/stateless.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

int sett_paths_differ (void) {
  const sett_orders *orders = &engine.board->orders;
  return orders->search == SETT_STATELESS_DPOR && !orders->stateful;
}

/*------------------------------------------------------------------------*/

/* The kernel may write to them. */
static char name[PATH_MAX + NAME_MAX + 2], parent[PATH_MAX];
static struct stat status;

static const uint64_t *word_of (const char *path, size_t length) {
  const uint64_t hash = XXH3_64bits (path, length);
  return &commons->file_words[hash % SETT_FILE_WORDS];
}

/* The complete name of an open file; 0: there is none, or it was removed, and
   others may have had it by another name. */
static size_t name_of (long number) {
  static const char removed[] = " (deleted)";
  const size_t tail = sizeof removed - 1;
  char link[32] = "/proc/self/fd/";
  char *to = link + strlen (link), digits[12];
  size_t count = 0;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    *to++ = digits[--count];
  *to = 0;
  const long n = sett_raw (SYS_readlink, link, name, PATH_MAX);
  if (n <= 0 || n >= PATH_MAX || *name != '/')
    return 0;
  const size_t length = (size_t)n;
  return length > tail && !memcmp (name + length - tail, removed, tail)
             ? 0
             : length;
}

/* Is it what is meant, and does it have one name? */
static int is_plain (sett_path_use use) {
  if (S_ISREG (status.st_mode))
    return status.st_nlink <= 1;
  return S_ISCHR (status.st_mode) ||
         (S_ISDIR (status.st_mode) && use == SETT_PATH_OPEN);
}

const uint64_t *sett_paths_of_number (long number) {
  if (sett_raw (SYS_fstat, number, &status) || !is_plain (SETT_PATH_FILE))
    return NULL;
  const size_t length = name_of (number);
  return length ? word_of (name, length) : NULL;
}

/* Of what is not there, in a folder that is. */
static const uint64_t *word_of_missing (int folder, const char *path) {
  const char *slash = strrchr (path, '/');
  const char *last = slash ? slash + 1 : path;
  const size_t before = (size_t)(last - path);
  if (!*last || !strcmp (last, ".") || !strcmp (last, "..") ||
      before + 2 > sizeof parent || strlen (last) > NAME_MAX ||
      !sett_raw (SYS_newfstatat, folder, path, &status, AT_SYMLINK_NOFOLLOW))
    return NULL;
  memcpy (parent, path, before);
  strcpy (parent + before, before ? "" : ".");
  const long number = sett_raw (SYS_openat, folder, parent,
                                O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  if (number < 0)
    return NULL;
  size_t length = name_of (number);
  sett_raw (SYS_close, number);
  if (!length)
    return NULL;
  if (length > 1)
    name[length++] = '/';
  strcpy (name + length, last);
  return word_of (name, length + strlen (last));
}

const uint64_t *sett_paths_of_name (int folder, const char *path,
                                    sett_path_use use) {
  if (!path || !*path || strlen (path) >= PATH_MAX)
    return NULL;
  const int flags = use == SETT_PATH_NAME ? O_NOFOLLOW : 0;
  const long number =
      sett_raw (SYS_openat, folder, path, O_PATH | O_CLOEXEC | flags, 0);
  if (number == -ENOENT)
    return word_of_missing (folder, path);
  if (number < 0)
    return NULL;
  const int plain = !sett_raw (SYS_fstat, number, &status) && is_plain (use);
  const size_t length = plain ? name_of (number) : 0;
  sett_raw (SYS_close, number);
  return length ? word_of (name, length) : NULL;
}
