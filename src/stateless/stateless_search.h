/* What the searches without states have in common. */

#ifndef SETT_STATELESS_STATELESS_SEARCH_H
#define SETT_STATELESS_STATELESS_SEARCH_H

#include "base/hash.h"
#include "base/vector.h"
#include "stateless/stateless.h"

typedef enum sett_stateless_mutant {
#define MUTANT(NAME, TEXT) SETT_STATELESS_MUTANT_##NAME,
#include "stateless/mutant.def"
#undef MUTANT
  SETT_STATELESS_MUTANTS
} sett_stateless_mutant;

struct sett_saved;

/* The beginning of each search's own structure. */
struct sett_stateless {
  const sett_plan *(*next) (sett_stateless *);
  void (*learn) (sett_stateless *, const sett_log *);
  void (*destroy) (sett_stateless *);
  sett_stateless_options options;
  sett_stateless_statistics statistics;
  int bounded;
  int refuted; /* something is needed where others do not look... */
  SETT_VECTOR (sett_refutation) refutations; /* ...that is yet to be noted */
  /* sett_stateless_progress; null: it cannot tell. */
  double (*progress) (const sett_stateless *);
  /* Null: it cannot be saved. */
  void (*save) (const sett_stateless *, struct sett_saved *);
  void (*load) (sett_stateless *, struct sett_saved *, const sett_log *);
};

/* A way from the beginning, by a hash: if two have the same, some thread goes
   once more where it need not. */
static inline uint64_t sett_path_behind (uint64_t path, sett_choice choice) {
  return sett_mix64 (path + 1 + choice.thread * 65536u + choice.alternative);
}

struct sett_bounds;

/* As bytes: dpor_saved.c, tree_saved.c. */
void sett_dpor_save (const sett_stateless *, struct sett_saved *);
void sett_dpor_load (sett_stateless *, struct sett_saved *, const sett_log *);
void sett_tree_save (const sett_stateless *, struct sett_saved *);
void sett_tree_load (sett_stateless *, struct sett_saved *, const sett_log *);

sett_stateless *sett_dpor_create (const sett_stateless_options *);
/* What it explores is at its end, or given up: it does not look at logs any
   more, which others may write now. */
void sett_dpor_leave (sett_stateless *);
/* Explores from another root now. */
void sett_dpor_move (sett_stateless *, const sett_stateless_root *);
sett_stateless *sett_ifsss_create (const sett_stateless_options *);
sett_stateless *sett_sss_create (const sett_stateless_options *);
sett_stateless *sett_exitblock_create (const sett_stateless_options *);
sett_stateless *sett_exitblockrw_create (const sett_stateless_options *);
sett_stateless *sett_preemptions_create (const sett_stateless_options *);
/* One of these five (execution_tree.h): by the bound on preemptions, or by
 * name. */
sett_stateless *sett_stateless_create_in_depth (const sett_stateless_options *);
/* ifsss: who sleeps does so by what is dependent in any state, as in dpor. */
void sett_tree_ignore_states (sett_stateless *);
void sett_tree_bound (sett_stateless *, const struct sett_bounds *);
/* Who is to go first in a state: a mask.  Asked for each new node, in order, of
   the whole (0), or of what was divided anew. */
typedef sett_thread_set sett_chooser (void *context, uint32_t division,
                                      const sett_log *, uint32_t index);
void sett_tree_restrict (sett_stateless *, sett_chooser *, void *context);

/* Where the search would end, does it go on, as what was divided anew?  Its
   number, plus 1, and how many ways there are to be; 0: it does not. */
typedef uint32_t sett_deepener (void *context, uint64_t path, uint32_t *ways);
void sett_tree_deepen (sett_stateless *, sett_deepener *, void *context);

/* Who goes, too, behind all others, from the states that these name. */
void sett_tree_extend (sett_stateless *, const sett_refutation *,
                       uint32_t count);

/* Where the ways that lead to a node, multiplied, are so many the search ends,
   and says what there would be to explore. */
void sett_tree_end_at (sett_stateless *, uint32_t ways,
                       void (*visit) (void *context,
                                      const sett_stateless_root *),
                       void *context);
sett_stateless *sett_stateful_create (const sett_stateless_options *);
sett_stateless *sett_partition_create (const sett_stateless_options *);
void sett_partition_bound (sett_stateless *, const struct sett_bounds *);
sett_stateless *sett_random_search_create (const sett_stateless_options *);

#endif
