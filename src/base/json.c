/* Values from files of JSON: see json.h.  The first thing that is wrong is
 * noted. */

#include "base/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

json_t *sett_json_string (const char *bytes) {
  if (!bytes)
    return json_null ();
  json_t *plain = json_string (bytes);
  if (plain)
    return plain;
  sett_text text = {0};
  for (const unsigned char *at = (const unsigned char *)bytes; *at; at++)
    if (*at < 0x80)
      sett_text_addf (&text, "%c", *at);
    else
      sett_text_addf (&text, "%c%c", 0xc0 | *at >> 6, 0x80 | (*at & 0x3f));
  json_t *widened = json_string (sett_text_get (&text));
  sett_text_release (&text);
  return widened;
}

json_t *sett_json_word (uint64_t word) {
  return json_sprintf ("%016llx", (unsigned long long)word);
}

/*------------------------------------------------------------------------*/
/* Reading. */

json_t *sett_json_load (sett_json_reader *r) {
  sett_text text = {0};
  json_error_t wrong;
  json_t *root = NULL;
  if (!sett_text_read_file (&text, r->path)) {
    r->failed = 1;
    sett_text_addf (r->error, "cannot read '%s': %s", r->path,
                    strerror (errno));
  } else {
    root = json_loadb (sett_text_get (&text), text.length,
                       JSON_REJECT_DUPLICATES, &wrong);
    if (!root)
      sett_json_complain (r, "line %d: %s", wrong.line, wrong.text);
  }
  sett_text_release (&text);
  return root;
}

void sett_json_complain (sett_json_reader *r, const char *format, ...) {
  if (r->failed)
    return;
  r->failed = 1;
  sett_text_addf (r->error, "'%s' is not a valid trace: ", r->path);
  if (r->step)
    sett_text_addf (r->error, "step %ld: ", r->step);
  va_list arguments;
  va_start (arguments, format);
  sett_text_addv (r->error, format, arguments);
  va_end (arguments);
}

json_t *sett_json_want (sett_json_reader *r, const json_t *object,
                        const char *key) {
  json_t *value = json_object_get (object, key);
  if (!value)
    sett_json_complain (r, "key \"%s\" is missing", key);
  return value;
}

static json_t *want_kind (sett_json_reader *r, const json_t *object,
                          const char *key, json_type kind, const char *name) {
  json_t *value = sett_json_want (r, object, key);
  if (value && json_typeof (value) != kind)
    sett_json_complain (r, "\"%s\" is not %s", key, name);
  return value;
}

json_t *sett_json_want_object (sett_json_reader *r, const json_t *object,
                               const char *key) {
  return want_kind (r, object, key, JSON_OBJECT, "an object");
}

json_t *sett_json_want_array (sett_json_reader *r, const json_t *object,
                              const char *key) {
  return want_kind (r, object, key, JSON_ARRAY, "an array");
}

const char *sett_json_string_of (sett_json_reader *r, const json_t *value,
                                 const char *key) {
  if (json_is_string (value) &&
      strlen (json_string_value (value)) == json_string_length (value))
    return json_string_value (value);
  sett_json_complain (r, "\"%s\" is not a string", key);
  return "";
}

const char *sett_json_want_string (sett_json_reader *r, const json_t *object,
                                   const char *key) {
  return sett_json_string_of (r, sett_json_want (r, object, key), key);
}

int sett_json_want_boolean (sett_json_reader *r, const json_t *object,
                            const char *key) {
  const json_t *value = sett_json_want (r, object, key);
  if (!json_is_boolean (value))
    sett_json_complain (r, "\"%s\" is neither true nor false", key);
  return json_is_true (value);
}

int64_t sett_json_number_of (sett_json_reader *r, const json_t *value,
                             const char *key, int64_t most) {
  if (!json_is_integer (value))
    sett_json_complain (r, "\"%s\" is not a whole number", key);
  else if (json_integer_value (value) < 0 || json_integer_value (value) > most)
    sett_json_complain (r, "\"%s\" is out of range", key);
  return r->failed ? 0 : json_integer_value (value);
}

int64_t sett_json_want_number (sett_json_reader *r, const json_t *object,
                               const char *key, int64_t most) {
  return sett_json_number_of (r, sett_json_want (r, object, key), key, most);
}

uint64_t sett_json_word_of (sett_json_reader *r, const json_t *value,
                            const char *key) {
  const char *digits = json_is_string (value) ? json_string_value (value) : "";
  if (strlen (digits) != 16 || strspn (digits, "0123456789abcdef") != 16)
    sett_json_complain (r, "\"%s\" is not made of 16 hexadecimal digits", key);
  return strtoull (digits, NULL, 16);
}
