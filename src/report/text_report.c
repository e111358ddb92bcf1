/* The outcome of a check as text: see text_report.h. */

#include "report/text_report.h"

#include "base/assert.h"
#include "base/terminal.h"
#include "base/text.h"
#include "report/units.h"

#include <inttypes.h>
#include <string.h>

static const char *tone (const sett_outcome *o, const sett_colours *c) {
  return o->tone == SETT_GOOD  ? c->good
         : o->tone == SETT_BAD ? c->bad
                               : c->warning;
}

/* Never more than what was looked for. */
static void add_absent (const sett_outcome *o, sett_text *text) {
  if (o->properties_count > 1)
    sett_text_addf (text, "all %zu properties", o->properties_count);
  else if (!o->properties->is_safety)
    sett_text_addf (text, "%s", o->properties->title);
  else if (o->checked_deadlocks && o->checked_assertions)
    sett_text_add (text, "no deadlock, no assertion failure");
  else if (o->checked_deadlocks)
    sett_text_add (text, "no deadlock (assertions were not checked)");
  else if (o->checked_assertions)
    sett_text_add (text, "no assertion failure (deadlocks were not checked)");
  else
    sett_text_add (text, "no error in the model (neither deadlocks nor "
                         "assertions were checked)");
}

static void add_limits (const sett_outcome *o, sett_text *text) {
  for (size_t i = 0; i < o->limits_count; i++) {
    const char *limit = o->limits[i];
    const int interrupt = !strcmp (limit, "interrupt");
    const int cycle = !strcmp (limit, "cycle");
    sett_text_addf (text, "%s%s%s", i ? ", " : "",
                    interrupt ? "interruption"
                    : cycle   ? "first state of a cycle"
                              : limit,
                    interrupt || cycle ? "" : " limit");
  }
}

static void add_omission (const sett_outcome *o, sett_text *text) {
  sett_text_add (text, "chance of having missed any given state: ");
  sett_units_share (text, o->omission);
  if (o->fill > 0) {
    sett_text_add (text, "; ");
    sett_units_share (text, o->fill);
    sett_text_add (text, " of the bits are set");
  }
}

/* A deadlock is nowhere in particular: its place is where the last step was. */
static void add_violation (const sett_outcome_violation *v, sett_text *text) {
  SETT_ASSERT (v->count || v->steps || v->kind);
  sett_text_add (text, v->message);
  if (v->property)
    sett_text_addf (text, ": %s", v->property);
  if (*v->where)
    sett_text_addf (text, "  %s %s",
                    strcmp (v->kind, "deadlock") ? "at" : "after", v->where);
}

static void add_stop (const sett_outcome *o, sett_text *text) {
  if (o->limits_count == 1 && !strcmp (o->limits[0], "interrupt")) {
    sett_text_add (text, "interrupted; ");
    return;
  }
  sett_text_add (text, "stopped by the ");
  add_limits (o, text);
  sett_text_add (text, "; ");
}

void sett_report_meaning (const sett_outcome *o, sett_text *text) {
  if (o->error)
    sett_text_add (text, o->error);
  else if (o->violations_count == 1) {
    add_violation (o->violations, text);
    if (o->violations->count > 1)
      sett_text_addf (text, "  (%" PRIu64 " times)", o->violations->count);
  } else if (o->violations_count)
    sett_text_addf (text, "%zu different violations", o->violations_count);
  else if (o->meaning)
    sett_text_add (text, o->meaning);
  else {
    if (o->limits_count)
      add_stop (o, text);
    add_absent (o, text);
    if (o->limits_count)
      sett_text_add (text, " so far");
  }
}

/* How strong the verdict of a lossy store is, on a line of its own. */
static void add_strength (const sett_outcome *o, int indent, sett_text *text) {
  if (o->violations_count || o->error || !o->lossy)
    return;
  sett_text_addf (text, "%*s", indent, "");
  add_omission (o, text);
  sett_text_add (text, "\n");
}

/* Which walk found it, if one did. */
static void add_finder (const sett_outcome *o, int indent, sett_text *text) {
  if (o->error || o->violations_count != 1 || !o->violations->hunter)
    return;
  sett_text_addf (text, "%*sfound by %s, number ", indent, "",
                  o->violations->hunter);
  sett_units_count (text, o->violations->walk);
  sett_text_addf (text, ", beside %s\n", o->search);
}

void sett_report_headline (const sett_outcome *o, const sett_colours *c,
                           sett_text *text) {
  enum { NARROW = 8, GAP = 3 };
  const int length = (int)strlen (o->verdict);
  const int width = length > NARROW ? length : NARROW;
  sett_text_addf (text, "%s%s%s%s%*s", c->strong, tone (o, c), o->verdict,
                  c->off, width - length + GAP, "");
  sett_report_meaning (o, text);
  sett_text_add (text, "\n");
  add_strength (o, width + GAP, text);
  add_finder (o, width + GAP, text);
}

void sett_report_properties (const sett_outcome *o, const sett_colours *c,
                             sett_text *text) {
  for (size_t i = 0; i < o->properties_count; i++) {
    const sett_outcome_property *p = o->properties + i;
    const char *colour = p->tone == SETT_GOOD  ? c->good
                         : p->tone == SETT_BAD ? c->bad
                                               : c->warning;
    sett_text_addf (text, "  %s%-13s%s %s\n", colour, p->verdict, c->off,
                    p->title);
  }
}

/*------------------------------------------------------------------------*/

static void add_row (sett_text *text, const sett_colours *c, const char *label,
                     sett_text *value) {
  sett_text_addf (text, "  %s%-16s%s%14s\n", c->faint, label, c->off,
                  sett_text_get (value));
  sett_text_clear (value);
}

