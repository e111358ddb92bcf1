/* Paths for people. */

#ifndef SETT_PROGRAM_FILENAME_H
#define SETT_PROGRAM_FILENAME_H

struct sett_text;

/* Adds the path as seen from the current directory if that is shorter, without
   "." and ".." where they can be left out. */
void sett_filename_add (struct sett_text *, const char *path);

#endif
