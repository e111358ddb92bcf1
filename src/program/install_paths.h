/* What Sett brings along for the programs that it checks: the run-time library
   and the header sett.h, beside the program or where they were installed. */

#ifndef SETT_PROGRAM_INSTALL_PATHS_H
#define SETT_PROGRAM_INSTALL_PATHS_H

struct sett_text;

typedef struct sett_install_paths {
  char *library; /* path of libsett-run.so; owned, like the others */
  char *folder;  /* the folder of the library */
  char *include; /* the folder of sett.h */
  char *specs;   /* path of the file that makes gcc instrument, not link */
  char *inlined; /* path of the header with the first check of accesses */
} sett_install_paths;

/* False, with a sentence, when something is missing.  The environment variable
   SETT_RUNTIME names another library.  `release` is due either way. */
int sett_install_paths_find (sett_install_paths *, struct sett_text *error);
void sett_install_paths_release (sett_install_paths *);

#endif
