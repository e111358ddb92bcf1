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

#define SETT_EACH_THREAD(I, SET)                                               \
  for (unsigned I##_word = 0, I = 0; I##_word < SETT_THREAD_WORDS; I##_word++) \
    for (uint64_t I##_bits = (SET).words[I##_word];                            \
         I##_bits &&                                                           \
         ((I = 64 * I##_word + (unsigned)__builtin_ctzll (I##_bits)), 1);      \
         I##_bits &= I##_bits - 1)

/* One thread. */
static inline sett_thread_set sett_threads_of (unsigned thread) {
  sett_thread_set s = {{0}};
  s.words[thread / 64] = (uint64_t)1 << thread % 64;
  return s;
}

/* All that there can ever be. */
static inline sett_thread_set sett_threads_all (void) {
  sett_thread_set s;
  for (unsigned i = 0; i < SETT_THREAD_WORDS; i++)
    s.words[i] = ~(uint64_t)0;
  return s;
}

static inline int sett_threads_have (sett_thread_set s, unsigned thread) {
  return s.words[thread / 64] >> thread % 64 & 1;
}

static inline void sett_threads_add (sett_thread_set *s, unsigned thread) {
  s->words[thread / 64] |= (uint64_t)1 << thread % 64;
}

static inline void sett_threads_drop (sett_thread_set *s, unsigned thread) {
  s->words[thread / 64] &= ~((uint64_t)1 << thread % 64);
}

/* Is there anybody in it? */
static inline int sett_threads_any (sett_thread_set s) {
  uint64_t others = 0;
  if (s.words[0])
    return 1;
  for (unsigned i = 1; i < SETT_THREAD_WORDS; i++)
    others |= s.words[i];
  return others != 0;
}

static inline sett_thread_set sett_threads_and (sett_thread_set a,
                                                sett_thread_set b) {
  for (unsigned i = 0; i < SETT_THREAD_WORDS; i++)
    a.words[i] &= b.words[i];
  return a;
}

static inline sett_thread_set sett_threads_or (sett_thread_set a,
                                               sett_thread_set b) {
  for (unsigned i = 0; i < SETT_THREAD_WORDS; i++)
    a.words[i] |= b.words[i];
  return a;
}

/* Those of a that are not in b. */
static inline sett_thread_set sett_threads_but (sett_thread_set a,
                                                sett_thread_set b) {
  for (unsigned i = 0; i < SETT_THREAD_WORDS; i++)
    a.words[i] &= ~b.words[i];
  return a;
}

static inline int sett_threads_same (sett_thread_set a, sett_thread_set b) {
  uint64_t differ = 0;
  for (unsigned i = 0; i < SETT_THREAD_WORDS; i++)
    differ |= a.words[i] ^ b.words[i];
  return !differ;
}

/* Are all of a in b? */
static inline int sett_threads_within (sett_thread_set a, sett_thread_set b) {
  return !sett_threads_any (sett_threads_but (a, b));
}

/* Is it this one, and nobody else? */
static inline int sett_threads_only (sett_thread_set s, unsigned thread) {
  return sett_threads_same (s, sett_threads_of (thread));
}

static inline unsigned sett_threads_count (sett_thread_set s) {
  unsigned count = 0;
  for (unsigned i = 0; i < SETT_THREAD_WORDS; i++)
    count += (unsigned)__builtin_popcountll (s.words[i]);
  return count;
}

/* The lowest number in a set that is not empty. */
static inline unsigned sett_threads_first (sett_thread_set s) {
  unsigned i = 0;
  while (i < SETT_THREAD_WORDS - 1 && !s.words[i])
    i++;
  return 64 * i + (unsigned)__builtin_ctzll (s.words[i]);
}

/* The set without its lowest number. */
static inline sett_thread_set sett_threads_rest (sett_thread_set s) {
  unsigned i = 0;
  while (i < SETT_THREAD_WORDS - 1 && !s.words[i])
    i++;
  s.words[i] &= s.words[i] - 1;
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
  for (unsigned i = 0; i < thread / 64; i++)
    s.words[i] = 0;
  s.words[thread / 64] &= ~(((uint64_t)2 << thread % 64) - 1);
  return s;
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
    hash += s.words[i] * (0x9e3779b97f4a7c15u * 2 * i + 1);
  return hash;
}

#endif
