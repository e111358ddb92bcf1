/* Work and notes on a device, to find cycles: see card.h and cycles.cl. */

#include "gpu/card_internal.h"

#include "base/assert.h"

enum { STEPS_AT_ONCE = 1 << 18 };

void sett_card_find_cycle_kernels (sett_card *c) {
  c->begin = sett_device_kernel (c->device, "begin_round");
  c->cut = sett_device_kernel (c->device, "cut_off");
  c->walk = sett_device_kernel (c->device, "walk_back");
  c->earliest = sett_device_kernel (c->device, "earliest");
}

/* The notes are laid out as the table is. */
int sett_card_prepare_cycles (sett_card *c) {
  return sett_card_make_row (c, &c->work, c->news[USED]) &&
         sett_card_make_row (c, &c->notes, c->capacity);
}

static void set_number (sett_card *c, sett_kernel kernel, int position,
                        int number) {
  sett_device_set (c->device, kernel, (unsigned)position, sizeof number,
                   &number);
}

/* The work is empty. */
static void clear_work (sett_card *c) {
  const uint64_t none = 0;
  sett_device_write (c->device, c->counters, 8 * WORK, sizeof none, &none);
}

void sett_card_begin_round (sett_card *c, int first, uint64_t root) {
  const int position = sett_card_set_rows (c, c->begin, 0);
  clear_work (c);
  sett_card_set_word (c, c->begin, position, c->news[USED]);
  set_number (c, c->begin, position + 1, first);
  sett_card_set_word (c, c->begin, position + 2, root);
  sett_card_launch (c, c->begin, c->news[USED]);
}

void sett_card_cut (sett_card *c) {
  const int position = sett_card_set_rows (c, c->cut, 0);
  clear_work (c);
  sett_card_set_word (c, c->cut, position, c->news[USED]);
  sett_card_launch (c, c->cut, c->news[USED]);
}

uint64_t sett_card_work (const sett_card *c) {
  SETT_ASSERT (c->news[WORK] <= c->news[USED] || sett_device_error (c->device));
  return c->news[WORK];
}

sett_walk_state sett_card_walk (sett_card *c, sett_walk *walk) {
  uint64_t out[3] = {0, walk->at, walk->count};
  const int position = sett_card_set_rows (c, c->walk, 0);
  sett_device_write (c->device, c->states, 0, sizeof out, out);
  sett_card_set_buffer (c, c->walk, position, c->states);
  sett_card_set_word (c, c->walk, position + 1, STEPS_AT_ONCE);
  set_number (c, c->walk, position + 2, walk->closes);
  sett_card_set_word (c, c->walk, position + 3, walk->begin);
  sett_card_set_word (c, c->walk, position + 4, c->news[USED]);
  sett_card_launch (c, c->walk, 1);
  sett_device_read (c->device, c->states, 0, sizeof out, out);
  if (sett_device_error (c->device))
    return SETT_WALK_LOST;
  walk->at = out[1];
  walk->count = out[2];
  return (sett_walk_state)out[0];
}

uint64_t sett_card_earliest (sett_card *c) {
  uint64_t number = UINT64_MAX;
  const int position = sett_card_set_rows (c, c->earliest, 0);
  sett_device_write (c->device, c->states, 0, sizeof number, &number);
  sett_card_set_word (c, c->earliest, position, c->news[USED]);
  sett_card_set_buffer (c, c->earliest, position + 1, c->states);
  sett_card_launch (c, c->earliest, c->news[USED]);
  sett_device_read (c->device, c->states, 0, sizeof number, &number);
  return number;
}
