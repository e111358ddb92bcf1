/* Files of JSON that somebody may have changed: every value is taken out of
   jansson's tree by a function that notes the first thing that is wrong. */

#ifndef SETT_BASE_JSON_H
#define SETT_BASE_JSON_H

#include "base/text.h"

#include <jansson.h>
#include <stdint.h>

/* A string of the file; null for null.  jansson refuses what is not UTF-8:
   Latin-1 is the likely reason, and reading it as such loses nothing. */
json_t *sett_json_string (const char *bytes);

/* 16 hexadecimal digits. */
json_t *sett_json_word (uint64_t);

typedef struct sett_json_reader {
  sett_text *error;
  const char *path;
  long step; /* being read, from 1; 0: none */
  int failed;
} sett_json_reader;

/* The tree of a file: for json_decref.  Null, and failed, if there is none. */
json_t *sett_json_load (sett_json_reader *);

/* Only the first complaint counts. */
void sett_json_complain (sett_json_reader *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* The value of a key.  What is missing or of another kind is complained of, and
   gives null, an empty string, or zero. */
json_t *sett_json_want (sett_json_reader *, const json_t *, const char *key);
json_t *sett_json_want_object (sett_json_reader *, const json_t *,
                               const char *key);
json_t *sett_json_want_array (sett_json_reader *, const json_t *,
                              const char *key);
const char *sett_json_want_string (sett_json_reader *, const json_t *,
                                   const char *key);
int sett_json_want_boolean (sett_json_reader *, const json_t *,
                            const char *key);
int64_t sett_json_want_number (sett_json_reader *, const json_t *,
                               const char *key, int64_t most);

/* The same for a value that is there already, of this key. */
const char *sett_json_string_of (sett_json_reader *, const json_t *,
                                 const char *key);
int64_t sett_json_number_of (sett_json_reader *, const json_t *,
                             const char *key, int64_t most);
uint64_t sett_json_word_of (sett_json_reader *, const json_t *,
                            const char *key);

#endif
