/* The stack of a strict depth-first search: see frames.h. */

#include "search/frames.h"

void sett_frames_release (sett_frames *frames) {
  sett_pile_release (&frames->path);
  sett_pile_release (&frames->pending);
}

size_t sett_frames_find (const sett_frames *frames, uint64_t handle) {
  size_t i = sett_frames_count (frames);
  while (i-- && sett_frames_handle (frames, i) != handle)
    ;
  return i;
}
