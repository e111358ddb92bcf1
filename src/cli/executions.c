/* The list of executions (--list-executions), a line for each, with tabs
   between number, ending, schedule and the end of what was written, in quotes
   and with escapes as in C; and the different outcomes (--outcomes): how
   executions end, and what was written.  More than one means that the same
   input can have different results.

   What several processes write counts by process: it makes no difference whose
   lines came first.  Executions that the search has repeated count once; what
   only they have shown is listed without a number. */

#include "base/assert.h"
#include "base/memory.h"
#include "base/terminal.h"
#include "base/vector.h"
#include "cli/program.h"
#include "program/read_list.h"

#include <stdlib.h>
#include <string.h>

typedef struct outcome {
  char *text; /* the ending, then a line of output each; owned */
  uint64_t count;
} outcome;

typedef SETT_VECTOR (outcome) outcomes;

typedef struct written_line {
  char *text; /* escaped; owned */
  unsigned process;
} written_line;

typedef SETT_VECTOR (written_line) written_lines;

static void count_outcome (outcomes *all, const char *text, unsigned times) {
  for (size_t i = 0; i < all->count; i++)
    if (!strcmp (all->at[i].text, text)) {
      all->at[i].count += times;
      return;
    }
  SETT_PUSH (*all, ((outcome){sett_strdup (text), times}));
}

/*------------------------------------------------------------------------*/
/* Records. */

static void add_escaped (const char *bytes, size_t count, sett_text *text) {
  for (size_t i = 0; i < count; i++) {
    const unsigned char c = (unsigned char)bytes[i];
    if (c == '\n')
      sett_text_add (text, "\\n");
    else if (c == '"' || c == '\\')
      sett_text_addf (text, "\\%c", c);
    else if (c < ' ' || c >= 127)
      sett_text_addf (text, "\\%03o", c);
    else
      sett_text_add_bytes (text, bytes + i, 1);
  }
}

void sett_cli_add_executions (const sett_text *list, sett_text *text) {
  sett_list_entry e;
  for (size_t at = 0; sett_list_read (list->at, list->length, at, &e);
       at += e.listed.size) {
    sett_text_addf (text, "%llu\t", (unsigned long long)e.listed.number);
    sett_text_add_bytes (text, e.ending, e.listed.ending);
    sett_text_add (text, "\t");
    sett_text_add_bytes (text, e.schedule, e.listed.schedule);
    sett_text_add (text, "\t\"");
    add_escaped (e.output, e.listed.output, text);
    sett_text_add (text, "\"\n");
    if (e.listed.is_last)
      sett_text_add (text, "(the list is too long: the rest is left out)\n");
  }
}

/*------------------------------------------------------------------------*/
/* Outcomes. */

/* Lines of one process stay in their order. */
static void sort_by_process (written_lines *lines) {
  for (size_t i = 1; i < lines->count; i++)
    for (size_t k = i; k && lines->at[k].process < lines->at[k - 1].process;
         k--) {
      const written_line line = lines->at[k];
      lines->at[k] = lines->at[k - 1];
      lines->at[k - 1] = line;
    }
}

static unsigned writer_of (const sett_list_entry *e, size_t line) {
  return line < e->listed.writers ? e->writers[line] : 0;
}

static void split_output (const sett_list_entry *e, written_lines *lines) {
  const char *at = e->output, *end = at + e->listed.output;
  while (at < end) {
    const char *stop = memchr (at, '\n', (size_t)(end - at));
    sett_text line = {0};
    add_escaped (at, (size_t)((stop ? stop : end) - at), &line);
    const unsigned writer = writer_of (e, lines->count);
    SETT_PUSH (*lines,
               ((written_line){sett_strdup (sett_text_get (&line)), writer}));
    sett_text_release (&line);
    at = stop ? stop + 1 : end;
  }
}

static void add_execution (outcomes *all, const sett_list_entry *e) {
  written_lines lines = {0};
  sett_text text = {0};
  split_output (e, &lines);
  sort_by_process (&lines);
  sett_text_add_bytes (&text, e->ending, e->listed.ending);
  sett_text_add (&text, "\n");
  for (size_t i = 0; i < lines.count; i++) {
    sett_text_addf (&text, "%s\n", lines.at[i].text);
    sett_strfree (lines.at[i].text);
  }
  count_outcome (all, sett_text_get (&text), !e->listed.is_repeated);
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
  SETT_ASSERT (strchr (ending, '\n'));
  const char *line = strchr (ending, '\n') + 1;
  if (o->count)
    sett_text_addf (text, "%8llu  ", (unsigned long long)o->count);
  else
    sett_text_add (text, "       -  ");
  sett_text_addf (text, "%.*s\n", (int)(line - ending - 1), ending);
  while (*line) {
    const size_t length = strcspn (line, "\n");
    sett_text_addf (text, "          %s|%s %.*s\n", c->faint, c->off,
                    (int)length, line);
    line += length + 1;
  }
}

void sett_cli_add_outcomes (const sett_text *list, sett_text *text) {
  const sett_colours *colours = sett_terminal_colours (stdout);
  outcomes all = {0};
  sett_list_entry e;
  for (size_t at = 0; sett_list_read (list->at, list->length, at, &e);
       at += e.listed.size)
    if (e.listed.is_outcome)
      add_execution (&all, &e);
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
  SETT_RELEASE (all);
}
