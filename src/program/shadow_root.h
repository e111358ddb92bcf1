/* The folder for what checked programs do to files (runtime/files/shadow.h).

   There is one for the whole run of Sett, with a folder in it for each worker.
   It is locked as long as Sett lives, and removed at its end.  What others left
   behind that were killed is removed when the next one makes its own: who can
   lock it knows that its owner is dead. */

#ifndef SETT_PROGRAM_SHADOW_ROOT_H
#define SETT_PROGRAM_SHADOW_ROOT_H

#include "base/string_list.h"

struct sett_text;

/* These files, and all that is in these folders, are changed really, from now
   on.  False, with a sentence, if a name leads nowhere. */
int sett_shadow_exempt (const sett_strings *paths, struct sett_text *error);

/* Makes the folder of a worker, and writes into the shared memory's file where
   it is, and what is not shadowed.  False, with a sentence, if that cannot be
   done. */
int sett_shadow_prepare (int shared_file, unsigned worker,
                         struct sett_text *error);

/* Removes all of it. */
void sett_shadow_close (void);

#endif
