#include "runtime/knowledge.h"

static sett_knowledge *known (void) {
  return &engine.board->knowledge;
}

/* Executions so far are void, unless this is the first and has made no choice.
 */
static void begin_anew (void) {
  engine.anew |= engine.has_snapshot;
}

void sett_knowledge_load (void) {
  engine.release_visible = known ()->release_visible;
  engine.specials = known ()->special_count;
  if (!known ()->birth_count)
    known ()->birth_count = 1; /* main */
}

void sett_know_releases (void) {
  if (engine.release_visible)
    return;
  engine.release_visible = 1;
  known ()->release_visible = 1;
  begin_anew ();
}

/* The child has this number in all executions, whoever else creates threads
   before. */
unsigned sett_know_birth (unsigned creator, uint32_t ordinal) {
  sett_knowledge *k = known ();
  uint32_t i = 1;
  while (i < k->birth_count &&
         (k->births[i].creator != creator || k->births[i].ordinal != ordinal))
    i++;
  if (i == SETT_MOST_THREADS)
    return 0;
  if (i == k->birth_count) {
    k->births[i].creator = creator;
    k->births[i].ordinal = ordinal;
    k->birth_count++;
  }
  return i;
}

/*------------------------------------------------------------------------*/

static int find (const void *address) {
  const sett_knowledge *k = known ();
  const uintptr_t granule = (uintptr_t)address & ~(uintptr_t)7;
  for (uint32_t i = 0; i < k->special_count; i++)
    if (k->specials[i].granule == granule)
      return (int)i;
  return -1;
}

static int add (const void *address) {
  sett_knowledge *k = known ();
  const int i = find (address);
  if (i >= 0)
    return i;
  if (k->special_count == SETT_MOST_SPECIALS)
    sett_give_up ("more than %d variables are used in special ways: races, "
                  "busy waiting without atomics, or accesses of several sizes",
                  SETT_MOST_SPECIALS);
  k->specials[k->special_count].granule = (uintptr_t)address & ~(uintptr_t)7;
  engine.specials = k->special_count + 1;
  return (int)k->special_count++;
}

#define SPECIAL(ASPECT)                                                        \
  int sett_knows_##ASPECT (const void *address) {                              \
    const int i = engine.specials ? find (address) : -1;                       \
    return i >= 0 && known ()->specials[i].ASPECT;                             \
  }                                                                            \
  void sett_know_##ASPECT (const void *address) {                              \
    if (sett_knows_##ASPECT (address))                                         \
      return;                                                                  \
    known ()->specials[add (address)].ASPECT = 1;                              \
    begin_anew ();                                                             \
  }

SPECIAL (visible)
SPECIAL (reported)
SPECIAL (mixed)
