/* What files were before the execution changed them: see past.c. */

#ifndef SETT_RUNTIME_PAST_H
#define SETT_RUNTIME_PAST_H

#include <stdint.h>

/* Before the execution changes what there is of this name.  False: it is too
   large to be kept, and is not going to be undone. */
int sett_past_keep (int folder, const char *path);
/* The same before the name is removed. */
int sett_past_keep_removed (int folder, const char *path);
/* The same, if the name is a symbolic link, for what it leads to. */
int sett_past_keep_target (int folder, const char *path);
/* The same for an open file. */
int sett_past_keep_open (long number);
/* Before a name is changed into another. */
int sett_past_keep_rename (int from_folder, const char *from, int to_folder,
                           const char *to);

/* The complete name, if it is a FIFO; else null. */
const char *sett_past_fifo (int folder, const char *path);

/* Executions are repeated from here on. */
void sett_past_snapshot (void);
/* All that was kept since then is there again; or really all. */
void sett_past_restore (void);
void sett_past_restore_all (void);
/* Was anything? */
int sett_past_any (void);

#endif
