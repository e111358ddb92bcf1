/* Functions of the C library that hand memory of the program to the kernel or
   to data of the library's own, and that nobody else stands in for: names of
   files, the environment, trees (search.h), and what the system tells.

   The environment is one variable here: whoever changes it writes to it, as the
   library may do to all of it. */

#include "runtime/access/buffers.h"

#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"

#include <dirent.h>
#include <grp.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define PLACE sett_buffer_place (SETT_HERE)
#define READS_TEXT(TEXT) sett_buffer_text (TEXT, PLACE)
#define READS(MEMORY) sett_buffer_read (MEMORY, sizeof *(MEMORY), PLACE)
#define WRITES(MEMORY) sett_buffer_write (MEMORY, sizeof *(MEMORY), PLACE)

/*------------------------------------------------------------------------*/
/* Names of files. */

#define NAMED(NAME)                                                            \
  EXPORT int NAME (const char *path) {                                         \
    READS_TEXT (path);                                                         \
    return SETT_REAL (NAME) (path);                                            \
  }
#define NAMED_WITH(NAME, TYPE)                                                 \
  EXPORT int NAME (const char *path, TYPE argument) {                          \
    READS_TEXT (path);                                                         \
    return SETT_REAL (NAME) (path, argument);                                  \
  }
#define NAMED_TWICE(NAME)                                                      \
  EXPORT int NAME (const char *one, const char *other) {                       \
    READS_TEXT (one);                                                          \
    READS_TEXT (other);                                                        \
    return SETT_REAL (NAME) (one, other);                                      \
  }

NAMED (chdir)
NAMED (remove)
NAMED (rmdir)
NAMED (unlink)
NAMED_WITH (access, int)
NAMED_WITH (chmod, mode_t)
NAMED_WITH (mkdir, mode_t)
NAMED_WITH (mkfifo, mode_t)
NAMED_WITH (truncate, off_t)
NAMED_TWICE (link)
NAMED_TWICE (rename)
NAMED_TWICE (symlink)

EXPORT DIR *opendir (const char *path) {
  READS_TEXT (path);
  return SETT_REAL (opendir) (path);
}

/*------------------------------------------------------------------------*/
/* The environment. */

static char environment;

EXPORT char *getenv (const char *name) {
  READS (&environment);
  READS_TEXT (name);
  return SETT_REAL (getenv) (name);
}

EXPORT int setenv (const char *name, const char *value, int replaces) {
  WRITES (&environment);
  READS_TEXT (name);
  READS_TEXT (value);
  return SETT_REAL (setenv) (name, value, replaces);
}

EXPORT int unsetenv (const char *name) {
  WRITES (&environment);
  READS_TEXT (name);
  return SETT_REAL (unsetenv) (name);
}

EXPORT int putenv (char *setting) {
  WRITES (&environment);
  READS_TEXT (setting);
  return SETT_REAL (putenv) (setting);
}

/*------------------------------------------------------------------------*/
/* Trees: to insert and to remove rearranges nodes on the way. */

typedef int comparison (const void *, const void *);

EXPORT void *tsearch (const void *key, void **root, comparison *compare) {
  WRITES (root);
  return SETT_REAL (tsearch) (key, root, compare);
}

EXPORT void *tdelete (const void *restrict key, void **restrict root,
                      comparison *compare) {
  WRITES (root);
  return SETT_REAL (tdelete) (key, root, compare);
}

EXPORT void *tfind (const void *key, void *const *root, comparison *compare) {
  READS (root);
  return SETT_REAL (tfind) (key, root, compare);
}

/*------------------------------------------------------------------------*/
/* What the system tells. */

EXPORT int getrlimit (__rlimit_resource_t what, struct rlimit *to) {
  WRITES (to);
  return SETT_REAL (getrlimit) (what, to);
}

EXPORT int getgroups (int room, gid_t *to) {
  const int count = SETT_REAL (getgroups) (room, to);
  if (count > 0 && room)
    sett_buffer_write (to, (size_t)count * sizeof *to, PLACE);
  return count;
}

EXPORT int getitimer (__itimer_which_t which, struct itimerval *to) {
  WRITES (to);
  return SETT_REAL (getitimer) (which, to);
}

EXPORT int sigprocmask (int how, const sigset_t *restrict set,
                        sigset_t *restrict old) {
  if (set)
    READS (set);
  if (old)
    WRITES (old);
  return SETT_REAL (sigprocmask) (how, set, old);
}
