/* Names for temporary files: the C library makes them of the time of day. */

#include "runtime/sched/randomness.h"
#include "runtime/core/real.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the X's are that have to be replaced; null: they are not there. */
static char *hole_of (char *name, int suffix) {
  const size_t length = strlen (name);
  if (suffix < 0 || length < 6 + (size_t)suffix)
    return NULL;
  char *hole = name + length - 6 - suffix;
  return strncmp (hole, "XXXXXX", 6) ? NULL : hole;
}

static void fill (char *hole) {
  static const char letters[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  unsigned char chance[6];
  if (sett_active ())
    sett_random_fill (chance, sizeof chance);
  else
    sett_raw (SYS_getrandom, chance, sizeof chance, 0);
  for (int i = 0; i < 6; i++)
    hole[i] = letters[chance[i] % (sizeof letters - 1)];
}

enum { TRIES = 1000, FOLDER = -1 };

/* Creates something with a name that was not there before. */
static int create (char *name, int suffix, int flags) {
  char *hole = hole_of (name, suffix);
  if (!hole) {
    errno = EINVAL;
    return -1;
  }
  for (int i = 0; i < TRIES; i++) {
    fill (hole);
    const int result =
        flags == FOLDER
            ? mkdir (name, 0700)
            : open (name, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL,
                    0600);
    if (result >= 0 || errno != EEXIST)
      return result;
  }
  return -1;
}

/*------------------------------------------------------------------------*/

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

EXPORT int mkostemps (char *name, int suffix, int flags) {
  if (!sett_active ())
    return SETT_REAL (mkostemps) (name, suffix, flags);
  return create (name, suffix, flags);
}

EXPORT int mkstemp (char *name) {
  return mkostemps (name, 0, 0);
}
EXPORT int mkstemp64 (char *name) {
  return mkostemps (name, 0, 0);
}
EXPORT int mkostemp (char *name, int flags) {
  return mkostemps (name, 0, flags);
}
EXPORT int mkostemp64 (char *name, int flags) {
  return mkostemps (name, 0, flags);
}
EXPORT int mkstemps (char *name, int suffix) {
  return mkostemps (name, suffix, 0);
}
EXPORT int mkstemps64 (char *name, int suffix) {
  return mkostemps (name, suffix, 0);
}
EXPORT int mkostemps64 (char *name, int suffix, int flags) {
  return mkostemps (name, suffix, flags);
}

EXPORT char *mkdtemp (char *name) {
  if (!sett_active ())
    return SETT_REAL (mkdtemp) (name);
  return create (name, 0, FOLDER) ? NULL : name;
}

EXPORT char *mktemp (char *name) {
  char *hole = hole_of (name, 0);
  if (!hole) {
    errno = EINVAL;
    *name = 0;
  }
  for (int i = 0; hole && i < TRIES; i++) {
    fill (hole);
    if (access (name, F_OK))
      return name;
  }
  return name;
}
