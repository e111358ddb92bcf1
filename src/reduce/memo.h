/* Answers that depend on where the processes are, not on the whole state.

   A table from keys of words to values that grows to a fixed size.  An entry
   that is in the way is replaced.  Keys are compared in full. */

#ifndef SETT_REDUCE_MEMO_H
#define SETT_REDUCE_MEMO_H

#include <stdint.h>

#define SETT_MEMO_WORDS 13u /* longest key */

typedef struct sett_memo {
  struct sett_memo_entry *entries; /* null: nothing yet */
  uint32_t room;                   /* 0 or a power of two */
  uint32_t used;
} sett_memo; /* all zero: empty */

void sett_memo_release (sett_memo *);

/* Is this key there?  Then its value is in *value. */
int sett_memo_get (const sett_memo *, const uint32_t *key, unsigned words,
                   uint64_t *value);
void sett_memo_put (sett_memo *, const uint32_t *key, unsigned words,
                    uint64_t value);

/* See experience.c. */
struct sett_saver;
struct sett_loader;
void sett_memo_save (const sett_memo *, struct sett_saver *);
void sett_memo_restore (sett_memo *,
                        struct sett_loader *); /* to an empty one */

#endif
