/* A file that shall be run: can Sett control it? */

#ifndef SETT_PROGRAM_BINARY_H
#define SETT_PROGRAM_BINARY_H

struct sett_text;

typedef struct sett_binary {
  int instrumented; /* it reports its accesses to memory */
} sett_binary;

/* False, with a sentence, if the file is not an executable that Sett can
   control. */
int sett_binary_inspect (sett_binary *, const char *path,
                         struct sett_text *error);

#endif
