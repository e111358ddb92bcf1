/* Progress: see progress.h. */

#include "report/progress.h"

#include "base/terminal.h"
#include "base/text.h"
#include "report/units.h"

static const double live_interval = 0.25;

void sett_progress_init (sett_progress *progress, FILE *file) {
  const int live = sett_terminal_is (file);
  *progress = (sett_progress){.file = file,
                              .unit = "states",
                              .extent = "depth",
                              .live = live,
                              .next = live ? live_interval : 1};
}

void sett_progress_call (sett_progress *progress, const char *unit,
                         const char *extent) {
  progress->unit = unit;
  progress->extent = extent;
}

/* Since the last line, so that a change of speed is seen. */
static double rate (const sett_progress *p, const sett_progress_sample *s) {
  const double seconds = s->seconds - p->then;
  /* A search may have begun again. */
  const uint64_t then = s->states < p->states_then ? 0 : p->states_then;
  return seconds > 0 ? (double)(s->states - then) / seconds : 0;
}

static void add_line (const sett_progress *p, const sett_progress_sample *s,
                      sett_text *line) {
  sett_units_seconds (line, s->seconds);
  sett_text_add (line, "  ");
  sett_units_short (line, (double)s->states);
  sett_text_addf (line, " %s  ", p->unit);
  sett_units_short (line, rate (p, s));
  sett_text_addf (line, "/s  %s ", p->extent);
  sett_units_count (line, s->depth);
  sett_text_add (line, "  ");
  sett_units_bytes (line, (double)s->memory);
}

static void print_live (sett_progress *p, const char *line) {
  const int columns = sett_terminal_columns (p->file) - 1;
  fprintf (p->file, "\r\033[K%.*s", columns, line);
  fflush (p->file);
  p->shown = 1;
}

/* Once. */
static void say_patience (sett_progress *p, const sett_progress_sample *s) {
  static const double minute = 60;
  if (!p->patience || !p->live || s->seconds < minute)
    return;
  fprintf (p->file, "\r\033[K%s\n", p->patience);
  p->patience = NULL;
}

void sett_progress_show (sett_progress *p, const sett_progress_sample *s) {
  sett_growth_add (&p->growth, s->seconds, s->states);
  if (s->seconds < p->next)
    return;
  sett_text line = {0};
  say_patience (p, s);
  add_line (p, s, &line);
  if (p->live)
    print_live (p, sett_text_get (&line));
  else
    fprintf (p->file, "%s\n", sett_text_get (&line));
  sett_text_release (&line);
  while (p->next <= s->seconds)
    p->next = p->live ? s->seconds + live_interval : 2 * p->next;
  p->then = s->seconds;
  p->states_then = s->states;
}

void sett_progress_end (sett_progress *p) {
  if (p->shown)
    fputs ("\r\033[K", p->file);
  fflush (p->file);
  p->shown = 0;
}
