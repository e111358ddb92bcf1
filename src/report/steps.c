/* Steps as people read them: see steps.h. */

#include "report/steps.h"

#include "base/assert.h"
#include "base/terminal.h"
#include "base/text.h"
#include "kernel/describe.h"

#include <inttypes.h>
#include <string.h>

enum { INDENT = 12 }; /* of what stands below a step */

static void widen (int *width, const sett_text *text) {
  if (*width < (int)text->length)
    *width = (int)text->length;
}

static void name_process (const sett_move *move, unsigned process,
                          sett_text *text) {
  move->model->name_process (move->model, move->before, move->before_size,
                             process, text);
}

/* The stroke that joins a step to its atomic run. */
static char stroke (const sett_move *move) {
  const int before = move->held != SETT_NO_PROCESS;
  const int after = move->step.holder != SETT_NO_PROCESS;
  return before && after ? '|' : before ? '\\' : after ? '/' : ' ';
}

static void add_partner (const sett_move *move, const sett_colours *c,
                         sett_text *out) {
  if (move->step.partner == SETT_NO_PROCESS)
    return;
  sett_text_addf (out, "  %s->%s ", c->strong, c->off);
  name_process (move, move->step.partner, out);
}

static void add_statement (const sett_move *move, const sett_colours *c,
                           sett_text *out) {
  if (move->step.transition == SETT_YIELD)
    sett_text_addf (out, "%s(cannot go on alone: waits)%s", c->faint, c->off);
  else
    sett_text_add (
        out, sett_describe_statement (move->model, move->step.transition));
}

static void add_step_line (sett_steps_style *style, const sett_move *move,
                           sett_text *out) {
  const sett_colours *c = style->colours;
  const char *number_colour = move->step.violation ? c->bad : c->faint;
  sett_text name = {0}, where = {0};
  name_process (move, move->step.process, &name);
  sett_describe_where (move->model, move->step.transition, &where);
  widen (&style->name_width, &name);
  widen (&style->where_width, &where);
  sett_text_addf (out, "%s%6" PRIu64 "%s %s%c%s %-*s  %s%-*s%s  ",
                  number_colour, move->number, c->off, c->warning,
                  stroke (move), c->off, style->name_width,
                  sett_text_get (&name), c->faint, style->where_width,
                  sett_text_get (&where), c->off);
  add_statement (move, c, out);
  add_partner (move, c, out);
  sett_text_add (out, "\n");
  sett_text_release (&name);
  sett_text_release (&where);
}

/* Every line of the model's output, marked as such. */
static void add_output (const sett_move *move, const sett_colours *c,
                        sett_text *out) {
  const char *at = move->output;
  while (*at) {
    const size_t length = strcspn (at, "\n");
    sett_text_addf (out, "%*s%sprints%s %.*s\n", INDENT, "", c->strong, c->off,
                    (int)length, at);
    at += length + (at[length] == '\n');
  }
}

static void show_whole_state (const sett_move *move, sett_text *out) {
  if (move->after)
    move->model->show_state (move->model, move->after, move->after_size, INDENT,
                             out);
}

static void show_first (const sett_steps_style *style, const sett_move *move,
                        sett_text *out) {
  if (style->verbose) {
    sett_text_add (out, "     0   initial state\n");
    show_whole_state (move, out);
  }
  add_output (move, style->colours, out);
}

void sett_steps_show (sett_steps_style *style, const sett_move *move,
                      sett_text *out) {
  if (!move->number) {
    show_first (style, move, out);
    return;
  }
  add_step_line (style, move, out);
  if (move->after)
    move->model->show_changes (move->model, move->before, move->before_size,
                               move->after, move->after_size, INDENT, out);
  add_output (move, style->colours, out);
}

