/* The folder that names begin in, and the mask of new files: of the process. */

#ifndef SETT_RUNTIME_CWD_H
#define SETT_RUNTIME_CWD_H

/* Remembers them; later: puts them back if they were changed. */
void sett_cwd_snapshot (void);
void sett_cwd_restore (void);
/* Were they? */
int sett_cwd_changed (void);

/* The path as seen from there; of a long one, the end. */
void sett_cwd_show (const char *path, char *text, unsigned long size);

#endif
