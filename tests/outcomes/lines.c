/* Sets of lines: see reference.h. */

#include "reference.h"

#include <stdlib.h>
#include <string.h>

void lines_add (lines *l, const char *line) {
  for (size_t i = 0; i < l->count; i++)
    if (!strcmp (l->at[i], line))
      return;
  if (l->count == l->room) {
    l->room = l->room ? 2 * l->room : 16;
    l->at = realloc (l->at, l->room * sizeof *l->at);
  }
  l->at[l->count++] = strdup (line);
}

static int compare_lines (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

void lines_sort (lines *l) {
  if (l->count)
    qsort (l->at, l->count, sizeof *l->at, compare_lines);
}

int lines_have (const lines *l, const char *line) {
  for (size_t i = 0; i < l->count; i++)
    if (!strcmp (l->at[i], line))
      return 1;
  return 0;
}

void lines_release (lines *l) {
  for (size_t i = 0; i < l->count; i++)
    free (l->at[i]);
  free (l->at);
  *l = (lines){0};
}
