/* What the supervisor wants to have run: a file of words, each ended by a zero.

   class path, main class or "", candidates for it up to an empty word,
   arguments up to the end (program/java.c writes it). */

#ifndef SETT_JAVA_AGENT_JOB_H
#define SETT_JAVA_AGENT_JOB_H

#include <stddef.h>

enum { SETT_MOST_WORDS = 4096 };

typedef struct sett_jjob {
  const char *class_path, *main;
  const char *candidates[SETT_MOST_WORDS];
  size_t candidate_count;
  const char *arguments[SETT_MOST_WORDS];
  size_t argument_count;
} sett_jjob;

/* False if the file cannot be read. */
int sett_jjob_read (sett_jjob *, const char *path);

#endif
