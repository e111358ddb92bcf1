/* The entry to all reductions. */

#include "reduce/reduce.h"

#include "base/memory.h"

struct sett_reducer {
  sett_model *model;
  sett_reduction reduction;
  sett_expander *expander;
};

sett_reducer *sett_reducer_create (sett_model *model,
                                   const sett_reduction *reduction) {
  sett_reducer *r = sett_zalloc (1, sizeof *r);
  r->model = model;
  r->reduction = *reduction;
  r->expander = sett_expander_create (model);
  return r;
}

void sett_reducer_destroy (sett_reducer *r) {
  if (!r)
    return;
  sett_expander_destroy (r->expander);
  sett_free (r, sizeof *r);
}

sett_selection sett_reducer_select (sett_reducer *r, const unsigned char *state,
                                    uint32_t size, int full) {
  (void)full;
  const sett_sink *sink = sett_expand (r->expander, state, size);
  return (sett_selection){sink, 0, sett_expand_stuck (r->expander)};
}

int sett_reducer_connect (sett_reducer *r, const unsigned char *from,
                          uint32_t from_size, const unsigned char *target,
                          uint32_t target_size, const sett_step *faulty,
                          int full, struct sett_path *path) {
  (void)full;
  return sett_expand_find (r->expander, from, from_size, target, target_size,
                           faulty, path);
}
