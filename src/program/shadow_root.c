/* The folder of shadows: see shadow_root.h. */

#include "program/shadow_root.h"

#include "base/assert.h"
#include "base/text.h"
#include "shared/worker_pool.h"
#include "shared/shadow_orders.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "sett-shadow-"

enum { TRIES = 100, CHANCE = 6 /* letters */, OLD = 3600 /* seconds */ };

static char folder[PATH_MAX - 64]; /* "" when there is none */
static pid_t owner;                /* not the children that have a copy */
static int lock = -1;

/*------------------------------------------------------------------------*/
/* Removing. */

static int is_number (const char *name) {
  return *name && !name[strspn (name, "0123456789")];
}

/* A folder holds folders of workers, and these hold files (shadow_copies.c).
   What has other names was not made by Sett, and stays. */
static int is_made (const char *name, int deep) {
  return deep ? is_number (name)
              : *name && strchr ("cpl", *name) && is_number (name + 1);
}

static void clear (int at, const char *name, int deep) {
  const int file =
      openat (at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *entries = file < 0 ? NULL : fdopendir (file);
  if (!entries && file >= 0)
    close (file);
  if (!entries)
    return;
  int others = 0;
  for (struct dirent *e; (e = readdir (entries));)
    if (!is_made (e->d_name, deep))
      others += strcmp (e->d_name, ".") && strcmp (e->d_name, "..") &&
                !(deep && !strcmp (e->d_name, "lock"));
    else if (deep)
      clear (dirfd (entries), e->d_name, 0);
    else
      unlinkat (dirfd (entries), e->d_name, 0);
  const int marked = /* last: it says whose it is */
      deep && !others && !unlinkat (dirfd (entries), "lock", 0);
  if (unlinkat (at, name, AT_REMOVEDIR) && marked) { /* somebody writes there */
    const int again =
        openat (dirfd (entries), "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (again >= 0)
      close (again);
  }
  closedir (entries);
}

void sett_shadow_close (void) {
  if (!*folder || owner != getpid ())
    return;
  clear (AT_FDCWD, folder, 1);
  *folder = 0;
  close (lock);
  lock = -1;
}

/* "sett-shadow-aB3xYz" */
static int is_name (const char *name) {
  const size_t length = sizeof PREFIX - 1;
  if (strncmp (name, PREFIX, length) || strlen (name) != length + CHANCE)
    return 0;
  for (const char *c = name + length; *c; c++)
    if (!isalnum ((unsigned char)*c))
      return 0;
  return 1;
}

/* One without a lock is only just being made, unless it is old; then it is
   empty. */
static void remove_if_stale (int at, const char *name) {
  struct stat s;
  char path[NAME_MAX + 8];
  if (fstatat (at, name, &s, AT_SYMLINK_NOFOLLOW) || !S_ISDIR (s.st_mode) ||
      s.st_uid != geteuid ())
    return;
  snprintf (path, sizeof path, "%s/lock", name);
  const int file = openat (at, path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) {
    if (errno == ENOENT && time (NULL) - s.st_mtime > OLD)
      unlinkat (at, name, AT_REMOVEDIR);
    return;
  }
  if (!flock (file, LOCK_EX | LOCK_NB))
    clear (at, name, 1); /* while the lock is held */
  close (file);
}

static void remove_stale (const char *parent) {
  DIR *entries = opendir (parent);
  if (!entries)
    return;
  for (struct dirent *e; (e = readdir (entries));)
    if (is_name (e->d_name))
      remove_if_stale (dirfd (entries), e->d_name);
  closedir (entries);
}

/*------------------------------------------------------------------------*/
/* Making. */

/* Another one may take it for stale before it is locked: then once more. */
static int make_one (const char *parent) {
  char path[PATH_MAX];
  if (snprintf (folder, sizeof folder, "%s/" PREFIX "XXXXXX", parent) >=
      (int)sizeof folder) {
    errno = ENAMETOOLONG;
    return -1;
  }
  if (!mkdtemp (folder))
    return -1;
  snprintf (path, sizeof path, "%s/lock", folder);
  lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0)
    return errno == ENOENT ? 0 : -1;
  if (!flock (lock, LOCK_EX | LOCK_NB) && !access (path, F_OK))
    return 1;
  close (lock);
  return 0;
}

static int make (sett_text *error) {
  static int registered;
  const char *parent = getenv ("TMPDIR");
  char whole[PATH_MAX];
  if (*folder && owner == getpid ())
    return 1;
  if (!realpath (parent && *parent ? parent : "/tmp", whole))
    snprintf (whole, sizeof whole, "%s", parent && *parent ? parent : "/tmp");
  remove_stale (whole);
  int made = 0;
  for (int i = 0; i < TRIES && !made; i++)
    made = make_one (whole);
  owner = getpid ();
  if (made > 0) {
    SETT_ASSERT (*folder && lock >= 0);
    if (!registered++)
      atexit (sett_shadow_close);
    return 1;
  }
  sett_text_addf (error,
                  "cannot make a folder for files that programs change in "
                  "'%s': %s",
                  whole, strerror (errno));
  *folder = 0;
  return 0;
}

/*------------------------------------------------------------------------*/
/* Saying it. */

/* Complete, without links; what is not there yet by its folder. */
static int complete (const char *path, char whole[PATH_MAX]) {
  char parent[PATH_MAX];
  if (realpath (path, whole))
    return 1;
  const char *slash = strrchr (path, '/');
  const char *last = slash ? slash + 1 : path;
  if (errno != ENOENT || !*last || strlen (path) >= sizeof parent)
    return 0;
  snprintf (parent, sizeof parent, "%.*s", (int)(last - path), path);
  if (!realpath (*parent ? parent : ".", whole) ||
      strlen (whole) + strlen (last) + 2 > PATH_MAX)
    return 0;
  if (strcmp (whole, "/"))
    strcat (whole, "/");
  strcat (whole, last);
  return 1;
}

static sett_shadow_orders orders;

static int add_real (const char *path, sett_text *error) {
  sett_shadow_orders *o = &orders;
  char whole[PATH_MAX];
  if (!complete (path, whole)) {
    sett_text_addf (error, "--real %s: %s", path, strerror (errno));
    return 0;
  }
  const size_t length = strlen (whole) + 1;
  if (length > sizeof o->real - o->real_length) {
    sett_text_addf (error, "--real %s: that is too much", path);
    return 0;
  }
  memcpy (o->real + o->real_length, whole, length);
  o->real_length += (uint32_t)length;
  return 1;
}

int sett_shadow_exempt (const sett_strings *paths, sett_text *error) {
  for (size_t i = 0; i < paths->count; i++)
    if (!add_real (paths->at[i], error))
      return 0;
  return 1;
}

int sett_shadow_prepare (int shared_file, unsigned worker, sett_text *error) {
  if (!make (error))
    return 0;
  snprintf (orders.folder, sizeof orders.folder, "%s/%u", folder, worker);
  if ((mkdir (orders.folder, 0700) && errno != EEXIST) ||
      pwrite (shared_file, &orders, sizeof orders,
              (off_t)SETT_SHADOW_OFFSET (worker)) != sizeof orders) {
    sett_text_addf (error, "cannot make '%s': %s", orders.folder,
                    strerror (errno));
    return 0;
  }
  return 1;
}
