/* Several pieces of memory that one call reads or writes (readv, writev,
   sendmsg,
   ...), as if they were one. */

#ifndef SETT_RUNTIME_PARTS_H
#define SETT_RUNTIME_PARTS_H

#include <stddef.h>
#include <sys/uio.h>

typedef struct sett_parts {
  const struct iovec *parts;
  size_t count;
} sett_parts;

size_t sett_parts_size (const sett_parts *);

/* Copies so many bytes from an offset on to `memory', or from there. */
void sett_parts_out (const sett_parts *, size_t offset, char *memory,
                     size_t size);
void sett_parts_in (const sett_parts *, size_t offset, const char *memory,
                    size_t size);

#endif
