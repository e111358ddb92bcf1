/* Files are known by their contents: sources, classes, libraries. */

#ifndef SETT_PROGRAM_FILE_HASH_H
#define SETT_PROGRAM_FILE_HASH_H

#include <stdint.h>

/* XXH3 of a file's bytes; false if it cannot be read. */
int sett_file_hash (const char *path, uint64_t *);

#endif
