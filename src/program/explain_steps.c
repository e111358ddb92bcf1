/* The schedule, step by step: see explain.h.

        1  0 main      bank.c:25  create thread 1 transfer
        2              bank.c:26  create thread 2 transfer
        3  1 transfer  bank.c:17  lock a

   The thread is named where it takes over.  In a system the process has a
   column of its own.  Of a long schedule what matters is shown
   (what_matters.h), and never less. */

#include "base/assert.h"
#include "base/terminal.h"
#include "base/text.h"
#include "program/what_matters.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

enum { LONG = 80 }; /* steps */

#define NO_STEP UINT32_MAX

typedef struct line {
  const char *where, *what;
  int thread;
  const sett_backtrace *stack;
  uint32_t step; /* NO_STEP: an access of a race */
} line;

typedef struct table {
  sett_explainer *explainer;
  const sett_tell_style *style;
  int processes, names, wheres; /* widths */
  SETT_VECTOR (line) lines;
  uint8_t *matters; /* null: all do */
} table;

static const char *take (sett_explainer *t, sett_text *text) {
  const char *kept =
      sett_arena_copy (&t->arena, sett_text_get (text), text->length);
  sett_text_clear (text);
  return kept;
}

static void widen (int *width, const char *word) {
  const int length = (int)strlen (word);
  if (*width < length)
    *width = length;
}

/* Its inner functions say less than the words for a system call. */
static int is_inside_library (const sett_call_frame *frame,
                              const sett_counterexample_step *s) {
  return frame->foreign &&
         (*s->words || *s->call ||
          (frame->function && !strncmp (frame->function, "__", 2)));
}

/* Who returns from main ends, or crashes, somewhere in the C library. */
static int is_somewhere (const sett_explainer *t,
                         const sett_counterexample_step *s) {
  const unsigned process = sett_explain_process (t, s->thread);
  const sett_call_frame frame = sett_explain_frame (t, process, &s->stack);
  switch (s->operation) {
  case SETT_DO_EXIT:
  case SETT_DO_END:
  case SETT_DO_CRASH:
    return !frame.foreign;
  case SETT_DO_REVIVE:
    return 0;
  default:
    return !is_inside_library (&frame, s);
  }
}

static void add_line (table *t, line fresh) {
  const unsigned process = sett_explain_process (t->explainer, fresh.thread);
  SETT_PUSH (t->lines, fresh);
  widen (&t->processes, sett_explain_process_name (t->explainer, process));
  widen (&t->names, sett_explain_own_name (t->explainer, fresh.thread));
  widen (&t->wheres, fresh.where);
}

static void add_step (table *t, uint32_t i, sett_text *text) {
  const sett_counterexample_step *s = t->explainer->counterexample->steps + i;
  const unsigned process = sett_explain_process (t->explainer, s->thread);
  line fresh = {.thread = s->thread, .stack = &s->stack, .step = i};
  if (is_somewhere (t->explainer, s))
    sett_explain_add_where (t->explainer, process, &s->stack, text);
  fresh.where = take (t->explainer, text);
  sett_explain_add_operation (t->explainer, s, text);
  fresh.what = take (t->explainer, text);
  add_line (t, fresh);
}

static void add_access (table *t, const sett_counterexample_access *a,
                        sett_text *text) {
  const unsigned process = sett_explain_process (t->explainer, a->thread);
  line fresh = {.thread = a->thread, .stack = &a->stack, .step = NO_STEP};
  sett_explain_add_where (t->explainer, process, &a->stack, text);
  fresh.where = take (t->explainer, text);
  sett_explain_add_access (t->explainer, a, text);
  fresh.what = take (t->explainer, text);
  add_line (t, fresh);
}

/* The accesses of a race are steps, too, where they happen. */
static void fill (table *t) {
  const sett_counterexample *a = t->explainer->counterexample;
  uint32_t told = 0;
  sett_text text = {0};
  for (uint32_t i = 0; i <= a->step_count; i++) {
    for (; told < a->access_count &&
           (a->accesses[told].before <= i || i == a->step_count);
         told++)
      add_access (t, &a->accesses[told], &text);
    if (i < a->step_count)
      add_step (t, i, &text);
  }
  sett_text_release (&text);
}

