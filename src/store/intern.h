/* One number for each different 64-bit value, shared by all workers.

   Value 0 has the index 0.  Every other value gets an index from 1 up to
   SETT_INTERN_MOST, for good; the value of an index is read without any
   protocol.

   A worker looks into its own cache first, at `sett_intern_place`; what is not
   there goes to the table. */

#ifndef SETT_STORE_INTERN_H
#define SETT_STORE_INTERN_H

#include "base/hash.h"
#include "store/region.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define SETT_INTERN_BITS 30
#define SETT_INTERN_MOST (((uint32_t)1 << SETT_INTERN_BITS) - 2)

#define SETT_INTERN_MASK (((uint32_t)1 << SETT_INTERN_BITS) - 1)

/* Answers that are not an index. */
#define SETT_INTERN_CROWDED 0xffffffffu /* grow, then ask again */
#define SETT_INTERN_FULL 0xfffffffeu    /* out of memory or of indices */

typedef struct sett_intern {
  sett_region values;    /* uint64_t by index; 0: not in use */
  sett_region slots;     /* atomic uint32_t: an index and a tag, 0: empty */
  uint64_t capacity;     /* number of slots */
  uint64_t limit;        /* grow before handing out this index */
  _Atomic uint32_t next; /* the first index not handed out to a worker */
  pthread_mutex_t mutex; /* for extending `values` */
  int shared;            /* by several workers */
} sett_intern;

#define SETT_INTERN_CACHE_BITS 13

typedef struct sett_intern_cached {
  uint64_t value;
  uint32_t index;
} sett_intern_cached;

/* What each worker has for itself. */
typedef struct sett_intern_worker {
  uint32_t next, end; /* indices to be given to new values */
  sett_intern_cached cache[1u << SETT_INTERN_CACHE_BITS];
} sett_intern_worker;

/* False: no memory; to be released all the same. */
int sett_intern_init (sett_intern *, unsigned workers);
void sett_intern_release (sett_intern *);

/* The index of a value that is not 0; it is added if it is new.  Afterwards
   the worker's cache knows it. */
uint32_t sett_intern_add (sett_intern *, sett_intern_worker *, uint64_t value);

/* Makes room for more values.  The caller must be alone; who waits at the
   brlock (null: nobody) helps. */
struct sett_brlock;
int sett_intern_grow (sett_intern *, struct sett_brlock *);

/* Saves all values, and puts them back where there are none; nobody else is
   there.  False: no memory, or the loader has failed. */
struct sett_saver;
struct sett_loader;
void sett_intern_save (const sett_intern *, struct sett_saver *);
int sett_intern_restore (sett_intern *, struct sett_loader *);

static inline uint64_t sett_intern_value (const sett_intern *intern,
                                          uint32_t index) {
  return ((const uint64_t *)intern->values.at)[index];
}

static inline uint64_t sett_intern_hash (uint64_t value) {
  return sett_mix64 (value);
}

/* Where the worker's cache keeps a value; that of 0 keeps 0 at first. */
static inline sett_intern_cached *sett_intern_place (sett_intern_worker *worker,
                                                     uint64_t value) {
  return &worker->cache[value * 0x9e3779b97f4a7c15u >>
                        (64 - SETT_INTERN_CACHE_BITS)];
}

static inline _Atomic uint32_t *sett_intern_home (const sett_intern *intern,
                                                  uint64_t hash) {
  _Atomic uint32_t *const slots = intern->slots.at;
  return &slots[sett_scale64 (hash, intern->capacity)];
}

#endif
