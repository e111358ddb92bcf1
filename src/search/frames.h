/* The stack of a strict depth-first search: one frame for each state on the
   current path, with the states that are still to be entered from it.

   States are stored when they are generated, and pending in the frame of
   their origin until they are entered.  One may be pending in several frames;
   whoever takes it asks the marks of the store whether it has been entered in
   the meantime.  So the order is that of a recursive search, although the
   successors of a state are looked up together.

   A frame costs 16 bytes, a pending state 8. */

#ifndef SETT_SEARCH_FRAMES_H
#define SETT_SEARCH_FRAMES_H

#include "search/pile.h"

typedef struct sett_frames {
  sett_pile path;    /* for each frame its state, where its pending begin */
  sett_pile pending; /* those of the topmost frame last */
} sett_frames;       /* all zero: empty */

void sett_frames_release (sett_frames *);

static inline size_t sett_frames_count (const sett_frames *frames) {
  return frames->path.count / 2;
}

/* The state of a frame, counted from the bottom. */
static inline uint64_t sett_frames_handle (const sett_frames *frames,
                                           size_t index) {
  return frames->path.at[2 * index];
}

/* Enters a state; false when memory is exhausted. */
static inline int sett_frames_enter (sett_frames *frames, uint64_t handle) {
  if (!sett_pile_fit (&frames->path, 2))
    return 0;
  sett_pile_push (&frames->path, handle);
  sett_pile_push (&frames->path, frames->pending.count);
  return 1;
}

/* Makes a state pending in the topmost frame; false as above. */
static inline int sett_frames_put (sett_frames *frames, uint64_t handle) {
  if (!sett_pile_fit (&frames->pending, 1))
    return 0;
  sett_pile_push (&frames->pending, handle);
  return 1;
}

/* Takes the pending state of the topmost frame that was put last; false if
   there is none. */
static inline int sett_frames_take (sett_frames *frames, uint64_t *handle) {
  if (frames->pending.count == frames->path.at[frames->path.count - 1])
    return 0;
  *handle = frames->pending.at[--frames->pending.count];
  return 1;
}

/* Leaves the state of the topmost frame, which has nothing pending. */
static inline uint64_t sett_frames_leave (sett_frames *frames) {
  frames->path.count -= 2;
  return frames->path.at[frames->path.count];
}

static inline void sett_frames_clear (sett_frames *frames) {
  frames->path.count = frames->pending.count = 0;
}

/* The number of the topmost frame with this state, or SIZE_MAX. */
size_t sett_frames_find (const sett_frames *, uint64_t handle);

#endif