void sett_steps_show_positions (const sett_move *move, sett_text *out) {
  sett_model *model = move->model;
  const unsigned count =
      model->processes (model, move->after, move->after_size);
  sett_text name = {0}, position = {0};
  int width = 0;
  for (unsigned i = 0; i < count; i++) {
    sett_text_clear (&name);
    model->name_process (model, move->after, move->after_size, i, &name);
    widen (&width, &name);
  }
  for (unsigned i = 0; i < count; i++) {
    sett_text_clear (&name);
    sett_text_clear (&position);
    model->name_process (model, move->after, move->after_size, i, &name);
    model->show_position (model, move->after, move->after_size, i, &position);
    sett_text_addf (out, "%*s%-*s  %s\n", INDENT, "", width,
                    sett_text_get (&name), sett_text_get (&position));
  }
  sett_text_release (&name);
  sett_text_release (&position);
}

void sett_steps_show_cycle (const sett_steps_style *style, uint64_t cycle,
                            sett_text *out) {
  const sett_colours *c = style->colours;
  sett_text_addf (
      out, "       %s--- the cycle begins here, after step %" PRIu64 "%s\n",
      c->strong, cycle, c->off);
}

void sett_steps_show_return (const sett_steps_style *style, uint64_t cycle,
                             uint64_t last, sett_text *out) {
  const sett_colours *c = style->colours;
  if (cycle == last)
    sett_text_addf (out,
                    "       %s--- nothing moves any more: the run stays here "
                    "forever%s\n",
                    c->strong, c->off);
  else
    sett_text_addf (out, "       %s--- back to step %" PRIu64 ", forever%s\n",
                    c->strong, cycle + 1, c->off);
}

void sett_steps_show_violation (const sett_steps_style *style,
                                const sett_move *move,
                                sett_violation_kind violation, sett_text *out) {
  const sett_colours *c = style->colours;
  const int deadlock = violation == SETT_VIOLATION_DEADLOCK;
  sett_text_addf (out, "         %s^ ", c->bad);
  /* The violation may be that of the state, or of the run. */
  const int of_step = move->step.violation == violation;
  sett_describe_violation (move->model, violation,
                           of_step ? move->step.transition : SETT_YIELD, out);
  sett_text_addf (out, "%s\n", c->off);
  if (deadlock)
    sett_steps_show_positions (move, out);
  if (style->verbose && move->after) {
    sett_text_add (out, "         last state\n");
    show_whole_state (move, out);
  }
}

static int is_ambiguous (const sett_sink *sink, uint32_t index) {
  SETT_ASSERT (index < sink->count);
  const sett_step *a = sink->steps + index;
  for (uint32_t i = 0; i < sink->count; i++) {
    const sett_step *b = sink->steps + i;
    if (i != index && a->transition == b->transition &&
        a->process == b->process && a->partner == b->partner)
      return 1;
  }
  return 0;
}

static void add_future (const sett_move *last, const sett_sink *sink,
                        const sett_step *step, sett_text *out) {
  sett_text changes = {0};
  if (step->size)
    last->model->show_changes (last->model, last->after, last->after_size,
                               sink->bytes + step->offset, step->size, 0,
                               &changes);
  for (size_t i = 0; i + 1 < changes.length; i++)
    if (changes.at[i] == '\n')
      changes.at[i] = ',';
  const size_t length = strcspn (sett_text_get (&changes), "\n");
  sett_text_addf (out, "  [%.*s]", (int)length, sett_text_get (&changes));
  sett_text_release (&changes);
}

void sett_steps_show_choice (const sett_move *last, const sett_sink *sink,
                             uint32_t index, sett_text *out) {
  sett_model *model = last->model;
  const sett_step *step = sink->steps + index;
  const unsigned char *state = last->after;
  model->name_process (model, state, last->after_size, step->process, out);
  sett_text_add (out, "  ");
  sett_describe_where (model, step->transition, out);
  sett_text_addf (out, "  %s",
                  step->transition == SETT_YIELD
                      ? "(waits)"
                      : sett_describe_statement (model, step->transition));
  if (step->partner != SETT_NO_PROCESS) {
    sett_text_add (out, "  -> ");
    model->name_process (model, state, last->after_size, step->partner, out);
  }
  if (step->violation != SETT_VIOLATION_NONE)
    sett_text_addf (out, "  (%s)", sett_violation_text (step->violation));
  if (is_ambiguous (sink, index))
    add_future (last, sink, step, out);
}
