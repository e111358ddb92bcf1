/* Reading the job file: see job.h. */

#include "java/agent/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_all (const char *path, size_t *count) {
  FILE *file = fopen (path, "rb");
  if (!file)
    return NULL;
  fseek (file, 0, SEEK_END);
  const long size = ftell (file);
  rewind (file);
  char *text = size >= 0 ? calloc (1, (size_t)size + 1) : NULL;
  *count = text ? fread (text, 1, (size_t)size, file) : 0;
  fclose (file);
  return text;
}

static const char *next (const char **at, const char *end) {
  const char *word = *at;
  if (word >= end)
    return NULL;
  *at = word + strlen (word) + 1;
  return word;
}

int sett_jjob_read (sett_jjob *job, const char *path) {
  size_t count;
  const char *word, *at = read_all (path, &count);
  *job = (sett_jjob){0};
  if (!at)
    return 0;
  const char *end = at + count;
  job->class_path = next (&at, end);
  job->main = next (&at, end);
  while ((word = next (&at, end)) && *word)
    if (job->candidate_count < SETT_MOST_WORDS)
      job->candidates[job->candidate_count++] = word;
  while ((word = next (&at, end)))
    if (job->argument_count < SETT_MOST_WORDS)
      job->arguments[job->argument_count++] = word;
  return job->class_path && job->main;
}
