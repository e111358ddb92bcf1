/* Which files are the same: see paths.h. */

#include "runtime/files/paths.h"

#include "runtime/core/os_model.h"
#include "runtime/core/engine.h"
#include "runtime/files/shadow.h"
#include "runtime/sched/schedule.h"
#include "stateless/stateless.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

int sett_paths_differ (void) {
  const sett_orders *orders = &engine.shared->orders;
  return orders->search == SETT_STATELESS_DPOR && !orders->stateful;
}

/*------------------------------------------------------------------------*/

static char name[PATH_MAX];
static struct stat status;

static const uint64_t *word_of (const char *path, size_t length) {
  const uint64_t hash = XXH3_64bits (path, length);
  return &os_model->file_words[hash % SETT_FILE_WORDS];
}

/* What was removed may have another name. */
static const uint64_t *word_of_name (void) {
  static const char removed[] = " (deleted)";
  const size_t tail = sizeof removed - 1, length = strlen (name);
  if (*name != '/' ||
      (length > tail && !strcmp (name + length - tail, removed)))
    return NULL;
  return word_of (name, length);
}

/* Is it what is meant, and does it have one name? */
static int is_plain (sett_path_use use) {
  if (S_ISREG (status.st_mode))
    return status.st_nlink <= 1;
  return S_ISCHR (status.st_mode) ||
         (S_ISDIR (status.st_mode) && use == SETT_PATH_OPEN);
}

const uint64_t *sett_paths_of_number (long number) {
  if (sett_shadow_fstat (number, &status) || !is_plain (SETT_PATH_FILE) ||
      !sett_shadow_name (number, name))
    return NULL;
  return word_of_name ();
}

static int is_link (int folder, const char *path) {
  static struct stat s;
  return sett_shadow_where (folder, path, 0, &s, NULL) > 0 &&
         S_ISLNK (s.st_mode);
}

const uint64_t *sett_paths_of_name (int folder, const char *path,
                                    sett_path_use use) {
  if (!path)
    return NULL;
  const long there =
      sett_shadow_where (folder, path, use != SETT_PATH_NAME, &status, name);
  if (there < 0 || (there && !is_plain (use)))
    return NULL;
  if (!there && is_link (folder, path))
    return NULL; /* it leads nowhere */
  return word_of_name ();
}

const uint64_t *sett_paths_word (int folder, const char *path) {
  return path && sett_shadow_where (folder, path, 0, &status, name) >= 0
             ? word_of_name ()
             : NULL;
}

void sett_paths_tell (const uint64_t *word, int changes) {
  sett_affect (&os_model->files, word ? SETT_EFFECT_LOAD : SETT_EFFECT_CHANGE,
               0);
  if (word)
    sett_affect (word, changes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, 0);
}

void sett_paths_look (const char *path) {
  if (sett_paths_differ ())
    sett_paths_tell (
        is_link (AT_FDCWD, path) ? NULL : sett_paths_word (AT_FDCWD, path), 0);
  else
    sett_affect (&os_model->files, SETT_EFFECT_LOAD, 0);
}
