/* By a file beside it, renamed when it is complete; what is no plain file (a
   pipe, a terminal, a link such as /dev/stdout) is written to as it is.  See
   save.h. */

#include "view/save.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_all (const sett_text *text, const char *path) {
  FILE *f = fopen (path, "w");
  if (!f)
    return 0;
  const int written =
      fwrite (sett_text_get (text), 1, text->length, f) == text->length;
  return (fclose (f) == 0) & written;
}

static int replace (const sett_text *text, const char *path) {
  sett_text beside = {0};
  sett_text_addf (&beside, "%s.%ld.part", path, (long)getpid ());
  const int done = write_all (text, sett_text_get (&beside)) &&
                   !rename (sett_text_get (&beside), path);
  const int error = errno;
  if (!done)
    unlink (sett_text_get (&beside));
  sett_text_release (&beside);
  errno = error;
  return done;
}

int sett_view_save (const sett_text *text, const char *path, sett_text *error) {
  struct stat there;
  const int special = !lstat (path, &there) && !S_ISREG (there.st_mode);
  const int done = special ? write_all (text, path) : replace (text, path);
  if (!done)
    sett_text_addf (error, "cannot write '%s': %s", path, strerror (errno));
  return done;
}
