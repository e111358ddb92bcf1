/* American flag sort (McIlroy, Bostic, McIlroy 1993): words are put into 256
   heaps by their highest byte, in place, and each heap is sorted by the next.
 */

#include "base/sort_words.h"

#include "base/assert.h"

#include <string.h>

#define HEAPS 256u
#define FEW 32u /* are sorted by insertion */

static void insert_each (uint64_t *at, size_t count) {
  for (size_t i = 1; i < count; i++) {
    const uint64_t word = at[i];
    size_t to = i;
    for (; to && at[to - 1] > word; to--)
      at[to] = at[to - 1];
    at[to] = word;
  }
}

/* Takes words along the cycles in which they belong. */
static void put_into_heaps (uint64_t *at, size_t next[HEAPS],
                            const size_t end[HEAPS], unsigned shift) {
  for (unsigned heap = 0; heap < HEAPS; heap++)
    while (next[heap] < end[heap]) {
      uint64_t word = at[next[heap]];
      for (unsigned to; (to = word >> shift & (HEAPS - 1)) != heap;) {
        const uint64_t swap = at[next[to]];
        at[next[to]++] = word;
        word = swap;
      }
      at[next[heap]++] = word;
    }
}

static void sort (uint64_t *at, size_t count, unsigned shift) {
  size_t next[HEAPS] = {0}, end[HEAPS];
  if (count <= FEW) {
    insert_each (at, count);
    return;
  }
  for (size_t i = 0; i < count; i++)
    next[at[i] >> shift & (HEAPS - 1)]++;
  for (size_t heap = 0, begin = 0; heap < HEAPS; heap++) {
    const size_t size = next[heap];
    next[heap] = begin;
    end[heap] = begin += size;
  }
  SETT_ASSERT (end[HEAPS - 1] == count);
  put_into_heaps (at, next, end, shift);
  for (size_t heap = 0, begin = 0; shift && heap < HEAPS; heap++) {
    if (end[heap] > begin)
      sort (at + begin, end[heap] - begin, shift - 8);
    begin = end[heap];
  }
}

void sett_sort_words (uint64_t *at, size_t count) {
  if (count)
    sort (at, count, 56);
}
