#include "runtime/knowledge.h"

#include "base/memory.h"
#include "runtime/owners.h"

enum { MOST_SPECIALS = 256 };

static struct {
  uint32_t birth_count;
  struct {
    uint32_t creator, ordinal;
  } births[SETT_MOST_THREADS]; /* by number */
  struct {
    uintptr_t granule;
    uint8_t visible;  /* accesses are events */
    uint8_t reported; /* its races were reported */
    uint8_t mixed;    /* accessed in several sizes: one object */
  } specials[MOST_SPECIALS];
} known = {.birth_count = 1}; /* main */

/* Executions so far are void, unless this is the first and has made no choice.
 */
static void begin_anew (void) {
  engine.anew |= engine.has_snapshot;
  sett_owners_reconsider ();
}

/*------------------------------------------------------------------------*/
/* As words: a kind in the upper bits, then what belongs to it.  Births come in
   the order of their numbers. */

enum { HABITS = 1, BIRTH, SPECIAL_GRANULE };

static uint64_t word (unsigned kind, uint64_t rest) {
  return (uint64_t)kind << 60 | rest;
}

static uint64_t habits (void) {
  return (unsigned)engine.release_visible | engine.finish_visible << 1 |
         engine.cancelling << 2 | engine.main_leaves << 3 |
         engine.free_visible << 4;
}

static void load_habits (uint64_t bits) {
  engine.release_visible = bits & 1;
  engine.finish_visible = bits >> 1 & 1;
  engine.cancelling = bits >> 2 & 1;
  engine.main_leaves = bits >> 3 & 1;
  engine.free_visible = bits >> 4 & 1;
}

static void load_word (uint64_t w) {
  const uint64_t rest = w & (((uint64_t)1 << 60) - 1);
  switch (w >> 60) {
  case HABITS:
    load_habits (rest);
    break;
  case BIRTH:
    if (known.birth_count < SETT_MOST_THREADS) {
      known.births[known.birth_count].creator = rest >> 32;
      known.births[known.birth_count++].ordinal = (uint32_t)rest;
    }
    break;
  case SPECIAL_GRANULE:
    if (engine.specials < MOST_SPECIALS) {
      known.specials[engine.specials].granule = rest & ~(uint64_t)7;
      known.specials[engine.specials].visible = rest & 1;
      known.specials[engine.specials].reported = rest >> 1 & 1;
      known.specials[engine.specials++].mixed = rest >> 2 & 1;
    }
    break;
  default:
    break;
  }
}

void sett_knowledge_load (void) {
  const sett_orders *orders = &engine.board->orders;
  if (!orders->learned_count)
    return;
  known.birth_count = 1;
  engine.specials = 0;
  for (uint32_t i = 0; i < orders->learned_count; i++)
    load_word (orders->learned[i]);
}

uint64_t *sett_knowledge_save (uint32_t *count) {
  uint64_t *words =
      sett_alloc ((1 + known.birth_count + engine.specials) * sizeof *words);
  uint32_t n = 0;
  if (habits ())
    words[n++] = word (HABITS, habits ());
  for (uint32_t i = 1; i < known.birth_count; i++)
    words[n++] = word (BIRTH, (uint64_t)known.births[i].creator << 32 |
                                  known.births[i].ordinal);
  for (uint32_t i = 0; i < engine.specials; i++)
    words[n++] = word (SPECIAL_GRANULE, known.specials[i].granule >> 3 << 3 |
                                            known.specials[i].visible |
                                            known.specials[i].reported << 1 |
                                            known.specials[i].mixed << 2);
  *count = n;
  return words;
}

/*------------------------------------------------------------------------*/

static void know (int *habit) {
  if (*habit)
    return;
  *habit = 1;
  begin_anew ();
}

void sett_know_releases (void) {
  know (&engine.release_visible);
}

void sett_know_finishes (void) {
  know (&engine.finish_visible);
}

void sett_know_cancelling (void) {
  know (&engine.cancelling);
}

void sett_know_main_leaves (void) {
  know (&engine.main_leaves);
}

void sett_know_frees (void) {
  know (&engine.free_visible);
}

/* The child has this number in all executions, whoever else creates threads
   before. */
unsigned sett_know_birth (unsigned creator, uint32_t ordinal) {
  uint32_t i = 1;
  while (i < known.birth_count && (known.births[i].creator != creator ||
                                   known.births[i].ordinal != ordinal))
    i++;
  if (i == SETT_MOST_THREADS)
    return 0;
  if (i == known.birth_count) {
    known.births[i].creator = creator;
    known.births[i].ordinal = ordinal;
    known.birth_count++;
  }
  return i;
}

/*------------------------------------------------------------------------*/

static int find (const void *address) {
  const uintptr_t granule = (uintptr_t)address & ~(uintptr_t)7;
  for (uint32_t i = 0; i < engine.specials; i++)
    if (known.specials[i].granule == granule)
      return (int)i;
  return -1;
}

static int add (const void *address) {
  const int i = find (address);
  if (i >= 0)
    return i;
  if (engine.specials == MOST_SPECIALS)
    sett_give_up ("more than %d variables are used in special ways: races, "
                  "busy waiting without atomics, or accesses of several sizes",
                  MOST_SPECIALS);
  known.specials[engine.specials].granule = (uintptr_t)address & ~(uintptr_t)7;
  return (int)engine.specials++;
}

#define SPECIAL(ASPECT)                                                        \
  int sett_knows_##ASPECT (const void *address) {                              \
    const int i = engine.specials ? find (address) : -1;                       \
    return i >= 0 && known.specials[i].ASPECT;                                 \
  }                                                                            \
  void sett_know_##ASPECT (const void *address) {                              \
    if (sett_knows_##ASPECT (address))                                         \
      return;                                                                  \
    known.specials[add (address)].ASPECT = 1;                                  \
    begin_anew ();                                                             \
  }

SPECIAL (visible)
SPECIAL (reported)
SPECIAL (mixed)

int sett_knows_any_visible (const void *address, size_t size) {
  const uintptr_t low = (uintptr_t)address & ~(uintptr_t)7;
  const uintptr_t span = (uintptr_t)address + size - low;
  for (uint32_t i = 0; i < engine.specials; i++)
    if (known.specials[i].visible && known.specials[i].granule - low < span)
      return 1;
  return 0;
}
