/* Statements that were not executed, as text: see text_report.h. */

#include "report/text_report.h"

#include "base/terminal.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int width_of (const sett_outcome_statement *s) {
  return snprintf (NULL, 0, "%s:%" PRIu32, s->file, s->line);
}

static int widest (const sett_outcome *o) {
  int width = 0;
  for (size_t i = 0; i < o->unreached_count; i++)
    if (width_of (o->unreached + i) > width)
      width = width_of (o->unreached + i);
  return width;
}

static void add_statement (const sett_outcome_statement *s, int width,
                           const sett_colours *c, sett_text *text) {
  sett_text_addf (text, "  %s%s:%" PRIu32 "%s%*s  %s", c->faint, s->file,
                  s->line, c->off, width - width_of (s), "", s->text);
  if (s->reached)
    sett_text_addf (text, "  %s(never possible)%s", c->faint, c->off);
  sett_text_add (text, "\n");
}

void sett_report_unreached (const sett_outcome *o, const sett_colours *c,
                            sett_text *text) {
  if (!o->knows_unreached) {
    sett_text_add (text, "unreached: not known, since the search was not "
                         "exhaustive\n");
    return;
  }
  if (!o->unreached_count)
    sett_text_add (text, "unreached: nothing, every statement was executed\n");
  const int width = widest (o);
  const char *process = "";
  for (size_t i = 0; i < o->unreached_count; i++) {
    const sett_outcome_statement *s = o->unreached + i;
    if (strcmp (s->process, process))
      sett_text_addf (text, "unreached in %s%s%s\n", c->strong, s->process,
                      c->off);
    process = s->process;
    add_statement (s, width, c, text);
  }
}
