/* Files for what does not fit into memory: see spool.h. */

#include "store/spool.h"

#include "base/assert.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static int fail (sett_disk *disk, const char *what, int error) {
  if (!*disk->message)
    snprintf (disk->message, sizeof disk->message, "%s in '%s': %s", what,
              disk->folder, strerror (error));
  return 0;
}

/* Where file systems cannot make files without a name, it loses its name at
   once. */
static int open_and_unlink (const char *folder) {
  sett_text path = {0};
  sett_text_addf (&path, "%s/sett-XXXXXX", folder);
  char *name = sett_strdup (sett_text_get (&path));
  const int file = mkostemp (name, O_CLOEXEC);
  if (file >= 0)
    unlink (name);
  sett_strfree (name);
  sett_text_release (&path);
  return file;
}

int sett_spool_open (sett_spool *spool, sett_disk *disk) {
  *spool = (sett_spool){.disk = disk};
  spool->file =
      open (disk->folder, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  if (spool->file < 0 &&
      (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
    spool->file = open_and_unlink (disk->folder);
  return spool->file >= 0 || fail (disk, "cannot make a file", errno);
}

void sett_spool_close (sett_spool *spool) {
  if (spool->disk && spool->file >= 0)
    close (spool->file);
  SETT_RELEASE (spool->hashes);
  *spool = (sett_spool){.disk = NULL};
}

static int is_out_of_room (int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

int sett_spool_write (sett_spool *spool, const void *block) {
  sett_disk *disk = spool->disk;
  const off_t begin = (off_t)(spool->hashes.count * SETT_SPOOL_BLOCK);
  SETT_ASSERT (spool->file >= 0 && !disk->full);
  disk->full = disk->used + SETT_SPOOL_BLOCK > disk->limit;
  for (size_t done = 0; !disk->full && done < SETT_SPOOL_BLOCK;) {
    const ssize_t n = pwrite (spool->file, (const char *)block + done,
                              SETT_SPOOL_BLOCK - done, begin + (off_t)done);
    if (n > 0)
      done += (size_t)n;
    else if (n < 0 && is_out_of_room (errno))
      disk->full = 1;
    else if (n == 0 || errno != EINTR)
      return fail (disk, "cannot write to a file", n ? errno : EIO);
  }
  if (disk->full)
    return 0;
  disk->used += SETT_SPOOL_BLOCK;
  SETT_PUSH (spool->hashes, XXH3_64bits (block, SETT_SPOOL_BLOCK));
  return 1;
}

int sett_spool_read (sett_spool *spool, uint64_t number, void *block) {
  const off_t begin = (off_t)(number * SETT_SPOOL_BLOCK);
  SETT_ASSERT (number < spool->hashes.count);
  for (size_t done = 0; done < SETT_SPOOL_BLOCK;) {
    const ssize_t n = pread (spool->file, (char *)block + done,
                             SETT_SPOOL_BLOCK - done, begin + (off_t)done);
    if (n > 0)
      done += (size_t)n;
    else if (n == 0 || errno != EINTR)
      return fail (spool->disk, "cannot read a file again", n ? errno : EIO);
  }
  if (XXH3_64bits (block, SETT_SPOOL_BLOCK) == spool->hashes.at[number])
    return 1;
  return fail (spool->disk, "something else is read than was written", EIO);
}
