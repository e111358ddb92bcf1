#include "kernel/journal.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int write_all (int file, const char *bytes, size_t length) {
  while (length) {
    const ssize_t n = write (file, bytes, length);
    if (n <= 0)
      return 0;
    bytes += n;
    length -= (size_t)n;
  }
  return 1;
}

/* What is in the way of something else goes; a file stays the same one. */
static void clear (const char *path, mode_t type) {
  struct stat s;
  if (lstat (path, &s) || (s.st_mode & S_IFMT) == type)
    return;
  if (S_ISDIR (s.st_mode))
    rmdir (path);
  else
    unlink (path);
}

static void undo_file (const sett_past *p) {
  clear (p->path, S_IFREG);
  const int file = open (
      p->path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return;
  write_all (file, p->contents, p->length);
  fchmod (file, p->mode & 07777);
  futimens (file, p->times);
  close (file);
}

void sett_journal_undo_last (const sett_journal *j) {
  const sett_past *p = &j->pasts[j->count - 1];
  switch (p->kind) {
  case SETT_PAST_NOTHING:
    clear (p->path, 0);
    break;
  case SETT_PAST_FILE:
    undo_file (p);
    break;
  case SETT_PAST_LINK:
    clear (p->path, 0);
    if (symlink (p->contents, p->path))
      perror (p->path);
    break;
  case SETT_PAST_FOLDER:
    clear (p->path, S_IFDIR);
    mkdir (p->path, p->mode & 07777);
    chmod (p->path, p->mode & 07777); /* it was there, or there is a mask */
    break;
  case SETT_PAST_MOVED:
    rename (p->contents, p->path);
    break;
  }
}
