/* What a file is known by: see file_hash.h. */

#include "program/file_hash.h"

#include "base/text.h"

#include <xxhash.h>

int sett_file_hash (const char *path, uint64_t *hash) {
  sett_text text = {0};
  const int done = sett_text_read_file (&text, path);
  if (done)
    *hash = XXH3_64bits (sett_text_get (&text), text.length);
  sett_text_release (&text);
  return done;
}
