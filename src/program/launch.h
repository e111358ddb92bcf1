/* Starting a program with the run-time library in it. */

#ifndef SETT_PROGRAM_LAUNCH_H
#define SETT_PROGRAM_LAUNCH_H

#include "base/string_list.h"

#include <sys/types.h>

struct sett_text;

typedef struct sett_launch {
  const char *path;    /* of the program */
  const char *folder;  /* to run it in; null: the current one */
  char *const *argv;   /* all its words; ends with null */
  const char *library; /* the run-time; null: it brings its own */
  const char *input;   /* a file for its standard input; null: nothing */
  const sett_strings *environment; /* additions; may be null */
  int shared;                      /* the file */
  unsigned worker;                 /* whose shared memory it is */
  unsigned number;                 /* of the process in the system */
  pid_t group;                     /* that it joins; 0: one of its own */
  int keeps_output;                /* its outputs are those of Sett */
} sett_launch;

typedef struct sett_launched {
  pid_t process;
  int handle; /* readable when it has ended (a pidfd) */
  int output; /* what it writes before the run-time takes over; -1: nothing
                 is caught */
} sett_launched;

/* Does the word NAME=value set a variable that every launch sets? */
int sett_launch_sets (const char *word);

/* The process dies with Sett.  Address randomisation is off.  False, with a
   sentence, when the program cannot be started. */
int sett_launch_start (const sett_launch *, sett_launched *,
                       struct sett_text *error);

/* Kills what is left of the group, and waits for the process, if it was not
   waited for.  Closes the descriptors. */
void sett_launch_finish (sett_launched *);

/* Runs gdb, which starts the program likewise, until the user leaves it.
   False, with a sentence, if that is not possible. */
int sett_launch_debugger (const sett_launch *, struct sett_text *error);

#endif
