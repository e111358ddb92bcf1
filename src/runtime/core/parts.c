/* Several pieces of memory as one: see parts.h. */

#include "runtime/core/parts.h"

#include <string.h>

size_t sett_parts_size (const sett_parts *p) {
  size_t size = 0;
  for (size_t i = 0; i < p->count; i++)
    size += p->parts[i].iov_len;
  return size;
}

static void copy (const sett_parts *p, size_t offset, char *memory, size_t size,
                  int out) {
  for (size_t i = 0; i < p->count && size; i++) {
    const size_t length = p->parts[i].iov_len;
    if (offset >= length) {
      offset -= length;
      continue;
    }
    char *part = (char *)p->parts[i].iov_base + offset;
    const size_t n = length - offset < size ? length - offset : size;
    memcpy (out ? memory : part, out ? part : memory, n);
    memory += n;
    size -= n;
    offset = 0;
  }
}

void sett_parts_out (const sett_parts *p, size_t offset, char *memory,
                     size_t size) {
  copy (p, offset, memory, size, 1);
}

void sett_parts_in (const sett_parts *p, size_t offset, const char *memory,
                    size_t size) {
  copy (p, offset, (char *)memory, size, 0);
}