static int is_left_out (const table *t, size_t i) {
  const uint32_t step = t->lines.at[i].step;
  SETT_ASSERT (step == NO_STEP ||
               step < t->explainer->counterexample->step_count);
  return t->matters && step != NO_STEP && !t->matters[step];
}

/* From step i on.  What shows all is said once. */
static void say_left_out (const table *t, size_t i, int first,
                          sett_text *text) {
  size_t count = 0;
  while (i + count < t->lines.count && is_left_out (t, i + count))
    count++;
  sett_text_addf (text, "       ... %zu step%s", count, count == 1 ? "" : "s");
  if (first)
    sett_text_addf (text, " on what no other thread uses; %s shows all",
                    t->style->complete ? t->style->complete : "--verbose");
  sett_text_add (text, "\n");
}

static void find_what_matters (table *t) {
  if (!t->style->abridge || t->lines.count <= LONG)
    return;
  t->matters = sett_zalloc (t->explainer->counterexample->step_count + 1, 1);
  sett_find_what_matters (t->explainer, t->matters);
}

static void print_line (const table *t, size_t i, sett_text *text) {
  const line *l = t->lines.at + i;
  const sett_colours *c = t->style->colours;
  const int takes_over = !i || l[-1].thread != l->thread ||
                         (is_left_out (t, i - 1) && !is_left_out (t, i));
  const unsigned process = sett_explain_process (t->explainer, l->thread);
  sett_text_addf (text, "%s%6zu%s  ", c->faint, i + 1, c->off);
  if (t->processes)
    sett_text_addf (text, "%-*s  ", t->processes,
                    sett_explain_process_name (t->explainer, process));
  sett_text_addf (text, "%s%-*s%s  %s%-*s%s  %s\n", c->strong, t->names,
                  takes_over ? sett_explain_own_name (t->explainer, l->thread)
                             : "",
                  c->off, c->faint, t->wheres, l->where, c->off, l->what);
  if (t->style->stacks)
    sett_explain_add_callers (t->explainer, process, l->stack,
                              t->processes + t->names + 12, c, text);
}

static void add_plural (sett_text *text, uint32_t count, const char *word) {
  sett_text_addf (text, "%" PRIu32 " %s%s", count, word, count == 1 ? "" : "s");
}

void sett_tell_schedule (sett_explainer *explainer,
                         const sett_tell_style *style, sett_text *text) {
  const sett_counterexample *a = explainer->counterexample;
  table t = {.explainer = explainer, .style = style};
  int gaps = 0;
  fill (&t);
  find_what_matters (&t);
  add_plural (text, (uint32_t)t.lines.count, "step");
  sett_text_add (text, ", ");
  add_plural (text, a->preemptions, "preemption");
  sett_text_add (text, "\n");
  for (size_t i = 0; i < t.lines.count; i++)
    if (!is_left_out (&t, i))
      print_line (&t, i, text);
    else if (!i || !is_left_out (&t, i - 1))
      say_left_out (&t, i, !gaps++, text);
  sett_text message = {0};
  sett_tell_message (explainer, &message);
  sett_text_addf (text, "        %s^ %s%s\n", style->colours->bad,
                  sett_text_get (&message), style->colours->off);
  sett_text_release (&message);
  if (t.matters)
    sett_free (t.matters, a->step_count + 1);
  SETT_RELEASE (t.lines);
}

void sett_tell_output (const sett_explainer *t, const sett_tell_style *style,
                       sett_text *text) {
  const sett_counterexample *a = t->counterexample;
  const sett_colours *c = style->colours;
  if (!a->output_length)
    return;
  sett_text_add (text, t->symboliser->system->multi ? "\nthe processes wrote\n"
                                                    : "\nthe program wrote\n");
  for (size_t from = 0; from < a->output_length;) {
    const char *start = a->output + from;
    const char *end = memchr (start, '\n', a->output_length - from);
    const size_t length = end ? (size_t)(end - start) : a->output_length - from;
    sett_text_addf (text, "  %s|%s ", c->faint, c->off);
    sett_text_add_bytes (text, start, length);
    sett_text_add (text, "\n");
    from += length + 1;
  }
}
