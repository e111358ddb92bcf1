/* A temporary folder for what is made on the way, removed at the end, however
   that comes.

   It is TMPDIR/sett-XXXXXX.  Whoever has made it keeps the file `owner` in it
   locked; a folder whose owner holds no lock any more was left by somebody who
   was killed, and is removed by the next one, and so is an empty one.  Nothing
   is removed that belongs to another user, or to somebody who is alive: who
   finds that the folder was removed before it was locked makes another one. */

#ifndef SETT_BASE_TEMPDIR_H
#define SETT_BASE_TEMPDIR_H

struct sett_text;

/* The path of the folder, which is made at the first call; null, with a
   sentence, when that is not possible.  It is removed when the program exits,
   runs out of memory, or `close` is called. */
const char *sett_tempdir_open (struct sett_text *error);
void sett_tempdir_close (void);

/* A folder of its own in it; null on failure.  Freed, and removed with all that
   is in it, by `clear`. */
char *sett_tempdir_room (struct sett_text *error);
void sett_tempdir_clear (char *room);

/* The environment for programs that make temporary files: they make them in
   this folder, or room.  The strings but one are those of the environment.
   Freed by `forget`. */
char **sett_tempdir_environment (const char *folder);
void sett_tempdir_forget (char **environment);

#endif
