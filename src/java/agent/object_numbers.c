/* Numbers of objects: see object_numbers.h.  What always holds: a number means
   the same for good; less than half of the table is used. */

#include "java/agent/object_numbers.h"

#include "base/assert.h"

#include <stdlib.h>

typedef struct numbered {
  uint64_t key;
  int64_t offset;
  uint32_t what, number;
} numbered;

static numbered *numbers;
static uint32_t number_count, number_mask;

static uint32_t slot_of (uint64_t key, uint32_t what, int64_t offset) {
  uint64_t h = key * 0x9e3779b97f4a7c15ul + (uint64_t)offset;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9ul + what;
  h = (h ^ h >> 32) * 0x94d049bb133111ebul;
  uint32_t at = (uint32_t)(h >> 32) & number_mask;
  while (numbers[at].number &&
         (numbers[at].key != key || numbers[at].what != what ||
          numbers[at].offset != offset))
    at = (at + 1) & number_mask;
  return at;
}

static void widen_numbers (void) {
  const numbered *old = numbers;
  const uint32_t count = old ? number_mask + 1 : 0;
  number_mask = old ? 2 * number_mask + 1 : 4095;
  numbers = calloc (number_mask + 1, sizeof *numbers);
  if (!numbers)
    sett_jgive_up ("out of memory");
  for (uint32_t i = 0; i < count; i++)
    if (old[i].number)
      numbers[slot_of (old[i].key, old[i].what, old[i].offset)] = old[i];
  free ((void *)old);
}

/* Those of a guest are none of others'. */
static uint32_t next_number (void) {
  number_count++;
  return world.guest ? ++world.shared->object_count : number_count;
}

uint32_t sett_object_number (uint64_t key, sett_number_kind what,
                             int64_t offset) {
  if (2 * number_count >= number_mask)
    widen_numbers ();
  SETT_ASSERT (2 * number_count < number_mask); /* so that a search ends */
  numbered *n = &numbers[slot_of (key, what, offset)];
  if (!n->number)
    *n = (numbered){key, offset, what, next_number ()};
  return n->number;
}

void sett_numbers_save (sett_saved *s) {
  sett_saved_put_number (s, number_count);
  for (uint32_t i = 0; number_count && i <= number_mask; i++)
    if (numbers[i].number)
      sett_saved_put (s, &numbers[i], sizeof *numbers);
}

void sett_numbers_load (sett_saved *s) {
  SETT_ASSERT (!number_count); /* nobody has one yet */
  for (uint64_t i = sett_saved_get_count (s, sizeof *numbers); i; i--) {
    numbered n;
    sett_saved_get (s, &n, sizeof n);
    if (2 * number_count >= number_mask)
      widen_numbers ();
    numbers[slot_of (n.key, n.what, n.offset)] = n;
    number_count++;
  }
}

uint32_t sett_thread_number (const sett_jthread *t, int which) {
  return sett_object_number (t->number, SETT_NUMBER_THREAD, which);
}

uint32_t sett_number_of_blocks (void) {
  return sett_object_number (0, SETT_NUMBER_BLOCKS, 0);
}

uint32_t sett_process_number (unsigned process) {
  return sett_object_number (process, SETT_NUMBER_LIFE, 0);
}

uint32_t sett_shutdown_number (unsigned process) {
  return sett_object_number (process, SETT_NUMBER_SHUTDOWN, 0);
}

uint32_t sett_failure_number (unsigned kind) {
  return sett_object_number (kind, SETT_NUMBER_FAILURES, 0);
}

uint32_t sett_socket_number (uint64_t socket, int word) {
  return sett_object_number (socket, SETT_NUMBER_SOCKET, word);
}

uint32_t sett_port_number (int datagrams, unsigned port) {
  return sett_object_number (port, SETT_NUMBER_PORT, datagrams);
}
