/* A journal of files: what they were before a program changed them.

   The program's run-time writes it, in shared memory; who undoes it may be
   another process, after the program was killed.  It is undone from the end to
   the beginning, so that what a name meant first counts. */

#ifndef SETT_KERNEL_JOURNAL_H
#define SETT_KERNEL_JOURNAL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

#define SETT_MOST_PASTS 256

typedef enum sett_past_kind {
  SETT_PAST_NOTHING, /* there was nothing of that name */
  SETT_PAST_FILE,    /* a file with these contents */
  SETT_PAST_LINK,    /* a symbolic link: the contents are what it says */
  SETT_PAST_FOLDER,  /* an empty folder */
  SETT_PAST_MOVED,   /* a folder, which has the name in `contents` now */
} sett_past_kind;

typedef struct sett_past {
  sett_past_kind kind;
  mode_t mode;
  struct timespec times[2]; /* of the last access and change */
  char *path;               /* complete */
  char *contents;
  size_t length, path_length;
} sett_past;

typedef struct sett_journal {
  volatile uint32_t count; /* a past counts when it is complete */
  uint32_t
      base; /* so many are older than the first execution that is repeated */
  size_t bytes;
  sett_past pasts[SETT_MOST_PASTS];
} sett_journal;

/* The last past is there again; it is not removed from the journal. */
void sett_journal_undo_last (const sett_journal *);

#endif
