/* A counter-example for people: see trace_view.h. */

#include "cli/trace_view.h"

#include "base/assert.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/cli.h"
#include "promela/promela.h"
#include "report/steps.h"
#include "search/trace_replay.h"
#include "view/formula_story.h"

#include <stdio.h>
#include <string.h>

enum { LONG = 60, HEAD = 20, TAIL = 30 }; /* steps */

typedef struct printer {
  const sett_trace_view *what;
  sett_steps_style style;
  sett_text text;
  size_t total;   /* steps */
  uint64_t caret; /* the step after which it is wrong, whatever follows */
} printer;

/*------------------------------------------------------------------------*/
/* Where a formula is violated: a search may notice it later. */

typedef struct truths {
  SETT_VECTOR (uint64_t) propositions, steps;
} truths;

static void note_truth (void *context, const sett_move *move) {
  truths *t = context;
  sett_model *m = move->model;
  if (!move->after || move->step.holder != SETT_NO_PROCESS)
    return;
  SETT_PUSH (t->steps, move->number);
  SETT_PUSH (t->propositions,
             m->propositions (m, move->after, move->after_size));
}

static uint64_t find_caret (const sett_trace_view *what) {
  const sett_trace *trace = what->trace;
  const sett_formula *formula = sett_promela_formula (what->model);
  uint64_t caret = trace->steps.count;
  truths t = {0};
  sett_text departure = {0};
  if (trace->lasso || !formula || !what->model->propositions)
    return caret;
  if (sett_replay (what->model, trace, what->claim, note_truth, &t,
                   &departure)) {
    const size_t at = sett_formula_violated_at (formula, t.propositions.at,
                                                t.propositions.count);
    if (at < t.steps.count)
      caret = t.steps.at[at];
  }
  SETT_RELEASE (t.propositions);
  SETT_RELEASE (t.steps);
  sett_text_release (&departure);
  return caret;
}

static void say_later (printer *p) {
  const size_t more = p->total - (size_t)p->caret;
  SETT_ASSERT (p->caret <= p->total);
  sett_text_addf (&p->text,
                  "       ... %zu more step%s, until the search noticed%s\n",
                  more, more == 1 ? "" : "s", p->what->verbose ? ":" : "");
}

/*------------------------------------------------------------------------*/

/* The columns of what will be printed. */
static void set_widths (printer *p) {
  for (size_t i = 0; i < p->total; i++) {
    const sett_trace_step *step = p->what->trace->steps.at + i;
    const int name = (int)strlen (step->name);
    const int where = (int)strlen (step->where);
    if (p->style.name_width < name)
      p->style.name_width = name;
    if (p->style.where_width < where)
      p->style.where_width = where;
  }
}

static int is_left_out (const printer *p, uint64_t number) {
  return p->what->abridge && p->total > LONG && number > HEAD &&
         number <= p->total - TAIL;
}

static void say_left_out (printer *p) {
  sett_text_addf (&p->text, "       ... %zu steps; ", p->total - HEAD - TAIL);
  if (p->what->file)
    sett_text_addf (&p->text, "sett replay %s shows all\n", p->what->file);
  else
    sett_text_add (&p->text, "--verbose shows all\n");
}

static void observe (void *context, const sett_move *move) {
  printer *p = context;
  const sett_trace *trace = p->what->trace;
  if (move->number > p->caret && !p->what->verbose)
    return;
  if (!is_left_out (p, move->number))
    sett_steps_show (&p->style, move, &p->text);
  else if (move->number == HEAD + 1)
    say_left_out (p);
  if (trace->lasso && move->number == trace->cycle && trace->cycle < p->total)
    sett_steps_show_cycle (&p->style, trace->cycle, &p->text);
  if (trace->lasso && move->number == p->total)
    sett_steps_show_return (&p->style, trace->cycle, p->total, &p->text);
  if (move->number == p->caret)
    sett_steps_show_violation (&p->style, move, p->what->trace->violation,
                               &p->text);
  if (move->number == p->caret && p->caret < p->total)
    say_later (p);
  sett_cli_print (&p->text);
  sett_text_clear (&p->text);
}

int sett_trace_view_print (const sett_trace_view *what, sett_text *departure) {
  printer p = {
      .what = what,
      .style = {.colours = sett_terminal_colours (stdout),
                .verbose = what->verbose},
      .total = what->trace->steps.count,
      .caret = find_caret (what),
  };
  set_widths (&p);
  const int done = sett_replay (what->model, what->trace, what->claim, observe,
                                &p, departure);
  sett_text_release (&p.text);
  return done;
}
