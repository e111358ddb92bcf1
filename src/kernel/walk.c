/* A walk: see walk.h.

   Invariant: `states[current]` is the state the walk is in and
   `states[!current]` the one before; `sink` holds the steps from here if
   `expanded`.  Output is kept in pieces that name the step they belong to. */

#include "kernel/walk.h"

#include "base/assert.h"
#include "base/text.h"
#include "base/vector.h"

#include <string.h>

typedef SETT_VECTOR (unsigned char) bytes;

typedef struct piece {
  uint32_t step;
  size_t from, to; /* in `printed` */
} piece;

struct sett_walk {
  sett_model *model;
  bytes states[2];
  int current;
  int expanded;
  sett_sink sink;
  sett_text printed;
  SETT_VECTOR (piece) pieces;
  sett_text output; /* of the last move */
  sett_move last;
};

/*------------------------------------------------------------------------*/
/* The model's print statements. */

static void add_argument (sett_text *text, char conversion, int value) {
  switch (conversion) {
  case 'c':
    sett_text_addf (text, "%c", value);
    break;
  case 'x':
    sett_text_addf (text, "%x", (unsigned)value);
    break;
  case 'o':
    sett_text_addf (text, "%o", (unsigned)value);
    break;
  case 'u':
    sett_text_addf (text, "%u", (unsigned)value);
    break;
  default:
    sett_text_addf (text, "%d", value);
  }
}

/* Promela's printf: a conversion is "%" and one letter.  What has no argument
   stands for itself. */
static void add_formatted (sett_text *text, const char *format, int argc,
                           const int *argv) {
  int used = 0;
  for (const char *at = format; *at; at++) {
    const char next = *at == '%' ? at[1] : 0;
    if (next == '%')
      sett_text_add_bytes (text, at++, 1);
    else if (next && strchr ("diuxoce", next) && used < argc)
      add_argument (text, *++at, argv[used++]);
    else
      sett_text_add_bytes (text, at, 1);
  }
}

static void print (sett_sink *sink, const char *format, int argc,
                   const int *argv) {
  sett_walk *walk = sink->context;
  const size_t from = walk->printed.length;
  add_formatted (&walk->printed, format, argc, argv);
  const piece new_piece = {sink->count, from, walk->printed.length};
  SETT_PUSH (walk->pieces, new_piece);
}

static void collect_output (sett_walk *walk, uint32_t step) {
  sett_text_clear (&walk->output);
  for (size_t i = 0; i < walk->pieces.count; i++) {
    const piece *p = walk->pieces.at + i;
    if (p->step == step)
      sett_text_add_bytes (&walk->output, walk->printed.at + p->from,
                           p->to - p->from);
  }
}

/*------------------------------------------------------------------------*/

static void set_bytes (bytes *to, const unsigned char *from, size_t size) {
  to->count = 0;
  while (to->room < size)
    to->at = sett_vector_grow (to->at, &to->room, 1);
  if (size)
    memcpy (to->at, from, size);
  to->count = size;
}

static void forget_steps (sett_walk *walk) {
  sett_sink_clear (&walk->sink);
  sett_text_clear (&walk->printed);
  walk->pieces.count = 0;
  walk->expanded = 0;
}

/* Makes `step`, which is in the sink, the last move. */
static void move (sett_walk *walk, uint32_t index, uint64_t number) {
  const sett_step step = walk->sink.steps[index];
  sett_move *last = &walk->last;
  collect_output (walk, index);
  last->held = number ? last->step.holder : SETT_NO_PROCESS;
  bytes *before = walk->states + walk->current;
  walk->current = !walk->current;
  bytes *after = walk->states + walk->current;
  set_bytes (after, walk->sink.bytes + step.offset, step.size);
  last->number = number;
  last->step = step;
  last->before = number ? before->at : NULL;
  last->before_size = number ? (uint32_t)before->count : 0;
  last->after = step.size ? after->at : NULL;
  last->after_size = step.size;
  last->output = sett_text_get (&walk->output);
  forget_steps (walk);
}

sett_walk *sett_walk_create (sett_model *model) {
  sett_walk *walk = sett_zalloc (1, sizeof *walk);
  walk->model = model;
  walk->last.model = model;
  sett_sink_init (&walk->sink);
  walk->sink.print = print;
  walk->sink.context = walk;
  model->initial (model, &walk->sink);
  SETT_ASSERT (walk->sink.count == 1);
  move (walk, 0, 0);
  return walk;
}

void sett_walk_destroy (sett_walk *walk) {
  SETT_RELEASE (walk->states[0]);
  SETT_RELEASE (walk->states[1]);
  SETT_RELEASE (walk->pieces);
  sett_sink_release (&walk->sink);
  sett_text_release (&walk->printed);
  sett_text_release (&walk->output);
  sett_free (walk, sizeof *walk);
}

const sett_move *sett_walk_last (const sett_walk *walk) {
  return &walk->last;
}

const sett_sink *sett_walk_steps (sett_walk *walk) {
  const sett_move *last = &walk->last;
  if (!walk->expanded && last->after)
    walk->model->steps (walk->model, last->after, last->after_size,
                        last->step.holder, &walk->sink);
  walk->expanded = 1;
  return &walk->sink;
}

void sett_walk_take (sett_walk *walk, uint32_t index) {
  SETT_ASSERT (walk->expanded && index < walk->sink.count);
  move (walk, index, walk->last.number + 1);
}

int sett_walk_at_end (const sett_walk *walk) {
  const sett_move *last = &walk->last;
  return last->after &&
         walk->model->is_end (walk->model, last->after, last->after_size);
}
