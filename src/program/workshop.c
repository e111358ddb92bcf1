/* The temporary folder: see workshop.h.

   There is one, so that whoever ends the program can find it; it is flat: it
   holds files only. */

#include "base/watch.h"
#include "program/workshop.h"

#include "base/memory.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[PATH_MAX]; /* "" when there is none */

void sett_workshop_close (void) {
  DIR *entries = *folder ? opendir (folder) : NULL;
  if (entries)
    for (struct dirent *e; (e = readdir (entries));)
      if (strcmp (e->d_name, ".") && strcmp (e->d_name, ".."))
        unlinkat (dirfd (entries), e->d_name, 0);
  if (entries)
    closedir (entries);
  if (*folder)
    rmdir (folder);
  *folder = 0;
}

static void close_for_watch (void *unused) {
  (void)unused;
  sett_workshop_close ();
}

static void run_out_of_memory (void) {
  sett_workshop_close ();
  fputs ("sett: out of memory\n", stderr);
  _Exit (4);
}

const char *sett_workshop_open (sett_text *error) {
  static int registered;
  const char *parent = getenv ("TMPDIR");
  if (*folder)
    return folder;
  if (!parent || !*parent)
    parent = "/tmp";
  if (snprintf (folder, sizeof folder, "%s/sett-XXXXXX", parent) >=
          (int)sizeof folder ||
      !mkdtemp (folder)) {
    *folder = 0;
    sett_text_addf (error, "cannot make a temporary folder in '%s': %s", parent,
                    strerror (errno));
    return NULL;
  }
  sett_memory_on_failure (run_out_of_memory);
  if (!registered++) {
    static sett_watch_duty duty = {close_for_watch, NULL, NULL};
    atexit (sett_workshop_close);
    sett_watch_oblige (&duty);
  }
  return folder;
}
