/* A small model, written by hand, that has a bit of everything: an atomic run,
   a rendezvous, a choice inside one statement, output, and a flaw to order.

     P (0)                                Q (1)
     0: x = x + 1                         0: c ?
     1: atomic { x = x + 1;               1: select (x : 0 .. 1)
     2:          assert (x < LIMIT) }     2: (x == GUARD) -> printf ("x is
   %d\n", x) 3: c ! 4: end                               3: end

   The state is eight bytes: the place of P, the place of Q, x, and zeros. */

#ifndef SETT_TESTS_TOY_H
#define SETT_TESTS_TOY_H

#include "base/text.h"
#include "base/memory.h"
#include "kernel/violation.h"
#include "kernel/model.h"

#include <assert.h>
#include <string.h>

typedef enum toy_flaw { TOY_FINE, TOY_ASSERTION, TOY_DEADLOCK } toy_flaw;

typedef struct toy_model {
  sett_model model;
  toy_flaw flaw;
} toy_model;

static const sett_transition toy_transitions[] = {
    {.file = "toy.pml", .line = 3, .text = "x = x + 1", .process = "P"},
    {.file = "toy.pml", .line = 4, .text = "x = x + 1", .process = "P"},
    {.file = "toy.pml", .line = 5, .text = "assert ((x < 3))", .process = "P"},
    {.file = "toy.pml", .line = 6, .text = "c!0", .process = "P"},
    {.file = "toy.pml",
     .line = 11,
     .text = "select (x : 0 .. 1)",
     .process = "Q"},
    {.file = "toy.pml",
     .line = 12,
     .text = "printf (\"x is %d\\n\", x)",
     .process = "Q"},
};

static void toy_add (sett_sink *sink, unsigned process, unsigned transition,
                     const unsigned char *from, int place, int x) {
  unsigned char next[8];
  memcpy (next, from, 8);
  next[process] = (unsigned char)place;
  next[2] = (unsigned char)x;
  sink->room (sink, 8);
  memcpy (sink->bytes + sink->bytes_used, next, 8);
  sink->steps[sink->count++] = (sett_step){
      .transition = transition,
      .process = (uint16_t)process,
      .partner = SETT_NO_PROCESS,
      .holder = SETT_NO_PROCESS,
      .size = 8,
      .offset = sink->bytes_used,
  };
  sink->bytes_used += 8;
}

static sett_step *toy_last (sett_sink *sink) {
  return sink->steps + sink->count - 1;
}

static void toy_initial (sett_model *model, sett_sink *sink) {
  (void)model;
  const unsigned char zero[8] = {0};
  toy_add (sink, 0, SETT_YIELD, zero, 0, 0);
}

static void toy_steps_p (toy_flaw flaw, const unsigned char *s,
                         sett_sink *sink) {
  const int x = s[2], limit = flaw == TOY_ASSERTION ? 2 : 3;
  switch (s[0]) {
  case 0:
    toy_add (sink, 0, 0, s, 1, x + 1);
    break;
  case 1:
    toy_add (sink, 0, 1, s, 2, x + 1);
    toy_last (sink)->holder = 0;
    break;
  case 2:
    toy_add (sink, 0, 2, s, 3, x);
    if (x >= limit)
      toy_last (sink)->violation = SETT_VIOLATION_ASSERTION;
    break;
  case 3:
    if (s[1])
      break;
    toy_add (sink, 0, 3, s, 4, x);
    sink->bytes[toy_last (sink)->offset + 1] = 1;
    toy_last (sink)->partner = 1;
    break;
  }
}

static void toy_steps_q (toy_flaw flaw, const unsigned char *s,
                         sett_sink *sink) {
  const int x = s[2], guard = flaw == TOY_DEADLOCK ? 1 : x;
  switch (s[1]) {
  case 1:
    toy_add (sink, 1, 4, s, 2, 0);
    toy_add (sink, 1, 4, s, 2, 1);
    break;
  case 2:
    if (x != guard)
      break;
    if (sink->print)
      sink->print (sink, "x is %d\n", 1, &x);
    toy_add (sink, 1, 5, s, 3, x);
    break;
  }
}

static void toy_steps (sett_model *model, const unsigned char *s, uint32_t size,
                       unsigned holder, sett_sink *sink) {
  const toy_flaw flaw = ((toy_model *)model)->flaw;
  assert (size == 8);
  toy_steps_p (flaw, s, sink);
  if (holder == SETT_NO_PROCESS)
    toy_steps_q (flaw, s, sink);
}

static int toy_is_end (sett_model *model, const unsigned char *s,
                       uint32_t size) {
  (void)model, (void)size;
  return s[0] == 4 && s[1] == 3;
}

static const sett_transition *toy_transition (sett_model *model, uint32_t i) {
  (void)model;
  return toy_transitions + i;
}

static void toy_name_process (sett_model *model, const unsigned char *s,
                              uint32_t size, unsigned process,
                              sett_text *text) {
  (void)model, (void)s, (void)size;
  sett_text_add (text, process ? "Q (1)" : "P (0)");
}

static void toy_show_position (sett_model *model, const unsigned char *s,
                               uint32_t size, unsigned process,
                               sett_text *text) {
  (void)model, (void)size;
  sett_text_addf (text, "place %d", s[process]);
}

static unsigned toy_processes (sett_model *model, const unsigned char *s,
                               uint32_t size) {
  (void)model, (void)s, (void)size;
  return 2;
}

static void toy_show_state (sett_model *model, const unsigned char *s,
                            uint32_t size, int indent, sett_text *text) {
  (void)model, (void)size;
  sett_text_addf (text, "%*sx = %d\n", indent, "", s[2]);
}

static void toy_show_changes (sett_model *model, const unsigned char *before,
                              uint32_t before_size, const unsigned char *after,
                              uint32_t after_size, int indent,
                              sett_text *text) {
  (void)before_size;
  if (before[2] != after[2])
    toy_show_state (model, after, after_size, indent, text);
}

static void toy_destroy (sett_model *model) {
  sett_free (model, sizeof (toy_model));
}

static sett_model *toy_create (toy_flaw flaw) {
  toy_model *toy = sett_zalloc (1, sizeof *toy);
  toy->flaw = flaw;
  toy->model = (sett_model){
      .name = "toy",
      .transitions = sizeof toy_transitions / sizeof *toy_transitions,
      .initial = toy_initial,
      .steps = toy_steps,
      .is_end = toy_is_end,
      .transition = toy_transition,
      .name_process = toy_name_process,
      .show_position = toy_show_position,
      .processes = toy_processes,
      .show_state = toy_show_state,
      .show_changes = toy_show_changes,
      .destroy = toy_destroy,
  };
  return &toy->model;
}

#endif
