/* What the supervisor wants to have run: a file of words, each ended by a zero
   (program/java_job.c writes it).

   For each process: its class path, its main class or "", then lists, each with
   its length in front: candidates for the main class, arguments, system
   properties, variables of the environment; and its input or "". */

#ifndef SETT_JAVA_AGENT_JOB_H
#define SETT_JAVA_AGENT_JOB_H

#include "shared/counterexample.h"

typedef struct sett_jwords {
  const char **at;
  size_t count;
} sett_jwords;

typedef struct sett_jprogram {
  const char *class_path, *main, *input;
  sett_jwords candidates, arguments, properties, environment;
} sett_jprogram;

typedef struct sett_jjob {
  sett_jprogram programs[SETT_SYSTEM_PROCESSES];
  unsigned count;
} sett_jjob;

/* False if the file cannot be read. */
int sett_jjob_read (sett_jjob *, const char *path);

#endif
