/* The different outcomes of a program or a system (--outcomes): how executions
   end, and what was written.  More than one means that the same input can have
   different results.

   What several processes write counts by process: it makes no difference whose
   lines came first. */

#include "base/memory.h"
#include "base/terminal.h"
#include "base/vector.h"
#include "cli/program.h"

#include <stdlib.h>
#include <string.h>

typedef struct outcome {
  char *text; /* the ending, then a line of output each; owned */
  uint64_t count;
} outcome;

typedef SETT_VECTOR (outcome) outcomes;
typedef SETT_VECTOR (const char *) pieces;

static void count_outcome (outcomes *all, const char *text) {
  for (size_t i = 0; i < all->count; i++)
    if (!strcmp (all->at[i].text, text)) {
      all->at[i].count++;
      return;
    }
  SETT_PUSH (*all, ((outcome){sett_strdup (text), 1}));
}

/*------------------------------------------------------------------------*/
/* Lines of the list (runtime/account/list.c). */

/* Cuts it at the next such string; null: there is none. */
static char *cut (char *text, const char *at) {
  char *end = strstr (text, at);
  if (!end)
    return NULL;
  *end = 0;
  return end + strlen (at);
}

/* Is it something that the program did, and not the end of our interest? */
static int is_outcome (const char *ending) {
  return !strncmp (ending, "ended", 5) || strchr (ending, ':');
}

/* By the names of processes in front: "client.1 | done". */
static size_t name_length (const char *line) {
  const char *bar = strstr (line, " | ");
  return bar ? (size_t)(bar - line) : 0;
}

static int is_before (const char *a, const char *b) {
  const size_t x = name_length (a), y = name_length (b);
  const int order = strncmp (a, b, x < y ? x : y);
  return order ? order < 0 : x < y;
}

/* Lines of one process stay in their order. */
static void sort_by_process (pieces *lines) {
  for (size_t i = 1; i < lines->count; i++)
    for (size_t k = i; k && is_before (lines->at[k], lines->at[k - 1]); k--) {
      const char *line = lines->at[k];
      lines->at[k] = lines->at[k - 1];
      lines->at[k - 1] = line;
    }
}

static void add_execution (outcomes *all, char *line, int multi) {
  char *ending = cut (line, "\t");
  char *schedule = ending ? cut (ending, "\t") : NULL;
  char *output = schedule ? cut (schedule, "\t\"") : NULL;
  if (!output || !is_outcome (ending))
    return;
  const size_t length = strlen (output);
  if (length && output[length - 1] == '"')
    output[length - 1] = 0;
  pieces lines = {0};
  while (output && *output) {
    SETT_PUSH (lines, output);
    output = cut (output, "\\n");
  }
  if (multi)
    sort_by_process (&lines);
  sett_text text = {0};
  sett_text_addf (&text, "%s\n", ending);
  for (size_t i = 0; i < lines.count; i++)
    sett_text_addf (&text, "%s\n", lines.at[i]);
  count_outcome (all, sett_text_get (&text));
  sett_text_release (&text);
  SETT_RELEASE (lines);
}

/*------------------------------------------------------------------------*/

static int compare_counts (const void *a, const void *b) {
  const uint64_t x = ((const outcome *)a)->count;
  const uint64_t y = ((const outcome *)b)->count;
  return x < y ? 1 : x > y ? -1 : 0;
}

static void add_outcome (const outcome *o, const sett_colours *c,
                         sett_text *text) {
  const char *ending = o->text;
  const char *line = strchr (ending, '\n') + 1;
  sett_text_addf (text, "%8llu  %.*s\n", (unsigned long long)o->count,
                  (int)(line - ending - 1), ending);
  while (*line) {
    const size_t length = strcspn (line, "\n");
    sett_text_addf (text, "          %s|%s %.*s\n", c->faint, c->off,
                    (int)length, line);
    line += length + 1;
  }
}

void sett_cli_add_outcomes (const sett_text *list, int multi, sett_text *text) {
  const sett_colours *colours = sett_terminal_colours (stdout);
  outcomes all = {0};
  char *copy = sett_strdup (sett_text_get (list));
  for (char *line = copy, *next; line && *line; line = next) {
    next = cut (line, "\n");
    add_execution (&all, line, multi);
  }
  if (all.count)
    qsort (all.at, all.count, sizeof *all.at, compare_counts);
  sett_text_addf (text,
                  "%zu different outcome%s, with the executions of each\n",
                  all.count, all.count == 1 ? "" : "s");
  for (size_t i = 0; i < all.count; i++) {
    add_outcome (&all.at[i], colours, text);
    sett_strfree (all.at[i].text);
  }
  sett_text_add (text, "\n");
  sett_free (copy, list->length + 1);
  SETT_RELEASE (all);
}
