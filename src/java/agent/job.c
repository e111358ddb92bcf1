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

static int read_list (const char **at, const char *end, sett_jwords *list) {
  const char *number = next (at, end);
  const size_t count = number ? strtoul (number, NULL, 10) : 0;
  if (!number || count > (size_t)(end - *at))
    return 0;
  list->at = calloc (count + 1, sizeof *list->at);
  for (size_t i = 0; list->at && i < count; i++)
    if (!(list->at[list->count++] = next (at, end)))
      return 0;
  return list->at != NULL;
}

static int read_program (const char **at, const char *end, sett_jprogram *p) {
  p->class_path = next (at, end);
  p->main = next (at, end);
  return p->main && read_list (at, end, &p->candidates) &&
         read_list (at, end, &p->arguments) &&
         read_list (at, end, &p->properties) &&
         read_list (at, end, &p->environment) && (p->input = next (at, end));
}

int sett_jjob_read (sett_jjob *job, const char *path) {
  size_t count;
  const char *at = read_all (path, &count);
  *job = (sett_jjob){0};
  if (!at)
    return 0;
  const char *end = at + count;
  while (at < end)
    if (job->count == SETT_SYSTEM_PROCESSES ||
        !read_program (&at, end, &job->programs[job->count++]))
      return 0;
  return job->count > 0;
}
