/* Numbers of class files, read within bounds and written to buffers: see
   bytes.h. */

#include "java/classfile/bytes.h"

#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

static void need (sett_bytes *b, size_t more) {
  if (b->count + more <= b->room)
    return;
  b->room = 2 * (b->count + more) + 64;
  b->at = realloc (b->at, b->room);
  if (!b->at)
    abort ();
}

void sett_bytes_release (sett_bytes *b) {
  free (b->at);
  *b = (sett_bytes){0};
}

void sett_put (sett_bytes *b, const void *from, size_t count) {
  need (b, count);
  if (count)
    memcpy (b->at + b->count, from, count);
  b->count += count;
}

void sett_put1 (sett_bytes *b, unsigned value) {
  need (b, 1);
  SETT_ASSERT (b->count < b->room);
  b->at[b->count++] = (uint8_t)value;
}

void sett_put2 (sett_bytes *b, unsigned value) {
  sett_put1 (b, value >> 8 & 255);
  sett_put1 (b, value & 255);
}

void sett_put4 (sett_bytes *b, uint32_t value) {
  sett_put2 (b, value >> 16);
  sett_put2 (b, value & 0xffff);
}

void sett_set2 (sett_bytes *b, size_t at, unsigned value) {
  SETT_ASSERT (at + 2 <= b->count);
  b->at[at] = (uint8_t)(value >> 8);
  b->at[at + 1] = (uint8_t)value;
}

void sett_set4 (sett_bytes *b, size_t at, uint32_t value) {
  sett_set2 (b, at, value >> 16);
  sett_set2 (b, at + 2, value & 0xffff);
}

/*------------------------------------------------------------------------*/

void sett_damaged (sett_input *in) {
  longjmp (in->damaged, 1);
}

const uint8_t *sett_get (sett_input *in, size_t at, size_t count) {
  if (at > in->count || count > in->count - at)
    sett_damaged (in);
  return in->at + at;
}

unsigned sett_get1 (sett_input *in, size_t at) {
  return *sett_get (in, at, 1);
}

unsigned sett_get2 (sett_input *in, size_t at) {
  const uint8_t *p = sett_get (in, at, 2);
  return (unsigned)(p[0] << 8 | p[1]);
}

uint32_t sett_get4 (sett_input *in, size_t at) {
  return (uint32_t)sett_get2 (in, at) << 16 | sett_get2 (in, at + 2);
}
