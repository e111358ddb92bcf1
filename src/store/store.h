/* A set of visited states.  Knows no search.

   Kinds: `tree` (exact, compressed), `table` (exact, plain), `bitstate` and
   `compact` (lossy: a state may be taken for another).  All are shared by
   workers without locks on the common path.

   A reference names a stored state.  Exact stores give the state back for it;
   lossy ones cannot (`sett_store_loads` is false). */

#ifndef SETT_STORE_STORE_H
#define SETT_STORE_STORE_H

#include <stddef.h>
#include <stdint.h>

typedef struct sett_store sett_store;
typedef uint64_t sett_ref;

typedef enum sett_store_kind {
#define STORE(NAME, ...) SETT_STORE_##NAME,
#include "store/store.def"
#undef STORE
} sett_store_kind;

const char *sett_store_name (sett_store_kind);

/* Does it keep every state?  Else some may be taken for others. */
int sett_store_is_exact (sett_store_kind);

typedef struct sett_store_options {
  sett_store_kind kind;
  unsigned workers;      /* how many threads will call, 1 or more */
  unsigned mark_bits;    /* bits per state that the search needs, 0 to 4 */
  size_t bitstate_bytes; /* size of the bit array; 0: 256 MiB */
} sett_store_options;

typedef enum sett_found {
  SETT_SEEN, /* was there before */
  SETT_NEW,  /* is there now */
  SETT_FULL  /* could not be stored: out of memory; not there */
} sett_found;

/* One state to look up, and the answer.  The bytes after the state, up to the
   next multiple of 64 from its beginning, must be readable, whatever they are;
   that holds for the parent, too. */
typedef struct sett_entry {
  const unsigned char *state;
  uint32_t size; /* a multiple of 8 */
  sett_found found;
  sett_ref ref; /* valid unless SETT_FULL */
} sett_entry;

sett_store *sett_store_create (const sett_store_options *); /* null: memory */
void sett_store_destroy (sett_store *);

/* Finds or adds all entries, which are successors of `parent` (may be null):
   what they share with it is not hashed again.  Batches let the store have
   the cache misses of several states in flight at once. */
void sett_store_add (sett_store *, unsigned worker, const unsigned char *parent,
                     uint32_t parent_size, sett_ref parent_ref, sett_entry *,
                     unsigned count);

/* The same in two halves, so that the cache misses of the successors of
   several states overlap: prepare those of one state after the other, then
   commit all, in the same order.  `ref` and `found` mean nothing between the
   two, and must be left alone.  Within them the array may be moved. */
void sett_store_prepare (sett_store *, unsigned worker,
                         const unsigned char *parent, uint32_t parent_size,
                         sett_ref parent_ref, sett_entry *, unsigned count);
void sett_store_commit (sett_store *, unsigned worker, sett_entry *,
                        unsigned count);

int sett_store_loads (const sett_store *);

/* Copies the state of `ref` to `state` (room for SETT_STORE_MAX_STATE bytes)
   and returns its size. */
#define SETT_STORE_MAX_STATE 65600u /* 64 KiB, and a few words of a search */
uint32_t sett_store_load (sett_store *, unsigned worker, sett_ref,
                          unsigned char *state);

/* The state of `ref` will be loaded soon: start reading what that needs. */
void sett_store_hint (sett_store *, sett_ref);

/* Marks: mark_bits bits that belong to the search, 0 at first.  Bitstate has
   none. */
unsigned sett_store_marks (sett_store *, sett_ref);
void sett_store_set_marks (sett_store *, sett_ref, unsigned marks);

/* Adds to the marks at once, so that several workers may mark a state. */
void sett_store_add_marks (sett_store *, sett_ref, unsigned marks);

/* Forgets that states were seen, all of them, and gives their memory back,
   while nobody adds any.  References to them can still be loaded, and a state
   that is added again gets the one that it had: it is what the state is. False:
   memory is exhausted.  Kinds that cannot do that say so. */
int sett_store_forgets (sett_store_kind);
int sett_store_forget (sett_store *);

typedef struct sett_store_stats {
  uint64_t states;
  uint64_t bytes;  /* all memory of the store */
  double omission; /* lossy stores: estimated probability that a given
                      reachable state was omitted; else 0 */
  double fill;     /* bitstate: share of bits set */
} sett_store_stats;

void sett_store_statistics (const sett_store *, sett_store_stats *);

/* Saves all states, with their marks, while nobody adds any.  They come back to
   an empty store of the same kind, also one for another number of workers;
   references keep their meaning.  False: memory, or the loader has failed. */
struct sett_saver;
struct sett_loader;
void sett_store_save (sett_store *, struct sett_saver *);
int sett_store_restore (sett_store *, struct sett_loader *);

#endif
