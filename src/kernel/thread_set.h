/* Sets of threads of a program.

   A set is a bit mask of some words, so that there can be more threads than a
   word has bits, and it is a type of its own: nobody can take it for a number.
   Whoever has few threads uses the first word; the others are 0, and looking at
   them costs next to nothing.

   To go through a set, whatever becomes of it meanwhile:

     for (sett_thread_set rest = set; sett_threads_any (rest);
          rest = sett_threads_rest (rest))
       ... sett_threads_first (rest) ...

   and where time counts, of a set that stays as it is:

     SETT_EACH_THREAD (i, set)
       ... i ... (nothing here may break)  */

#ifndef SETT_KERNEL_THREAD_SET_H
#define SETT_KERNEL_THREAD_SET_H

#include <stdint.h>

/* A program has at most so many: a multiple of 64.  A number of a thread is a
   byte; where 0 or another value means nobody, it takes more than that. */
#define SETT_MOST_THREADS 256
#define SETT_MOST_THREADS_TEXT "256" /* in messages */
/* Few programs have more than so many; what more of them take is made only
   when one does. */
#define SETT_USUAL_THREADS 64
#define SETT_THREAD_WORDS (SETT_MOST_THREADS / 64)

typedef struct sett_thread_set {
  uint64_t words[SETT_THREAD_WORDS];
} sett_thread_set;

#define SETT_NO_THREADS ((sett_thread_set){{0}})

/* All words but the first one, where that is kept elsewhere. */
typedef struct sett_far_threads {
  uint64_t words[SETT_THREAD_WORDS - 1];
} sett_far_threads;

