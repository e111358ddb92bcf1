/* A search with sleep sets in a checkpoint: the states on the path, with what
   is still to be taken from each and who sleeps behind it; the sleep sets of
   stored states; what the reducer has learnt.

   What was read is used only as far as it can be right: successors that lie one
   after the other, as many sets of sleepers as moves. */

#include "search/sleep_search.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "base/snapshot.h"
#include "search/search_mutant.h"

#define SAVE_VECTOR(SAVER, V)                                                  \
  (sett_save_number (SAVER, (V).count),                                        \
   sett_save (SAVER, (V).at, (V).count * sizeof *(V).at))
#define RESTORE_VECTOR(LOADER, V)                                              \
  for (uint64_t more_ = sett_load_count (LOADER, sizeof *(V).at);              \
       more_ && !sett_loader_failed (LOADER); more_--)                         \
  sett_load (LOADER, SETT_PUSH_SLOT (V), sizeof *(V).at)

static void save_visit (sett_saver *saver, const sett_visit *v) {
  sett_save_number (saver, v->handle);
  sett_save_number (saver, v->hash);
  sett_save_number (saver, v->next);
  sett_save_number (saver, v->at);
  SAVE_VECTOR (saver, v->asleep);
  SAVE_VECTOR (saver, v->moves);
  SAVE_VECTOR (saver, v->words);
  sett_save_number (saver, v->dreams.count);
  for (size_t i = 0; i < v->dreams.count; i++)
    SAVE_VECTOR (saver, v->dreams.at[i]);
}

void sett_sleeper_save (const sett_sleeper *s, sett_saver *saver) {
  const sett_checkpointing *c = s->worker->run->options->checkpointing;
  const unsigned mutant = SETT_MUTANT (c ? c->mutant : 0);
  const size_t remembered =
      mutant == SETT_MUTANT_LOST_SLEEPERS ? 0 : s->memories_room;
  sett_save_part (saver, "sleeper ");
  sett_save_number (saver, s->path.count);
  for (size_t i = 0; i < s->path.count; i++)
    save_visit (saver, &s->path.at[i]);
  sett_save_number (saver, remembered ? s->memories_count : 0);
  for (size_t i = 0; i < remembered; i++)
    if (s->memories[i].used) {
      sett_save_number (saver, s->memories[i].handle);
      SAVE_VECTOR (saver, s->memories[i].asleep);
    }
  sett_reducer_save (s->reducer, saver);
}

/* The rest of its words are whole states; each move has its sleepers. */
static int is_sound (const sett_visit *v) {
  size_t at = v->at;
  while (at < v->words.count)
    at += 1 + v->words.at[at] / 8;
  return at == v->words.count && v->next <= v->moves.count &&
         v->dreams.count == v->moves.count && (v->next || !v->words.count);
}

static void restore_visit (sett_loader *loader, sett_visit *v) {
  *v = (sett_visit){.handle = sett_load_number (loader)};
  v->hash = sett_load_number (loader);
  v->next = sett_load_number (loader);
  v->at = sett_load_number (loader);
  RESTORE_VECTOR (loader, v->asleep);
  RESTORE_VECTOR (loader, v->moves);
  RESTORE_VECTOR (loader, v->words);
  for (uint64_t i = sett_load_count (loader, sizeof (uint64_t)); i; i--) {
    sett_move_set dream = {0};
    RESTORE_VECTOR (loader, dream);
    SETT_PUSH (v->dreams, dream);
  }
  if (!sett_loader_failed (loader) && !is_sound (v))
    sett_loader_fail (loader);
}

void sett_sleeper_restore (sett_sleeper *s, sett_loader *loader) {
  SETT_ASSERT (!s->path.count && !s->memories_count);
  sett_load_part (loader, "sleeper ");
  for (uint64_t i = sett_load_count (loader, sizeof (uint64_t));
       i && !sett_loader_failed (loader); i--)
    restore_visit (loader, SETT_PUSH_SLOT (s->path));
  for (uint64_t i = sett_load_count (loader, sizeof (uint64_t));
       i && !sett_loader_failed (loader); i--) {
    sett_move_set asleep = {0};
    const uint64_t handle = sett_load_number (loader);
    RESTORE_VECTOR (loader, asleep);
    sett_sleeper_remember (s, handle, &asleep);
    SETT_RELEASE (asleep);
  }
  sett_reducer_restore (s->reducer, loader);
  if (s->path.count != sett_frames_count (&s->worker->frames))
    sett_loader_fail (loader);
}
