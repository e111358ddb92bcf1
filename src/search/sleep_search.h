/* What a search with sleep sets has in hand (sleep_search.c), and its part of a
   checkpoint (sleep_saved.c). */

#ifndef SETT_SEARCH_SLEEP_SEARCH_H
#define SETT_SEARCH_SLEEP_SEARCH_H

#include "base/vector.h"
#include "reduce/sleep.h"
#include "search/run.h"

/* A state on the path. */
typedef struct sett_visit {
  uint64_t handle;
  uint64_t hash;
  sett_move_set asleep; /* when it was entered */
  sett_move_set moves;  /* to be taken; those before `next` were */
  size_t next;
  SETT_VECTOR (sett_move_set) dreams; /* by move: who sleeps behind it */
  SETT_VECTOR (uint64_t)
  words;     /* successors of the last move: size,
                then bytes */
  size_t at; /* the next one of these */
} sett_visit;

/* The sleep set of a stored state. */
typedef struct sett_sleep_memory {
  uint64_t handle;
  sett_move_set asleep;
  int used;
} sett_sleep_memory;

typedef struct sett_sleeper {
  sett_worker *worker;
  sett_reducer *reducer;
  int stores;
  SETT_VECTOR (sett_visit) path;
  sett_sleep_memory *memories;
  size_t memories_count, memories_room; /* room is a power of two */
} sett_sleeper;

sett_sleeper *sett_sleeper_create (sett_worker *);
void sett_sleeper_destroy (sett_sleeper *); /* accepts null */

/* With whom asleep a stored state was visited. */
void sett_sleeper_remember (sett_sleeper *, uint64_t handle,
                            const sett_move_set *asleep);

/* At a quiet moment; one that was just created goes on from there. */
struct sett_saver;
struct sett_loader;
void sett_sleeper_save (const sett_sleeper *, struct sett_saver *);
void sett_sleeper_restore (sett_sleeper *, struct sett_loader *);

#endif