#define SETT_EACH_THREAD(I, SET)                                               \
  for (unsigned I##_word = 0, I = 0; I##_word < SETT_THREAD_WORDS; I##_word++) \
    for (uint64_t I##_bits = (SET).words[I##_word];                            \
         I##_bits &&                                                           \
         ((I = 64 * I##_word + (unsigned)__builtin_ctzll (I##_bits)), 1);      \
         I##_bits &= I##_bits - 1)

/* Below, words are named one by one: so the compiler holds a set in registers,
   and sees what becomes of those that it knows to be empty. */
_Static_assert(SETT_THREAD_WORDS == 4, "words are named one by one");

static inline uint64_t sett_threads_bit (unsigned thread) {
  return (uint64_t)1 << thread % 64;
}

/* One thread. */
static inline sett_thread_set sett_threads_of (unsigned thread) {
  const uint64_t bit = sett_threads_bit (thread);
  if (thread < 64)
    return (sett_thread_set){{bit}};
  return (sett_thread_set){{0, thread < 128 ? bit : 0,
                            thread / 64 == 2 ? bit : 0,
                            thread < 192 ? 0 : bit}};
}

/* All that there can ever be. */
static inline sett_thread_set sett_threads_all (void) {
  const uint64_t all = ~(uint64_t)0;
  return (sett_thread_set){{all, all, all, all}};
}

static inline int sett_threads_have (sett_thread_set s, unsigned thread) {
  const uint64_t word = thread < 64    ? s.words[0]
                        : thread < 128 ? s.words[1]
                        : thread < 192 ? s.words[2]
                                       : s.words[3];
  return word >> thread % 64 & 1;
}

static inline void sett_threads_add (sett_thread_set *s, unsigned thread) {
  const uint64_t bit = sett_threads_bit (thread);
  if (thread < 64)
    s->words[0] |= bit;
  else if (thread < 128)
    s->words[1] |= bit;
  else if (thread < 192)
    s->words[2] |= bit;
  else
    s->words[3] |= bit;
}

static inline void sett_threads_drop (sett_thread_set *s, unsigned thread) {
  const uint64_t bit = sett_threads_bit (thread);
  if (thread < 64)
    s->words[0] &= ~bit;
  else if (thread < 128)
    s->words[1] &= ~bit;
  else if (thread < 192)
    s->words[2] &= ~bit;
  else
    s->words[3] &= ~bit;
}

/* Is there anybody in it? */
static inline int sett_threads_any (sett_thread_set s) {
  return s.words[0] || (s.words[1] | s.words[2] | s.words[3]);
}

static inline sett_thread_set sett_threads_and (sett_thread_set a,
                                                sett_thread_set b) {
  return (sett_thread_set){{a.words[0] & b.words[0], a.words[1] & b.words[1],
                            a.words[2] & b.words[2], a.words[3] & b.words[3]}};
}

static inline sett_thread_set sett_threads_or (sett_thread_set a,
                                               sett_thread_set b) {
  return (sett_thread_set){{a.words[0] | b.words[0], a.words[1] | b.words[1],
                            a.words[2] | b.words[2], a.words[3] | b.words[3]}};
}

/* Those of a that are not in b. */
static inline sett_thread_set sett_threads_but (sett_thread_set a,
                                                sett_thread_set b) {
  return (sett_thread_set){{a.words[0] & ~b.words[0], a.words[1] & ~b.words[1],
                            a.words[2] & ~b.words[2],
                            a.words[3] & ~b.words[3]}};
}

static inline int sett_threads_same (sett_thread_set a, sett_thread_set b) {
  return a.words[0] == b.words[0] && a.words[1] == b.words[1] &&
         a.words[2] == b.words[2] && a.words[3] == b.words[3];
}

/* Are all of a in b? */
static inline int sett_threads_within (sett_thread_set a, sett_thread_set b) {
  return !sett_threads_any (sett_threads_but (a, b));
}

/* Is it this one, and nobody else? */
static inline int sett_threads_only (sett_thread_set s, unsigned thread) {
  return sett_threads_same (s, sett_threads_of (thread));
}

/* (Most often one word is all there is, and to count costs a call.) */
static inline unsigned sett_threads_count (sett_thread_set s) {
  unsigned count = (unsigned)__builtin_popcountll (s.words[0]);
  if (s.words[1] | s.words[2] | s.words[3])
    count += (unsigned)__builtin_popcountll (s.words[1]) +
             (unsigned)__builtin_popcountll (s.words[2]) +
             (unsigned)__builtin_popcountll (s.words[3]);
  return count;
}

/* The lowest number in a set that is not empty. */
static inline unsigned sett_threads_first (sett_thread_set s) {
  return s.words[0]   ? (unsigned)__builtin_ctzll (s.words[0])
         : s.words[1] ? 64 + (unsigned)__builtin_ctzll (s.words[1])
         : s.words[2] ? 128 + (unsigned)__builtin_ctzll (s.words[2])
                      : 192 + (unsigned)__builtin_ctzll (s.words[3]);
}

/* The set without its lowest number. */
static inline sett_thread_set sett_threads_rest (sett_thread_set s) {
  if (s.words[0])
    s.words[0] &= s.words[0] - 1;
  else if (s.words[1])
    s.words[1] &= s.words[1] - 1;
  else if (s.words[2])
    s.words[2] &= s.words[2] - 1;
  else
    s.words[3] &= s.words[3] - 1;
  return s;
}

/* Are there two or more? */
static inline int sett_threads_many (sett_thread_set s) {
  return (s.words[0] & (s.words[0] - 1)) != 0 ||
         sett_threads_any (sett_threads_rest (s));
}

/* Those with higher numbers than this one. */
static inline sett_thread_set sett_threads_above (sett_thread_set s,
                                                  unsigned thread) {
  const uint64_t higher = ~(((uint64_t)2 << thread % 64) - 1);
  const unsigned word = thread / 64;
  return (sett_thread_set){
      {word > 0 ? 0 : s.words[0] & higher,
       word > 1 ? 0 : s.words[1] & (word < 1 ? ~(uint64_t)0 : higher),
       word > 2 ? 0 : s.words[2] & (word < 2 ? ~(uint64_t)0 : higher),
       s.words[3] & (word < 3 ? ~(uint64_t)0 : higher)}};
}

/* Without the lowest n numbers. */
static inline sett_thread_set sett_threads_after (sett_thread_set s,
                                                  unsigned n) {
  while (n--)
    s = sett_threads_rest (s);
  return s;
}

/* A number that depends on the whole set. */
static inline uint64_t sett_threads_hash (sett_thread_set s) {
  uint64_t hash = s.words[0];
  for (unsigned i = 1; i < SETT_THREAD_WORDS; i++)
    hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15u + s.words[i];
  return hash;
}

#endif
