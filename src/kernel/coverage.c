/* Coverage: see coverage.h. */

#include "kernel/coverage.h"

#include "base/assert.h"
#include "base/snapshot.h"
#include "kernel/control.h"

#include <stdlib.h>
#include <string.h>

static uint32_t locations_of (const sett_model *model) {
  return model->control ? model->control->locations_count : 0;
}

sett_coverage *sett_coverage_create (sett_model *model) {
  sett_coverage *c = sett_zalloc (1, sizeof *c);
  c->model = model;
  c->taken = sett_zalloc (model->transitions, 1);
  c->visited = sett_zalloc (locations_of (model), 1);
  return c;
}

void sett_coverage_destroy (sett_coverage *c) {
  if (!c)
    return;
  sett_free (c->taken, c->model->transitions);
  sett_free (c->visited, locations_of (c->model));
  sett_free (c, sizeof *c);
}

void sett_coverage_add_state (sett_coverage *c, const unsigned char *state,
                              uint32_t size) {
  sett_standing at[SETT_MOST_PROCESSES];
  const sett_control *control = c->model->control;
  if (!control)
    return;
  const unsigned count = control->standings (c->model, state, size, at);
  SETT_ASSERT (count <= SETT_MOST_PROCESSES);
  for (unsigned i = 0; i < count; i++) {
    SETT_ASSERT_SLOW (at[i].location < control->locations_count);
    c->visited[at[i].location] = 1;
  }
}

/* The transition of which this one is a part, or itself. */
static uint32_t whole_of (const sett_coverage *c, uint32_t transition) {
  const uint32_t whole = c->model->transition (c->model, transition)->part_of;
  SETT_ASSERT (whole <= c->model->transitions);
  return whole ? whole - 1 : transition;
}

void sett_coverage_add_steps (sett_coverage *c, const sett_sink *sink,
                              uint32_t first) {
  SETT_ASSERT (first <= sink->count);
  for (uint32_t i = first; i < sink->count; i++)
    if (sink->steps[i].transition != SETT_YIELD)
      c->taken[whole_of (c, sink->steps[i].transition)] = 1;
}

void sett_coverage_save (const sett_coverage *c, sett_saver *saver) {
  sett_save (saver, c->taken, c->model->transitions);
  sett_save (saver, c->visited, locations_of (c->model));
}

void sett_coverage_restore (sett_coverage *c, sett_loader *loader) {
  sett_load (loader, c->taken, c->model->transitions);
  sett_load (loader, c->visited, locations_of (c->model));
}

void sett_coverage_unite (sett_coverage *c, const sett_coverage *other) {
  SETT_ASSERT (c->model == other->model);
  for (uint32_t i = 0; i < c->model->transitions; i++)
    c->taken[i] |= other->taken[i];
  for (uint32_t i = 0; i < locations_of (c->model); i++)
    c->visited[i] |= other->visited[i];
}

/* ---------------------------------------------------------------- lists --- */

/* A row of the list under construction. */
typedef struct row {
  sett_unexecuted what;
  const sett_transition *facts;
  uint32_t rank; /* of its process type */
} row;

/* Which transitions somebody stood before. */
static unsigned char *find_reached (const sett_coverage *c) {
  const sett_control *control = c->model->control;
  unsigned char *reached = sett_zalloc (c->model->transitions, 1);
  for (uint32_t i = 0; i < locations_of (c->model); i++)
    for (uint32_t k = 0; c->visited[i] && k < control->locations[i].count; k++)
      reached[control->locations[i].transitions[k]] = 1;
  return reached;
}

/* Transitions beyond the last one cannot be reached at all. */
static int is_listed (const sett_coverage *c, const unsigned char *reached,
                      const sett_transition *facts, uint32_t i, row *out) {
  const int exists = i < c->model->transitions;
  const uint32_t whole = exists ? whole_of (c, i) : i;
  out->what.reached = exists && reached[whole];
  out->what.transition = i;
  out->facts = facts;
  if (facts->unwritten || (exists && c->taken[whole]))
    return 0;
  return !(facts->closing_line && out->what.reached);
}

/* The first transition of the same process type. */
static uint32_t rank_of (sett_model *m, const char *process) {
  uint32_t i = 0;
  while (i < m->transitions && strcmp (m->transition (m, i)->process, process))
    i++;
  return i;
}

static uint32_t line_of (const row *r) {
  return r->facts->closing_line ? r->facts->closing_line : r->facts->line;
}

static int by_place (const void *left, const void *right) {
  const row *a = left, *b = right;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  if (!a->facts->closing_line != !b->facts->closing_line)
    return a->facts->closing_line ? 1 : -1;
  if (line_of (a) != line_of (b))
    return line_of (a) < line_of (b) ? -1 : 1;
  return (a->what.transition > b->what.transition) -
         (a->what.transition < b->what.transition);
}

/* An inline is there once for each of its uses. */
static int is_repeated (const row *a, const row *b) {
  return a->rank == b->rank && line_of (a) == line_of (b) &&
         a->what.reached == b->what.reached &&
         !strcmp (a->facts->text, b->facts->text);
}

void sett_coverage_list (const sett_coverage *c, sett_unexecuted_list *list) {
  SETT_VECTOR (row) rows = {0};
  sett_model *m = c->model;
  unsigned char *reached = find_reached (c);
  row r = {0};
  const char *process = NULL;
  for (uint32_t i = 0; i < m->transitions + m->dead; i++) {
    const sett_transition *facts = m->transition (m, i);
    if (facts->process != process)
      r.rank = rank_of (m, process = facts->process);
    if (is_listed (c, reached, facts, i, &r))
      SETT_PUSH (rows, r);
  }
  if (rows.count)
    qsort (rows.at, rows.count, sizeof *rows.at, by_place);
  for (size_t i = 0; i < rows.count; i++)
    if (!i || !is_repeated (&rows.at[i - 1], &rows.at[i]))
      SETT_PUSH (*list, rows.at[i].what);
  SETT_RELEASE (rows);
  sett_free (reached, m->transitions);
  SETT_ASSERT (list->count <= m->transitions + m->dead);
}
