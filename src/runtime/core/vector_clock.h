/* Vector clocks: of each thread, how much of what it did is known, in the sense
   of data races (object_clocks.c).

   Most programs have few threads, and every page that an execution writes costs
   time.  So a clock has room for the first 64 threads only.  The components of
   the next 64 are as far behind it as a plane of memory is wide, and so on:
   planes are mapped where more threads are wanted (sett_orders.threads), have
   the shape of what they stand behind, and hold nothing else.  Therefore a
   clock must be in the world or among the clocks of the OS model; a copy of it
   elsewhere is good for the first 64 threads.

   Loops go up to a number of threads: components beyond it are 0. */

#ifndef SETT_RUNTIME_VECTOR_CLOCK_H
#define SETT_RUNTIME_VECTOR_CLOCK_H

#include "kernel/thread_set.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SETT_VECTOR_CLOCK_NEAR 64
#define SETT_PLANES (SETT_MOST_THREADS / SETT_VECTOR_CLOCK_NEAR)
#define SETT_PLANE ((uintptr_t)16 << 30)

typedef struct sett_vector_clock {
  uint32_t near[SETT_VECTOR_CLOCK_NEAR];
} sett_vector_clock;

/* The component of a thread, or the first of a plane. */
static inline uint32_t *sett_vector_clock_at (const sett_vector_clock *p,
                                              unsigned thread) {
  uintptr_t at =
      (uintptr_t)p + thread % SETT_VECTOR_CLOCK_NEAR * sizeof (uint32_t);
  at += thread / SETT_VECTOR_CLOCK_NEAR * SETT_PLANE;
  return (uint32_t *)at;
}

static inline uint32_t sett_vector_clock_of (const sett_vector_clock *p,
                                             unsigned thread) {
  return thread < SETT_VECTOR_CLOCK_NEAR ? p->near[thread]
                                         : *sett_vector_clock_at (p, thread);
}

/* How many components of `count` are in the plane that begins with this one. */
static inline uint32_t sett_vector_clock_part (uint32_t first, uint32_t count) {
  return count - first < SETT_VECTOR_CLOCK_NEAR ? count - first
                                                : SETT_VECTOR_CLOCK_NEAR;
}

static inline void sett_vector_clock_join_part (uint32_t *to,
                                                const uint32_t *from,
                                                uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (from[i] > to[i])
      to[i] = from[i];
}

static inline void sett_vector_clock_join (sett_vector_clock *to,
                                           const sett_vector_clock *from,
                                           uint32_t count) {
  sett_vector_clock_join_part (to->near, from->near,
                               sett_vector_clock_part (0, count));
  for (uint32_t first = SETT_VECTOR_CLOCK_NEAR; first < count;
       first += SETT_VECTOR_CLOCK_NEAR)
    sett_vector_clock_join_part (sett_vector_clock_at (to, first),
                                 sett_vector_clock_at (from, first),
                                 sett_vector_clock_part (first, count));
}

static inline int sett_vector_clock_within_part (const uint32_t *a,
                                                 const uint32_t *b,
                                                 uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (a[i] > b[i])
      return 0;
  return 1;
}

/* Is all that a knows known to b? */
static inline int sett_vector_clock_within (const sett_vector_clock *a,
                                            const sett_vector_clock *b,
                                            uint32_t count) {
  int within = sett_vector_clock_within_part (
      a->near, b->near, sett_vector_clock_part (0, count));
  for (uint32_t first = SETT_VECTOR_CLOCK_NEAR; within && first < count;
       first += SETT_VECTOR_CLOCK_NEAR)
    within = sett_vector_clock_within_part (
        sett_vector_clock_at (a, first), sett_vector_clock_at (b, first),
        sett_vector_clock_part (first, count));
  return within;
}

static inline int sett_vector_clock_is_empty (const sett_vector_clock *p,
                                              uint32_t count) {
  uint32_t sum = 0;
  for (uint32_t first = 0; first < count; first += SETT_VECTOR_CLOCK_NEAR)
    for (uint32_t i = 0; i < sett_vector_clock_part (first, count); i++)
      sum |= sett_vector_clock_at (p, first)[i];
  return !sum;
}

/* (Few components: a call would cost more.) */
static inline void sett_vector_clock_copy (sett_vector_clock *to,
                                           const sett_vector_clock *from,
                                           uint32_t count) {
  for (uint32_t i = 0; i < sett_vector_clock_part (0, count); i++)
    to->near[i] = from->near[i];
  for (uint32_t first = SETT_VECTOR_CLOCK_NEAR; first < count;
       first += SETT_VECTOR_CLOCK_NEAR)
    memcpy (sett_vector_clock_at (to, first),
            sett_vector_clock_at (from, first),
            sett_vector_clock_part (first, count) * sizeof (uint32_t));
}

/* To and from an array. */
static inline void sett_vector_clock_write (uint32_t *to,
                                            const sett_vector_clock *from,
                                            uint32_t count) {
  for (uint32_t first = 0; first < count; first += SETT_VECTOR_CLOCK_NEAR)
    memcpy (to + first, sett_vector_clock_at (from, first),
            sett_vector_clock_part (first, count) * sizeof *to);
}

static inline void sett_vector_clock_read (sett_vector_clock *to,
                                           const uint32_t *from,
                                           uint32_t count) {
  for (uint32_t first = 0; first < count; first += SETT_VECTOR_CLOCK_NEAR)
    memcpy (sett_vector_clock_at (to, first), from + first,
            sett_vector_clock_part (first, count) * sizeof *from);
}

/* What is in other planes: from one clock to another; nothing any more. */
static inline void sett_vector_clock_copy_far (sett_vector_clock *to,
                                               const sett_vector_clock *from,
                                               uint32_t count) {
  for (uint32_t first = SETT_VECTOR_CLOCK_NEAR; first < count;
       first += SETT_VECTOR_CLOCK_NEAR)
    memcpy (sett_vector_clock_at (to, first),
            sett_vector_clock_at (from, first), sizeof *to);
}

static inline void sett_vector_clock_clear_far (sett_vector_clock *p,
                                                uint32_t count) {
  for (uint32_t first = SETT_VECTOR_CLOCK_NEAR; first < count;
       first += SETT_VECTOR_CLOCK_NEAR)
    memset (sett_vector_clock_at (p, first), 0, sizeof *p);
}

#endif
