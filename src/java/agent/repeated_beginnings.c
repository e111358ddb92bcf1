/* See repeated_beginnings.h.  What always holds: the first `count' events of
   the last execution that was compared are here. */

#include "java/agent/repeated_beginnings.h"

#include "base/hash.h"
#include "base/vector.h"

typedef struct known_event {
  sett_choice choice;
  uint64_t digest;
} known_event;

static SETT_VECTOR (known_event) known;

/* Of all that searches look at.  What was in a variable is left out: it may be
   where an object is. */
static uint64_t digest_of (const sett_log *log, uint32_t index) {
  const sett_event *e = &log->events[index];
  const sett_thread_set enabled = sett_log_enabled (log, index);
  uint64_t digest = sett_mix64 (e->place + e->cause);
  digest = sett_mix64 (digest + e->operation + ((uint64_t)e->effects << 16) +
                       ((uint64_t)e->alternatives << 32));
  for (unsigned i = 0; i < SETT_THREAD_WORDS; i++)
    digest = sett_mix64 (digest + enabled.words[i]);
  for (uint32_t i = 0; i < e->effects; i++) {
    const sett_effect *effect = &log->effects[e->first + i];
    digest =
        sett_mix64 (digest + effect->object + ((uint64_t)effect->kind << 32));
  }
  return digest;
}

void sett_beginning_compare (const sett_log *log) {
  uint32_t same = 0;
  for (; same < log->count && same < known.count; same++) {
    const sett_event *e = &log->events[same];
    const known_event *k = &known.at[same];
    if (k->choice.thread != e->thread ||
        k->choice.alternative != e->alternative)
      break;
    if (k->digest == digest_of (log, same))
      continue;
    sett_jnote (SETT_NOTE_BOUNDS, 0,
                "an execution went on in another way when its beginning was "
                "repeated: not all orders may be explored");
    break;
  }
  known.count = same;
  for (uint32_t i = same; i < log->count; i++)
    SETT_PUSH (known, ((known_event){
                          {log->events[i].thread, log->events[i].alternative},
                          digest_of (log, i)}));
}

void sett_beginning_forget (void) {
  known.count = 0;
}
