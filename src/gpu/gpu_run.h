/* One search on a device while it runs.  Internal to src/gpu. */

#ifndef SETT_GPU_GPU_RUN_H
#define SETT_GPU_GPU_RUN_H

#include "base/vector.h"
#include "gpu/card.h"
#include "gpu/gpu.h"
#include "gpu/relations.h"
#include "search/explorer.h"
#include "search/kept.h"

enum {
#define MUTANT(NUMBER, NAME, TEXT) SETT_MUTANT_##NAME = NUMBER,
#include "gpu/mutant.def"
#undef MUTANT
};

/* A state that the processor has for itself, and its word. */
typedef struct sett_gpu_copy {
  unsigned char *state;
  uint32_t size;
  uint64_t root;
} sett_gpu_copy;

/* The states of a shortest path, from the last one back. */
typedef SETT_VECTOR (sett_gpu_copy) sett_gpu_trail;

/* A violation whose path is not known yet, or not all of it. */
typedef struct sett_gpu_pending {
  size_t violation; /* in the result: its path has the last state only */
  sett_met met;
  sett_gpu_trail trail;
  size_t level; /* of the state to which the trail goes back */
} sett_gpu_pending;

struct sett_gpu_run {
  sett_model *model;
  const sett_search_options *options;
  const sett_gpu_request *request;
  sett_result *result; /* null while it is being prepared */
  sett_explorer *explorer;
  sett_packing packing;
  sett_gpu_tree tree;
  sett_relations *relations; /* null: nothing is reduced */
  /* With which the processor expands what the device leaves to it: as that
     would, if it is known beforehand what it selects. */
  sett_extent extent;
  sett_card *card;
  sett_gpu_copy initial;
  SETT_VECTOR (uint64_t) levels;          /* the first state of each */
  SETT_VECTOR (sett_gpu_pending) pending; /* in the order of the violations */
  int again; /* this is another search for paths: see retrace.c */
  uint64_t transitions;
  uint64_t piece; /* states that are expanded at once */
  double started, prepared, next_report;
  unsigned limits_hit;
  int stop;          /* enough is known */
  int restart;       /* begin anew: states do not fit */
  int lost;          /* not even those that did: there was no room for tables */
  int built;         /* tree and program are those of the packing */
  int is_data;       /* the program can be given another tree as data */
  int built_in;      /* the tree is the one that the program was made for */
  unsigned repacked; /* so often words were made anew */
  uint32_t efforts;  /* samples so far */
  uint64_t next_look; /* ahead, at so many states */
  int hard;           /* there are states that the processor must expand */
  int failed;         /* result->message says why */
};

void sett_gpu_fail (sett_gpu_run *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* A limit is hit: the search stops. */
void sett_gpu_hit (sett_gpu_run *, unsigned limit);
void sett_gpu_look_at_limits (sett_gpu_run *);

/* Provides for a state that the packing may not have room for; false if the
   search begins anew for that. */
int sett_gpu_provide (sett_gpu_run *, const unsigned char *state,
                      uint32_t size);

/* States that do not fit, by the flags of a launch: is it to be repeated, as
   now they do?  Else the search will begin anew, and know of them. */
int sett_gpu_make_fit (sett_gpu_run *, unsigned flags);

/* The processor's part: looks at a state that was marked, reports what is
   wrong with it, and adds its successors if the device did not. */
void sett_gpu_examine (sett_gpu_run *, const sett_marked *);

/* Reports a violation of the initial step, which the sink holds. */
void sett_gpu_report_initial (sett_gpu_run *, const sett_sink *);

sett_gpu_copy sett_gpu_copy_of (const sett_marked *);
void sett_gpu_copy_release (sett_gpu_copy *);

/* Goes back from the earliest state of the trail, which is of this level, as
   far as the device has the levels before; false if no state of one leads on.
 */
int sett_gpu_trail_extend (sett_gpu_run *, sett_gpu_trail *, size_t *level);
void sett_gpu_trail_release (sett_gpu_trail *);

/* Does the device have all states of this level? */
int sett_gpu_has_level (const sett_gpu_run *, size_t level);

/* The path along a trail that goes back to the initial state, and to the
   violating step behind it, if there is one; run again from the beginning.
   Null, or what is wrong. */
const char *sett_gpu_path (sett_gpu_run *, const sett_gpu_trail *,
                           const sett_met *, sett_path *, char message[200]);
const char *sett_gpu_path_verify (sett_gpu_run *, const sett_met *,
                                  const sett_path *, char message[200]);
/* The same for a path that goes on for ever, around a cycle: that begins with
   the last state of the trail and ends with it. */
const char *sett_gpu_lasso (sett_gpu_run *, const sett_gpu_trail *stem,
                            const sett_gpu_trail *cycle, sett_path *,
                            char message[200]);
void sett_gpu_path_begin (sett_gpu_run *, const sett_sink *, sett_path *);

/* Keeps a violation, with its path, or for sett_gpu_retrace. */
void sett_gpu_keep (sett_gpu_run *, const sett_met *, const sett_marked *);

/* The level of the state with this number. */
size_t sett_gpu_level_of (const sett_gpu_run *, uint64_t number);

/* Looks for a cycle that the claim accepts, when all states are known. */
void sett_gpu_find_cycles (sett_gpu_run *);

/* Finds the paths that are not known yet, when the search has come to its end;
   what the device had of it is lost. */
void sett_gpu_retrace (sett_gpu_run *);

/* Searches again, from the initial state up to all states of this level. */
void sett_gpu_search_again (sett_gpu_run *, size_t level);

#endif
