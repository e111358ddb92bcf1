/* What ranks send to each other: batches of states.

   A batch is a word with its kind and records, each

       parent (48 bits) | words of the state (16 bits)
       one bit for each word that differs from the record before, in bytes
       the words that differ

   where the first record, and one of another size, is compared with zeros.
   Each thread has batches of its own to every other rank: nobody waits for
   another one to fill them.  The first thread sends and receives (MPI allows
   one to), any thread reads.

   A state that was met lately is neither sent nor looked up (met_lately.h). */

#include "search/ranks_internal.h"

#include "search/ranks_batch.h"
#include "search/search_mutant.h"

#include <string.h>
#include <xxhash.h>

_Static_assert(SETT_BATCH_BYTES + 8 + MOST_WORDS + 8 * MOST_WORDS <=
                   SETT_MESSAGE_BYTES,
               "the longest state fits behind a batch that is not sent yet");

uint64_t sett_ranks_hash (const sett_entry *entry) {
  return XXH3_64bits (entry->state, entry->size);
}

unsigned sett_ranks_owner (const sett_ranks *r, uint64_t hash) {
  if (sett_ranks_mutant (r) == SETT_MUTANT_WRONG_OWNER && hash >> 60 == 3)
    hash += r->transport->rank << 31;
  return sett_batch_owner (hash, r->transport->ranks);
}

/* A record of so many words comes next. */
static void turn_to (previous *p, uint32_t words) {
  SETT_ASSERT (words && words <= MOST_WORDS);
  if (p->room < words) {
    p->word = sett_resize (p->word, p->room * sizeof *p->word,
                           words * sizeof *p->word);
    p->room = words;
  }
  if (p->words != words)
    memset (p->word, 0, words * sizeof *p->word);
  p->words = words;
}

static void release_previous (previous *p) {
  sett_free (p->word, p->room * sizeof *p->word);
}

void sett_ranks_release_hand (sett_ranks_hand *h, unsigned ranks) {
  for (unsigned i = 0; i < ranks; i++) {
    sett_free (h->batches[i].bytes, h->batches[i].room);
    release_previous (&h->batches[i].before);
  }
  sett_free (h->batches, ranks * sizeof *h->batches);
  sett_met_lately_release (&h->met_lately);
  release_previous (&h->arrived.before);
  sett_free (h->letter.bytes, h->letter.room);
  sett_pile_release (&h->found.queue);
  sett_pile_release (&h->found.parents);
  sett_keep_release (&h->found.keep);
}

/* ------------------------------------------------------------- arrivals --- */

/* Reads a record into `before`, which has the last one; gives the parent. */
static uint64_t decode (previous *before, const unsigned char **at) {
  uint64_t head;
  memcpy (&head, *at, sizeof head);
  const uint32_t words = (uint32_t)(head >> INDEX_BITS);
  const unsigned char *mask = *at + sizeof head;
  const unsigned char *values = mask + (words + 7) / 8;
  turn_to (before, words);
  for (uint32_t i = 0; i < words; i += 8)
    for (unsigned set = *mask++; set; set &= set - 1) {
      const uint32_t word = i + (uint32_t)__builtin_ctz (set);
      SETT_ASSERT (word < words);
      memcpy (&before->word[word], values, sizeof *before->word);
      values += sizeof *before->word;
    }
  *at = values;
  return head & INDEX_MASK;
}

/* A state that has been looked up, or an edge to it. */
static void welcome (sett_worker *w, const sett_entry *entry, uint64_t parent) {
  sett_ranks_cycles *cycles = w->run->ranks->cycles;
  if (entry->found == SETT_FULL)
    sett_run_hit (w->run, SETT_LIMIT_MEMORY);
  else if (cycles)
    sett_ranks_cycles_edge (w, cycles, entry->ref, parent);
  else if (entry->found == SETT_NEW) {
    w->counts.states++;
    sett_ranks_find (w, entry, parent);
  }
}

/* States that arrive together, and the last of those before: most of it is the
   same, and the store need not hash that again. */
static void arrive (sett_worker *w, arrivals *a) {
  if (!a->count)
    return;
  const int knows = w->keep.in_store && a->parent_size;
  sett_store_add (w->run->store, w->index, knows ? a->parent : NULL,
                  knows ? a->parent_size : 0, knows ? a->parent_ref : 0,
                  a->entries, a->count);
  for (unsigned i = 0; i < a->count; i++)
    welcome (w, &a->entries[i], a->parents[i]);
  const sett_entry *last = &a->entries[a->count - 1];
  a->parent_size = last->found == SETT_FULL ? 0 : last->size;
  a->parent_ref = last->ref;
  memcpy (a->parent, last->state, a->parent_size);
  a->count = 0;
  a->used = 0;
}

void sett_ranks_read (sett_worker *w, const letter *one) {
  arrivals *a = &sett_ranks_hand_of (w)->arrived;
  const unsigned char *at = one->bytes + sizeof (uint64_t);
  const unsigned char *end = one->bytes + one->size;
  a->before.words = 0;
  while (at < end) {
    a->parents[a->count] =
        sett_ranks_place_of (one->peer, decode (&a->before, &at));
    const uint32_t bytes = a->before.words * 8;
    unsigned char *state = a->states + a->used;
    memcpy (state, a->before.word, bytes);
    a->entries[a->count++] = (sett_entry){.state = state, .size = bytes};
    a->used += bytes;
    if (a->count == TOGETHER || a->used > ARRIVAL_BYTES)
      arrive (w, a);
  }
  arrive (w, a);
  SETT_ASSERT (at == end);
}

/* -------------------------------------------------------------- sending --- */

