/* The schedule, step by step: see teller.h.

        1  0 main      bank.c:25  create thread 1 transfer
        2              bank.c:26  create thread 2 transfer
        3  1 transfer  bank.c:17  lock a

   The thread is named where it takes over.  In a system the process has a
   column of its own. */

#include "base/terminal.h"
#include "base/text.h"
#include "program/teller.h"

#include <inttypes.h>
#include <string.h>

enum { LONG = 80, HEAD = 25, TAIL = 45 }; /* steps */

typedef struct line {
  const char *where, *what;
} line;

typedef struct table {
  sett_teller *teller;
  const sett_tell_style *style;
  int processes, names, wheres; /* widths */
  SETT_VECTOR (line) lines;
} table;

static const char *take (sett_teller *t, sett_text *text) {
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
static int is_inside_library (const sett_frame *frame,
                              const sett_account_step *s) {
  return frame->foreign &&
         (*s->words || *s->call ||
          (frame->function && !strncmp (frame->function, "__", 2)));
}

/* Who returns from main ends, or crashes, somewhere in the C library. */
static int is_somewhere (const sett_teller *t, const sett_account_step *s) {
  const unsigned process = sett_teller_process (t, s->thread);
  const sett_frame frame = sett_teller_frame (t, process, &s->stack);
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

static void fill (table *t) {
  const sett_account *a = t->teller->account;
  sett_text text = {0};
  for (uint32_t i = 0; i < a->step_count; i++) {
    line fresh;
    const int thread = a->steps[i].thread;
    const unsigned process = sett_teller_process (t->teller, thread);
    if (is_somewhere (t->teller, &a->steps[i]))
      sett_teller_add_where (t->teller, process, &a->steps[i].stack, &text);
    fresh.where = take (t->teller, &text);
    sett_teller_add_operation (t->teller, &a->steps[i], &text);
    fresh.what = take (t->teller, &text);
    SETT_PUSH (t->lines, fresh);
    widen (&t->processes, sett_teller_process_name (t->teller, process));
    widen (&t->names, sett_teller_own_name (t->teller, thread));
    widen (&t->wheres, fresh.where);
  }
  sett_text_release (&text);
}

static int is_left_out (const table *t, size_t i) {
  return t->style->abridge && t->lines.count > LONG && i >= HEAD &&
         i < t->lines.count - TAIL;
}

static void say_left_out (const table *t, sett_text *text) {
  sett_text_addf (text, "       ... %zu steps; ", t->lines.count - HEAD - TAIL);
  if (t->style->complete)
    sett_text_addf (text, "%s shows all\n", t->style->complete);
  else
    sett_text_add (text, "--verbose shows all\n");
}

static void print_line (const table *t, size_t i, sett_text *text) {
  const sett_account_step *steps = t->teller->account->steps;
  const sett_colours *c = t->style->colours;
  const int takes_over = !i || steps[i - 1].thread != steps[i].thread ||
                         (is_left_out (t, i - 1) && !is_left_out (t, i));
  const unsigned process = sett_teller_process (t->teller, steps[i].thread);
  sett_text_addf (text, "%s%6zu%s  ", c->faint, i + 1, c->off);
  if (t->processes)
    sett_text_addf (text, "%-*s  ", t->processes,
                    sett_teller_process_name (t->teller, process));
  sett_text_addf (text, "%s%-*s%s  %s%-*s%s  %s\n", c->strong, t->names,
                  takes_over ? sett_teller_own_name (t->teller, steps[i].thread)
                             : "",
                  c->off, c->faint, t->wheres, t->lines.at[i].where, c->off,
                  t->lines.at[i].what);
  if (t->style->stacks)
    sett_teller_add_callers (t->teller, process, &steps[i].stack,
                             t->processes + t->names + 12, c, text);
}

static void add_plural (sett_text *text, uint32_t count, const char *word) {
  sett_text_addf (text, "%" PRIu32 " %s%s", count, word, count == 1 ? "" : "s");
}

void sett_tell_schedule (sett_teller *teller, const sett_tell_style *style,
                         sett_text *text) {
  const sett_account *a = teller->account;
  table t = {.teller = teller, .style = style};
  fill (&t);
  add_plural (text, a->step_count, "step");
  sett_text_add (text, ", ");
  add_plural (text, a->preemptions, "preemption");
  sett_text_add (text, "\n");
  for (size_t i = 0; i < t.lines.count; i++)
    if (!is_left_out (&t, i))
      print_line (&t, i, text);
    else if (i == HEAD)
      say_left_out (&t, text);
  sett_text message = {0};
  sett_tell_message (teller, &message);
  sett_text_addf (text, "        %s^ %s%s\n", style->colours->bad,
                  sett_text_get (&message), style->colours->off);
  sett_text_release (&message);
  SETT_RELEASE (t.lines);
}

void sett_tell_output (const sett_teller *t, const sett_tell_style *style,
                       sett_text *text) {
  const sett_account *a = t->account;
  const sett_colours *c = style->colours;
  if (!a->output_length)
    return;
  sett_text_add (text, t->cast->system->multi ? "\nthe processes wrote\n"
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
