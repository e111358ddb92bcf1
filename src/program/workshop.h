/* A temporary folder for what is made on the way: removed at the end, however
   that comes. */

#ifndef SETT_PROGRAM_WORKSHOP_H
#define SETT_PROGRAM_WORKSHOP_H

struct sett_text;

/* The path of the folder, which is made at the first call; null, with a
   sentence, when that is not possible.  It is removed when the program exits,
   runs out of memory, or `close` is called. */
const char *sett_workshop_open (struct sett_text *error);
void sett_workshop_close (void);

#endif
