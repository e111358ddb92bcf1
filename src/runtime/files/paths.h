/* Which files are the same?

   What programs do with different files commutes.  The complete name of a file
   at the moment, without symbolic links, stands for a word of the OS model: an
   object, for whether the file is there and for what is in it.  (Several names
   may share a word; they are taken for the same then.)

   Who uses one file reads the object of all files, and reads or changes the
   word.  Everything else changes the object of all files: what renames or
   links, makes or removes folders, symbolic links and special files, reads
   folders, changes the working folder; what uses a file that has several names,
   or had one that was removed; and what is not known any better.  So between
   two operations that may be exchanged every way from a name or a descriptor to
   a file stays the same, and two ways that lead to the same file have the same
   word.

   Searches must know what operations can do before they do it (footprint.h);
   in others, and in those that compare states, all files are one object.

   Here files are only named: where their contents are is not asked. */

#ifndef SETT_RUNTIME_PATHS_H
#define SETT_RUNTIME_PATHS_H

#include <stdint.h>

/* Are files told apart? */
int sett_paths_differ (void);

typedef enum sett_path_use {
  SETT_PATH_FILE, /* whatever it leads to, if that is no folder */
  SETT_PATH_OPEN, /* that, or a folder that is only opened */
  SETT_PATH_NAME, /* the name itself, if it is no symbolic link nor folder */
} sett_path_use;

/* In an event: the word of a file by its name, or by a descriptor; null: it
   could be any. */
const uint64_t *sett_paths_of_name (int folder, const char *path,
                                    sett_path_use);
const uint64_t *sett_paths_of_number (long number);

/* The word of a name, whatever it is the name of, or will be; null: there is
   none, or it is not known. */
const uint64_t *sett_paths_word (int folder, const char *path);

/* ...and that it is used, or changed; null: any. */
void sett_paths_tell (const uint64_t *word, int changes);

/* In an event that asks where a name leads, whatever is there: what it looks at
   is told. */
void sett_paths_look (const char *path);

#endif
