/* Random numbers and other things that differ from run to run.

   Every thread draws from a sequence of its own, so that what it gets does not
   depend on others; with --random it gets what is chosen (random.c, where the
   C library's own generators are). */

#include "runtime/race/races.h"
#include "runtime/sched/randomness.h"

#include "base/assert.h"
#include "runtime/sched/early.h"
#include "runtime/core/os_process.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/syscalls.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Sebastiano Vigna's splitmix64. */
static uint64_t mix (uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ul;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebul;
  return x ^ x >> 31;
}

static uint64_t draw (void) {
  SETT_ASSERT (world->current < SETT_MOST_THREADS);
  const uint64_t count = ++os_process->draws[world->current];
  return mix (count * 0x9e3779b97f4a7c15ul + world->current);
}

void sett_random_fill (void *memory, size_t size) {
  unsigned char *byte = memory;
  for (uint64_t word = 0; size--; word >>= 8) {
    if (!word)
      word = draw () | (uint64_t)1 << 63;
    *byte++ = (unsigned char)word;
  }
}

/*------------------------------------------------------------------------*/

/* What is chosen is a number of all these bytes. */
static void fill (void *memory, size_t size, uintptr_t place) {
  uint32_t value;
  if (!size)
    return;
  if (!sett_random_choose (size == 1 ? 256 : UINT32_MAX, &value, place)) {
    sett_random_fill (memory, size);
    return;
  }
  memset (memory, 0, size);
  memcpy (memory, &value, size < sizeof value ? size : sizeof value);
}

EXPORT ssize_t getrandom (void *memory, size_t size, unsigned flags) {
  if (!sett_active ())
    return SETT_REAL (getrandom) (memory, size, flags);
  fill (memory, size, SETT_HERE);
  sett_races_served (memory, (long)size, SETT_MEMORY_WRITE, SETT_HERE);
  return (ssize_t)size;
}

EXPORT int getentropy (void *memory, size_t size) {
  if (!sett_active ())
    return SETT_REAL (getentropy) (memory, size);
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  fill (memory, size, SETT_HERE);
  sett_races_served (memory, (long)size, SETT_MEMORY_WRITE, SETT_HERE);
  return 0;
}

/* The C library has these since 2.36 only. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static uint32_t random_word (uint32_t below, uintptr_t place) {
  uint32_t word;
  if (sett_active ())
    return sett_random_choose (below, &word, place) ? word : (uint32_t)draw ();
  sett_raw (SYS_getrandom, &word, sizeof word, 0);
  return word;
}

EXPORT uint32_t arc4random (void) {
  return random_word (UINT32_MAX, SETT_HERE);
}

EXPORT void arc4random_buf (void *memory, size_t size) {
  if (sett_active ())
    fill (memory, size, SETT_HERE);
  else
    for (unsigned char *byte = memory; size--; byte++)
      *byte = (unsigned char)random_word (UINT32_MAX, 0);
}

EXPORT uint32_t arc4random_uniform (uint32_t bound) {
  if (bound < 2)
    return 0;
  const int chosen = sett_active () && engine.shared->orders.random;
  const uint32_t uneven = chosen ? 0 : -bound % bound;
  SETT_ASSERT (uneven < bound);
  for (;;) {
    const uint32_t word = random_word (bound, SETT_HERE);
    if (word >= uneven)
      return word % bound;
  }
}

/* std::random_device::_M_getval, which asks the processor. */
EXPORT unsigned _ZNSt13random_device9_M_getvalEv (void *device) {
  (void)device;
  return random_word (UINT32_MAX, SETT_HERE);
}

/*------------------------------------------------------------------------*/

EXPORT pid_t gettid (void) {
  if (sett_active ())
    return sett_thread_number ();
  const pid_t early = sett_early_number (); /* there is one thread */
  return early ? early : (pid_t)sett_raw (SYS_gettid);
}

/*------------------------------------------------------------------------*/
/* As system calls. */

long sett_call_getrandom (const sett_call *call, uintptr_t place) {
  (void)place;
  sett_random_fill ((void *)call->a[0], (size_t)call->a[1]);
  return call->a[1];
}

long sett_call_gettid (const sett_call *call, uintptr_t place) {
  (void)call, (void)place;
  return sett_thread_number ();
}
