/* The folder that names begin in, and the mask of new files: of the process. */

#ifndef SETT_RUNTIME_FOLDER_H
#define SETT_RUNTIME_FOLDER_H

/* Remembers them; later: puts them back if they were changed. */
void sett_folder_snapshot (void);
void sett_folder_restore (void);
/* Were they? */
int sett_folder_changed (void);

/* The path as seen from there; of a long one, the end. */
void sett_folder_show (const char *path, char *text, unsigned long size);

#endif