static void add_speed (const sett_outcome *o, sett_text *value) {
  const double rate = o->seconds > 0 ? (double)o->states / o->seconds : 0;
  sett_units_short (value, rate);
}

/* A number that is not worth a line when it is 0. */
static void add_count_row (sett_text *text, const sett_colours *c,
                           const char *label, uint64_t count) {
  sett_text value = {0};
  if (count) {
    sett_units_count (&value, count);
    add_row (text, c, label, &value);
  }
  sett_text_release (&value);
}

static void add_program_statistics (const sett_outcome *o,
                                    const sett_colours *c, sett_text *text) {
  const sett_outcome_program *p = o->program;
  sett_text value = {0};
  sett_text_add (&value, o->search);
  add_row (text, c, "search", &value);
  sett_units_count (&value, o->executions);
  add_row (text, c, "executions", &value);
  add_count_row (text, c, "of them asleep", o->blocked);
  add_count_row (text, c, "of them in vain", p->in_vain);
  add_count_row (text, c, "walks by chance", p->walks);
  add_count_row (text, c, "assumed away", p->assumed);
  add_count_row (text, c, "cut", p->cut);
  add_count_row (text, c, "known states", p->matched);
  add_count_row (text, c, "states", p->stateful ? o->states : 0);
  add_count_row (text, c, "workers", p->workers);
  add_count_row (text, c, "processes", p->processes);
  add_count_row (text, c, "threads", p->threads);
  add_count_row (text, c, "longest", p->longest);
  sett_units_bytes (&value, (double)o->peak_memory);
  add_row (text, c, "memory", &value);
  sett_units_seconds (&value, o->seconds);
  add_row (text, c, "time", &value);
  sett_units_short (&value,
                    o->seconds > 0 ? (double)o->executions / o->seconds : 0);
  add_row (text, c, "executions per s", &value);
  sett_text_release (&value);
}

void sett_report_notes (const sett_outcome *o, const sett_colours *c,
                        sett_text *text) {
  for (size_t i = 0; o->program && i < o->program->notes_count; i++) {
    const sett_outcome_note *note = o->program->notes + i;
    sett_text_addf (text, "  %snote%s  %s",
                    note->bounds ? c->warning : c->faint, c->off, note->text);
    if (*note->where)
      sett_text_addf (text, "  %sat %s%s", c->faint, note->where, c->off);
    sett_text_add (text, "\n");
  }
}

void sett_report_statistics (const sett_outcome *o, const sett_colours *c,
                             sett_text *text) {
  if (o->program) {
    add_program_statistics (o, c, text);
    return;
  }
  sett_text value = {0};
  if (o->device) {
    sett_text_add (&value, o->device);
    add_row (text, c, "device", &value);
  }
  if (o->processors) {
    sett_text_addf (&value, "%u, before the device was ready", o->processors);
    add_row (text, c, "processors", &value);
  }
  sett_text_add (&value, o->reduction);
  add_row (text, c, "reduction", &value);
  sett_units_count (&value, o->states);
  add_row (text, c, "states", &value);
  sett_units_count (&value, o->transitions);
  add_row (text, c, "transitions", &value);
  sett_units_count (&value, o->depth);
  add_row (text, c, "depth", &value);
  if (o->executions) {
    sett_units_count (&value, o->executions);
    add_row (text, c, "executions", &value);
    sett_units_count (&value, o->blocked);
    add_row (text, c, "of them asleep", &value);
  }
  sett_text_addf (&value, "%.1f", o->bytes_per_state);
  add_row (text, c, "bytes per state", &value);
  sett_units_bytes (&value, (double)o->peak_memory);
  add_row (text, c, "memory", &value);
  if (o->disk) {
    sett_units_bytes (&value, (double)o->disk);
    add_row (text, c, "disk", &value);
  }
  sett_units_seconds (&value, o->seconds);
  add_row (text, c, "time", &value);
  add_speed (o, &value);
  add_row (text, c, "states per s", &value);
  if (o->violations_count && o->limits_count) {
    add_limits (o, &value);
    add_row (text, c, "stopped by", &value);
  }
  sett_text_release (&value);
}

void sett_report_violations (const sett_outcome *o, const sett_colours *c,
                             sett_text *text) {
  for (size_t i = 0; i < o->violations_count; i++) {
    const sett_outcome_violation *v = o->violations + i;
    sett_text_addf (text, "  %s%3zu%s  ", c->bad, i + 1, c->off);
    add_violation (v, text);
    sett_text_addf (text, "  %s(", c->faint);
    if (v->count > 1)
      sett_text_addf (text, "%" PRIu64 " times; ", v->count);
    sett_text_addf (text, "%" PRIu64 " step%s%s%s%s)%s\n", v->steps,
                    v->steps == 1 ? "" : "s", v->lasso ? " with a cycle" : "",
                    v->trace ? ", " : "", v->trace ? v->trace : "", c->off);
  }
  if (o->violations_seen > o->violations_count)
    sett_text_addf (text,
                    "       %s%" PRIu64 " violations were seen in all%s\n",
                    c->faint, o->violations_seen, c->off);
}

void sett_report_advice (const sett_outcome *o, const sett_colours *c,
                         sett_text *text) {
  if (o->estimate)
    sett_text_addf (text, "  %swhole%s %s\n", c->faint, c->off, o->estimate);
  if (o->growth)
    sett_text_addf (text, "  %sgrew%s  %s\n", c->faint, c->off, o->growth);
  for (size_t i = 0; i < o->advice_count; i++)
    sett_text_addf (text, "  %stry%s   %s\n", c->faint, c->off, o->advice[i]);
}
