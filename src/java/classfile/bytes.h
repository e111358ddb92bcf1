/* Bytes of a class file: big-endian numbers, read with a look at the bounds,
   and written to buffers that grow.

   A damaged file is no reason to go on: whoever reads beyond the end jumps to
   the place that sett_class_rewrite has prepared.  All buffers are owned by
   structures that are released there. */

#ifndef SETT_JAVA_CLASSFILE_BYTES_H
#define SETT_JAVA_CLASSFILE_BYTES_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sett_bytes {
  uint8_t *at;
  size_t count, room;
} sett_bytes;

void sett_bytes_release (sett_bytes *);
void sett_put (sett_bytes *, const void *, size_t count);
void sett_put1 (sett_bytes *, unsigned);
void sett_put2 (sett_bytes *, unsigned);
void sett_put4 (sett_bytes *, uint32_t);
void sett_set2 (sett_bytes *, size_t at, unsigned);
void sett_set4 (sett_bytes *, size_t at, uint32_t);

/* The file that is read. */
typedef struct sett_input {
  const uint8_t *at;
  size_t count;
  jmp_buf damaged;
} sett_input;

__attribute__ ((noreturn)) void sett_damaged (sett_input *);
unsigned sett_get1 (sett_input *, size_t at);
unsigned sett_get2 (sett_input *, size_t at);
uint32_t sett_get4 (sett_input *, size_t at);
/* So many bytes, if they are there. */
const uint8_t *sett_get (sett_input *, size_t at, size_t count);

#endif
