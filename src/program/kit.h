/* What Sett brings along for the programs that it checks: the run-time library
   and the header sett.h, beside the program or where they were installed. */

#ifndef SETT_PROGRAM_KIT_H
#define SETT_PROGRAM_KIT_H

struct sett_text;

typedef struct sett_kit {
  char *library; /* path of libsett-run.so; owned, like the others */
  char *folder;  /* the folder of the library */
  char *include; /* the folder of sett.h */
  char *specs;   /* path of the file that makes gcc instrument, not link */
  char *inlined; /* path of the header with the first check of accesses */
} sett_kit;

/* False, with a sentence, when something is missing.  The environment variable
   SETT_RUNTIME names another library.  `release` is due either way. */
int sett_kit_find (sett_kit *, struct sett_text *error);
void sett_kit_release (sett_kit *);

#endif
