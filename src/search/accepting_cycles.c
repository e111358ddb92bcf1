/* What nested searches have in common: see accepting_cycles.h. */

#include "search/accepting_cycles.h"

#include "base/assert.h"
#include "search/search_order.h"
#include "search/violations.h"

int sett_nested_start (sett_worker *w, const sett_entry *root) {
  w->run->root = root->ref;
  return 1;
}

void sett_nested_trail (const sett_worker *w, sett_trail *trail) {
  for (size_t i = 0; i < sett_frames_count (&w->frames); i++)
    SETT_PUSH (trail->handles, sett_frames_handle (&w->frames, i));
}

void sett_cycles_report (sett_worker *w, uint64_t back) {
  sett_trail trail = {{0}};
  if (atomic_exchange (&w->run->accepted, 1))
    return;
  sett_nested_trail (w, &trail);
  SETT_ASSERT (trail.handles.count);
  for (size_t i = 1; i < sett_frames_count (&w->inner); i++)
    SETT_PUSH (trail.handles, sett_frames_handle (&w->inner, i));
  SETT_PUSH (trail.handles, back);
  sett_violations_report_lasso (w, &trail, sett_frames_find (&w->frames, back));
  SETT_ASSERT (sett_frames_find (&w->frames, back) <
               sett_frames_count (&w->frames));
  SETT_RELEASE (trail.handles);
}
