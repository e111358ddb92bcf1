/* Searches in depth as bytes, between two executions (saved.h): nodes, what was
   executed from them, and who sleeps there.  The last log is not needed. */

#include "stateless/execution_tree.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "stateless/saved.h"

#include <string.h>

static void put_node (sett_saved *s, const sett_tree_node *n) {
  sett_tree_node flat = *n;
  flat.current = (sett_record){0};
  sett_saved_put (s, &flat, sizeof flat);
  sett_saved_put_event (s, &n->current.event, n->current.effects);
}

void sett_tree_save (const sett_stateless *search, sett_saved *s) {
  const sett_tree *t = (const sett_tree *)search;
  SETT_ASSERT (!search->options.root && !t->most_ways);
  sett_saved_put_number (s, (uint64_t)t->begun);
  sett_saved_put_number (s, t->start);
  SETT_SAVE_VECTOR (s, t->choices);
  SETT_SAVE_VECTOR (s, t->sleepers);
  sett_saved_put_number (s, t->done_count);
  for (uint32_t i = 0; i < t->done_count; i++)
    sett_saved_put_event (s, &t->done.at[i].event, t->done.at[i].effects);
  sett_saved_put_number (s, t->depth);
  for (uint32_t i = 0; i < t->depth; i++)
    put_node (s, &t->nodes.at[i]);
}

static void get_record (sett_saved *s, sett_record *r) {
  const sett_effect *effects = sett_saved_get_event (s, &r->event);
  const size_t bytes = r->event.effects * sizeof *effects;
  r->room = r->event.effects;
  r->effects = r->room ? sett_alloc (bytes) : NULL;
  if (r->room)
    memcpy (r->effects, effects, bytes);
}

static int is_sound (const sett_tree *t) {
  for (size_t i = 0; i < t->sleepers.count; i++)
    if (t->sleepers.at[i] >= t->done_count)
      return 0;
  for (uint32_t i = 0; i < t->depth; i++) {
    const sett_tree_node *n = &t->nodes.at[i];
    if ((uint64_t)n->first_sleeper + n->sleepers > t->sleepers.count ||
        (uint64_t)n->first_done + n->done > t->done_count)
      return 0;
  }
  return 1;
}

/* Deliberate errors. */
static void spoil (sett_tree *t) {
  const int mutant = SETT_MUTANT (t->search.options.mutant);
  for (uint32_t i = 0; i < t->depth; i++) {
    if (mutant == SETT_STATELESS_MUTANT_SAVED_WITHOUT_TREES)
      t->nodes.at[i].todo = SETT_NO_THREADS;
    if (mutant == SETT_STATELESS_MUTANT_SAVED_WITHOUT_SLEEPERS)
      t->nodes.at[i].sleepers = 0;
  }
}

void sett_tree_load (sett_stateless *search, sett_saved *s,
                     const sett_log *log) {
  sett_tree *t = (sett_tree *)search;
  (void)log;
  SETT_ASSERT (!t->depth && !t->done_count);
  t->begun = (int)sett_saved_get_number (s);
  t->start = (uint32_t)sett_saved_get_number (s);
  SETT_LOAD_VECTOR (s, t->choices);
  SETT_LOAD_VECTOR (s, t->sleepers);
  for (uint64_t i = sett_saved_get_count (s, sizeof (sett_event)); i; i--)
    get_record (s, memset (SETT_PUSH_SLOT (t->done), 0, sizeof (sett_record)));
  t->done_count = (uint32_t)t->done.count;
  for (uint64_t i = sett_saved_get_count (s, sizeof (sett_tree_node)); i; i--) {
    sett_tree_node *n = SETT_PUSH_SLOT (t->nodes);
    sett_saved_get (s, n, sizeof *n);
    n->current = (sett_record){0};
    get_record (s, &n->current);
  }
  t->depth = (uint32_t)t->nodes.count;
  s->failed |= !is_sound (t);
  spoil (t);
}