static void encode (batch *b, const sett_entry *entry, uint64_t parent) {
  const uint32_t words = entry->size / 8;
  const uint64_t head = (uint64_t)words << INDEX_BITS | parent;
  unsigned char *mask = b->bytes + b->used + sizeof head;
  unsigned char *values = mask + (words + 7) / 8;
  memcpy (b->bytes + b->used, &head, sizeof head);
  memset (mask, 0, (words + 7) / 8);
  turn_to (&b->before, words);
  for (uint32_t i = 0; i < words; i++) { /* without a branch: there is room */
    uint64_t word;
    memcpy (&word, entry->state + 8 * (size_t)i, sizeof word);
    const unsigned differs = word != b->before.word[i];
    mask[i / 8] = (unsigned char)(mask[i / 8] | differs << i % 8);
    memcpy (values, &word, sizeof word);
    values += differs * sizeof word;
    b->before.word[i] = word;
  }
  b->used = (size_t)(values - b->bytes);
  SETT_ASSERT (b->used <= b->room && b->room <= SETT_MESSAGE_BYTES);
}

/* The first thread sends it; another one's buffer goes to the first. */
static void pass_on (sett_worker *w, unsigned to, batch *b) {
  if (!w->index) {
    sett_ranks_post (w->run->ranks, to, b->bytes, b->used);
    return;
  }
  sett_ranks_hand_over (
      w, &(letter){
             .peer = to, .size = b->used, .room = b->room, .bytes = b->bytes});
  b->bytes = NULL;
  b->room = 0;
}

static int is_to_be_lost (sett_worker *w) {
  sett_ranks *r = w->run->ranks;
  if (w->index || sett_ranks_mutant (r) != SETT_MUTANT_LOST_BATCH ||
      r->mutilated || r->sent <= 2)
    return 0;
  r->mutilated = 1;
  return 1;
}

static void flush (sett_worker *w, unsigned to) {
  batch *b = &sett_ranks_hand_of (w)->batches[to];
  if (!b->used)
    return;
  if (!is_to_be_lost (w))
    pass_on (w, to, b);
  b->used = 0;
  b->before.words = 0;
}

void sett_ranks_flush (sett_worker *w) {
  for (unsigned to = 0; to < w->run->ranks->transport->ranks; to++)
    flush (w, to);
}

/* What is in a batch that was not sent yet is short: one record fits. */
static void make_room (batch *b, uint32_t words) {
  const size_t room = SETT_BATCH_BYTES + sett_batch_most_bytes (words);
  const uint64_t kind = SETT_RANKS_BATCH;
  SETT_ASSERT (b->used < SETT_BATCH_BYTES);
  if (b->room < room) {
    b->bytes = sett_resize (b->bytes, b->room, room);
    b->room = room;
  }
  if (b->used)
    return;
  memcpy (b->bytes, &kind, sizeof kind);
  b->used = sizeof kind;
}

static void send_away (sett_worker *w, unsigned to, const sett_entry *entry,
                       uint64_t parent) {
  batch *b = &sett_ranks_hand_of (w)->batches[to];
  make_room (b, entry->size / 8);
  encode (b, entry, parent);
  if (b->used >= SETT_BATCH_BYTES)
    flush (w, to);
}

/* Whom a state belongs to has it from the first time on, and would only look it
   up in vain (or memory was full, and the search is bounded); all that another
   edge tells is that there is one, which counts where cycles are looked for. */
static int was_met (sett_worker *w, uint64_t hash, const sett_entry *entry) {
  return !w->run->ranks->cycles &&
         sett_met_lately_meet (&sett_ranks_hand_of (w)->met_lately, hash,
                               entry->state, entry->size);
}

static void count_steps (sett_worker *w, size_t first) {
  const uint64_t parent = XXH3_64bits (w->state, w->size);
  pthread_mutex_lock (&w->run->ranks->team.lock);
  for (size_t i = first; i < w->entries.count; i++)
    sett_virtual_ranks_step (w->run->ranks->virtual, parent, &w->entries.at[i],
                             sett_ranks_hash (&w->entries.at[i]));
  pthread_mutex_unlock (&w->run->ranks->team.lock);
}

/* Is it to be looked up here?  Else it was met lately, or goes to its owner. */
static int stays (sett_worker *w, const sett_entry *entry, uint64_t hash) {
  const sett_ranks *r = w->run->ranks;
  const unsigned owner = sett_ranks_owner (r, hash);
  const int met = was_met (w, hash, entry);
  SETT_ASSERT (owner < r->transport->ranks);
  if (!met && owner == r->transport->rank)
    return 1;
  w->counts.transitions++;
  if (!met)
    send_away (w, owner, entry, w->position + w->members);
  return 0;
}

/* If it is the only rank all are its own, and to ask what was met lately costs
   more than to look it up. */
void sett_ranks_route (sett_worker *w, size_t first) {
  const sett_ranks *r = w->run->ranks;
  const sett_met_lately *met = &sett_ranks_hand_of (w)->met_lately;
  uint64_t hashes[TOGETHER];
  size_t kept = first;
  if (r->virtual)
    count_steps (w, first);
  else if (r->transport->ranks == 1)
    return;
  while (first < w->entries.count) {
    const sett_entry *entries = w->entries.at + first;
    const size_t left = w->entries.count - first;
    const size_t count = left < TOGETHER ? left : TOGETHER;
    for (size_t i = 0; i < count; i++) {
      hashes[i] = sett_ranks_hash (&entries[i]);
      sett_met_lately_expect (met, hashes[i]);
    }
    for (size_t i = 0; i < count; i++)
      if (stays (w, &entries[i], hashes[i]))
        w->entries.at[kept++] = entries[i];
    first += count;
  }
  w->entries.count = kept;
}
