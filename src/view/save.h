/* Files that are whole or not there. */

#ifndef SETT_VIEW_SAVE_H
#define SETT_VIEW_SAVE_H

struct sett_text;

/* False, with a sentence that names the file, when it cannot be written: what
   was there before is then untouched. */
int sett_view_save (const struct sett_text *, const char *path,
                    struct sett_text *error);

#endif
