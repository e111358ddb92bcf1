/* Procfiles: the processes of a system, one on a line.

     # comment
     MODE=test                          for all that follow
     server: PORT=7000 ./server --log   NAME=value words before the command
     client*2: client.c -lm 7000        two of them: client.1 and client.2

   Quotes and backslashes mean what they mean to a shell; nothing else does.
   A command that begins with a source, or with flags for a compiler and a
   source, is compiled; the first word that is neither is the first argument,
   and `--` ends them explicitly.  Other commands are looked for in PATH if they
   have no slash, then in the folder of the file.  The processes run there, and
   all relative names are seen from there. */

#ifndef SETT_PROGRAM_PROCFILE_H
#define SETT_PROGRAM_PROCFILE_H

#include "program/system.h"

/* Adds the processes of a file.  `flags` go to the compiler before those of the
   line.  False, with lines "file:line: sentence", if something is wrong. */
int sett_procfile_read (sett_system *, const char *path,
                        const sett_strings *flags, struct sett_text *errors);

/* Adds the processes of one word "name=command" of the command line; relative
   names are seen from the current directory. */
int sett_procfile_add (sett_system *, const char *word,
                       const sett_strings *flags, struct sett_text *errors);

/* Is it one?  By its name, or because all its lines look so. */
int sett_procfile_is (const char *path);

#endif
