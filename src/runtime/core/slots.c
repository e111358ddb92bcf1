/* The pages of a pipe: see slots.h. */

#include "runtime/core/slots.h"

#include "base/assert.h"

#include <errno.h>
#include <string.h>

static size_t less (size_t a, size_t b) {
  return a < b ? a : b;
}

static uint32_t number (const sett_pipe *p, uint32_t i) {
  return (p->first + i) % SETT_MOST_SLOTS;
}

static sett_slot *slot (const sett_pipe *p, uint32_t i) {
  SETT_ASSERT (i < SETT_MOST_SLOTS &&
               (size_t)(p - os_model->pipes) < SETT_MOST_PIPES);
  return &os_model->slots[p - os_model->pipes][number (p, i)];
}

static char *page (const sett_pipe *p, uint32_t i) {
  return os_model->contents[p - os_model->pipes] +
         (size_t)number (p, i) * SETT_SLOT_SIZE;
}

/*------------------------------------------------------------------------*/

int sett_slots_full (const sett_pipe *p) {
  return p->filled >= p->slots;
}

/* Behind what is in the last slot. */
static size_t rest_of_last (const sett_pipe *p) {
  if (!p->filled)
    return 0;
  const sett_slot *last = slot (p, p->filled - 1);
  SETT_ASSERT (last->offset + last->length <= SETT_SLOT_SIZE);
  return last->packet ? 0 : SETT_SLOT_SIZE - last->offset - last->length;
}

/* So much of a call goes behind what is there. */
static size_t merged (const sett_pipe *p, size_t size) {
  const size_t remainder = size % SETT_SLOT_SIZE;
  return remainder <= rest_of_last (p) ? remainder : 0;
}

uint64_t sett_slots_room (const sett_pipe *p) {
  SETT_ASSERT (p->filled <= p->slots || p->slots < SETT_MOST_SLOTS);
  return (uint64_t)(p->slots - p->filled) * SETT_SLOT_SIZE + rest_of_last (p);
}

int sett_slots_accepts (const sett_pipe *p, size_t size, int begins) {
  return !sett_slots_full (p) || (begins && merged (p, size));
}

static void append (sett_pipe *p, const sett_parts *from, size_t offset,
                    size_t size) {
  sett_slot *last = slot (p, p->filled - 1);
  SETT_ASSERT (last->offset + last->length + size <= SETT_SLOT_SIZE);
  sett_parts_out (from, offset,
                  page (p, p->filled - 1) + last->offset + last->length, size);
  last->length = (uint16_t)(last->length + size);
  p->length += size;
}

size_t sett_slots_put (sett_pipe *p, const sett_parts *from, size_t offset,
                       size_t size, int packets) {
  size_t done = 0;
  const size_t behind = offset ? 0 : merged (p, size);
  if (behind)
    append (p, from, 0, done = behind);
  while (done < size && !sett_slots_full (p)) {
    const size_t n = less (size - done, SETT_SLOT_SIZE);
    *slot (p, p->filled++) = (sett_slot){.packet = (uint16_t)packets};
    SETT_ASSERT (p->filled <= p->slots);
    append (p, from, offset + done, n);
    done += n;
  }
  return done;
}

static size_t take_from_first (sett_pipe *p, const sett_parts *to,
                               size_t offset, size_t size) {
  sett_slot *first = slot (p, 0);
  const size_t n = less (size, first->length);
  SETT_ASSERT (p->filled && first->length);
  const size_t gone = first->packet ? first->length : n;
  sett_parts_in (to, offset, page (p, 0) + first->offset, n);
  first->offset = (uint16_t)(first->offset + gone);
  first->length = (uint16_t)(first->length - gone);
  p->length -= gone;
  if (!first->length) {
    p->first = (p->first + 1) % SETT_MOST_SLOTS;
    p->filled--;
  }
  return n;
}

size_t sett_slots_take (sett_pipe *p, const sett_parts *to, size_t size,
                        size_t *gone) {
  const size_t before = p->length;
  size_t done = 0;
  while (done < size && p->filled) {
    const int packet = slot (p, 0)->packet;
    done += take_from_first (p, to, done, size - done);
    if (packet)
      break;
  }
  *gone = before - p->length;
  SETT_ASSERT (p->length || !p->filled);
  if (!p->filled)
    p->first = 0;
  return done;
}

void sett_slots_clear (sett_pipe *p) {
  p->first = p->filled = 0;
  p->length = 0;
}

/*------------------------------------------------------------------------*/

static uint64_t whole_pages (uint64_t size) {
  return (size + SETT_SLOT_SIZE - 1) / SETT_SLOT_SIZE;
}

uint64_t sett_slots_bound (uint64_t bound, size_t size) {
  const size_t remainder = size % SETT_SLOT_SIZE;
  const uint64_t pages = whole_pages (bound);
  if (remainder > pages * SETT_SLOT_SIZE - bound || !remainder)
    return pages * SETT_SLOT_SIZE + size;
  return size < SETT_SLOT_SIZE
             ? bound + size
             : (pages + size / SETT_SLOT_SIZE) * SETT_SLOT_SIZE;
}

int sett_slots_holds (const sett_pipe *p, uint64_t bound) {
  return whole_pages (bound) <= p->slots;
}

/*------------------------------------------------------------------------*/

long sett_slots_resize (sett_pipe *p, unsigned size) {
  uint64_t slots = 1;
  if (size > 1u << 31)
    return -EINVAL;
  while (slots * SETT_SLOT_SIZE < size)
    slots *= 2;
  if (slots > p->slots && slots > SETT_MOST_SLOTS)
    return -EPERM;
  if (slots < p->filled)
    return -EBUSY;
  p->slots = (uint32_t)slots;
  SETT_ASSERT (p->filled <= p->slots);
  return (long)(slots * SETT_SLOT_SIZE);
}

/* Where a page begins does not matter any more, unless more can come behind. */
void sett_slots_each (const sett_pipe *p,
                      void (*visit) (const void *, size_t, void *),
                      void *data) {
  for (uint32_t i = 0; i < p->filled; i++) {
    sett_slot s = *slot (p, i);
    visit (page (p, i) + s.offset, s.length, data);
    if (i + 1 < p->filled)
      s.offset = 0;
    visit (&s, sizeof s, data);
  }
}
