/* Temporary folders: see tempdir.h.  Only who has made one removes it, or
   anybody when nobody holds its lock any more. */

#include "base/tempdir.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static const char prefix[] = "sett-", mark[] = "owner";
enum {
  PREFIX = sizeof prefix - 1,
  CHANCE = 6, /* letters behind it */
  TRIES = 100
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX]; /* "" when there is none */
static pid_t maker;           /* not the children that have a copy */
static int owner = -1;        /* the file that is locked */
static unsigned rooms;

/*------------------------------------------------------------------------*/
/* Removing. */

static DIR *open_folder (int at, const char *name) {
  const int file =
      openat (at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *entries = file < 0 ? NULL : fdopendir (file);
  if (!entries && file >= 0)
    close (file);
  return entries;
}

/* A compiler whose owner was killed may still write there: whoever comes next
   shall know that it is to be removed. */
static void mark_again (int at) {
  const int file = openat (at, mark, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0)
    close (file);
}

/* The owner's file goes last: who is killed meanwhile leaves a folder that the
   next one knows. */
static void remove_tree (int at, const char *name) {
  DIR *entries = open_folder (at, name);
  for (struct dirent *e; entries && (e = readdir (entries));)
    if (strcmp (e->d_name, ".") && strcmp (e->d_name, "..") &&
        strcmp (e->d_name, mark) && unlinkat (dirfd (entries), e->d_name, 0))
      remove_tree (dirfd (entries), e->d_name);
  const int marked = entries && !unlinkat (dirfd (entries), mark, 0);
  if (unlinkat (at, name, AT_REMOVEDIR) && marked)
    mark_again (dirfd (entries));
  if (entries)
    closedir (entries);
}

void sett_tempdir_close (void) {
  if (!*folder || maker != getpid ())
    return;
  remove_tree (AT_FDCWD, folder);
  *folder = 0;
  close (owner);
  owner = -1;
}

static void run_out_of_memory (void) {
  sett_tempdir_close ();
  fputs ("sett: out of memory\n", stderr);
  _Exit (4);
}

/*------------------------------------------------------------------------*/
/* What others have left. */

/* "sett-aB3xYz" */
static int is_name (const char *name) {
  if (strncmp (name, prefix, PREFIX) || strlen (name) != PREFIX + CHANCE)
    return 0;
  for (const char *c = name + PREFIX; *c; c++)
    if (!isalnum ((unsigned char)*c))
      return 0;
  return 1;
}

static int is_mine (int at, const char *name) {
  struct stat s;
  return !fstatat (at, name, &s, AT_SYMLINK_NOFOLLOW) && S_ISDIR (s.st_mode) &&
         s.st_uid == geteuid ();
}

/* Without an owner's file it can only be removed if it is empty. */
static void remove_if_left (int at, const char *name) {
  char path[PREFIX + CHANCE + sizeof mark + 1];
  snprintf (path, sizeof path, "%s/%s", name, mark);
  const int file = openat (at, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    unlinkat (at, name, AT_REMOVEDIR);
  else if (!flock (file, LOCK_EX | LOCK_NB))
    remove_tree (at, name);
  if (file >= 0)
    close (file);
}

static void remove_left (const char *parent) {
  DIR *entries = opendir (parent);
  if (!entries)
    return;
  for (struct dirent *e; (e = readdir (entries));)
    if (is_name (e->d_name) && is_mine (dirfd (entries), e->d_name))
      remove_if_left (dirfd (entries), e->d_name);
  closedir (entries);
}

/*------------------------------------------------------------------------*/
/* Making. */

/* False if another one has taken the folder for one that was left. */
static int lock (void) {
  char path[PATH_MAX + 16];
  struct stat s;
  snprintf (path, sizeof path, "%s/%s", folder, mark);
  owner = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  return owner >= 0 && !flock (owner, LOCK_EX | LOCK_NB) &&
         !fstat (owner, &s) && s.st_nlink;
}

/* 1: it is made; 0: once more; -1: it is not possible. */
static int make (const char *parent) {
  maker = getpid ();
  if (snprintf (folder, sizeof folder, "%s/%sXXXXXX", parent, prefix) >=
      (int)sizeof folder)
    errno = ENAMETOOLONG;
  else if (mkdtemp (folder)) {
    if (lock ())
      return 1;
    const int again = owner >= 0 || errno == ENOENT, error = errno;
    sett_tempdir_close ();
    errno = error;
    return again ? 0 : -1;
  }
  *folder = 0;
  return -1;
}

static int make_one (const char *parent) {
  int made = 0;
  for (int i = 0; i < TRIES && !made; i++)
    made = make (parent);
  return made > 0;
}

static const char *open_tempdir (sett_text *error) {
  static int registered;
  const char *parent = getenv ("TMPDIR");
  if (*folder)
    return folder;
  if (!parent || !*parent)
    parent = "/tmp";
  remove_left (parent);
  SETT_ASSERT (owner < 0);
  if (!make_one (parent)) {
    sett_text_addf (error, "cannot make a temporary folder in '%s': %s", parent,
                    strerror (errno));
    return NULL;
  }
  SETT_ASSERT (owner >= 0 && maker == getpid ());
  sett_memory_on_failure (run_out_of_memory);
  if (!registered++)
    atexit (sett_tempdir_close);
  return folder;
}

const char *sett_tempdir_open (sett_text *error) {
  pthread_mutex_lock (&mutex);
  const char *result = open_tempdir (error);
  pthread_mutex_unlock (&mutex);
  return result;
}

char *sett_tempdir_room (sett_text *error) {
  sett_text path = {0};
  if (!sett_tempdir_open (error))
    return NULL;
  sett_text_addf (&path, "%s/%u", folder,
                  __atomic_add_fetch (&rooms, 1, __ATOMIC_RELAXED));
  char *room = sett_strdup (sett_text_get (&path));
  sett_text_release (&path);
  SETT_ASSERT (!strncmp (room, folder, strlen (folder)));
  if (!mkdir (room, 0700))
    return room;
  sett_text_addf (error, "cannot make the folder '%s': %s", room,
                  strerror (errno));
  sett_free (room, strlen (room) + 1);
  return NULL;
}

void sett_tempdir_clear (char *room) {
  if (!room)
    return;
  remove_tree (AT_FDCWD, room);
  sett_free (room, strlen (room) + 1);
}

/*------------------------------------------------------------------------*/

static const char variable[] = "TMPDIR=";

static size_t count_words (char *const *words) {
  size_t count = 0;
  while (words[count])
    count++;
  return count;
}

char **sett_tempdir_environment (const char *where) {
  const size_t count = count_words (environ);
  char **words = sett_alloc ((count + 2) * sizeof *words);
  const size_t length = sizeof variable + strlen (where);
  size_t n = 0;
  words[n] = sett_alloc (length);
  snprintf (words[n++], length, "%s%s", variable, where);
  for (size_t i = 0; i < count; i++)
    if (strncmp (environ[i], variable, sizeof variable - 1))
      words[n++] = environ[i];
  while (n < count + 2)
    words[n++] = NULL;
  SETT_ASSERT (!words[count + 1] && words[0]);
  return words;
}

void sett_tempdir_forget (char **words) {
  SETT_ASSERT (!strncmp (words[0], variable, sizeof variable - 1));
  sett_free (words[0], strlen (words[0]) + 1);
  sett_free (words, (count_words (environ) + 2) * sizeof *words);
}
