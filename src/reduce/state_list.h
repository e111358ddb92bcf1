/* A list of states on the way somewhere, each with the step that leads to it
   and the number of the state before it. */

#ifndef SETT_REDUCE_STATE_LIST_H
#define SETT_REDUCE_STATE_LIST_H

#include "base/vector.h"
#include "kernel/step.h"

#include <string.h>

typedef struct sett_state_list {
  SETT_VECTOR (sett_step) steps; /* `offset` is into `bytes` */
  SETT_VECTOR (uint32_t) parents;
  unsigned char *bytes;
  size_t used, room;
} sett_state_list; /* all zero: empty */

static inline void sett_state_list_clear (sett_state_list *s) {
  s->steps.count = s->parents.count = s->used = 0;
}

static inline void sett_state_list_release (sett_state_list *s) {
  SETT_RELEASE (s->steps);
  SETT_RELEASE (s->parents);
  sett_free (s->bytes, s->room);
}

static inline const unsigned char *sett_state_list_at (const sett_state_list *s,
                                                       size_t i) {
  return s->bytes + s->steps.at[i].offset;
}

static inline void sett_state_list_add (sett_state_list *s,
                                        const sett_step *step,
                                        const unsigned char *state,
                                        uint32_t parent) {
  if (s->room - s->used < step->size) {
    const size_t room = 2 * s->room + step->size + 4096;
    s->bytes = sett_resize (s->bytes, s->room, room);
    s->room = room;
  }
  sett_step *added = SETT_PUSH_SLOT (s->steps);
  *added = *step;
  added->offset = (uint32_t)s->used;
  SETT_PUSH (s->parents, parent);
  memcpy (s->bytes + s->used, state, step->size);
  s->used += step->size;
}

#endif
