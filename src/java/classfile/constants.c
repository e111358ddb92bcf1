/* Reading the constant pool, and adding to it: no number that was there changes
   (constants.h). */

#include "java/classfile/constants.h"

#include "base/assert.h"
#include <stdlib.h>
#include <string.h>

/* How many bytes follow the tag; a text says so itself. */
static size_t size_of (sett_input *in, size_t at) {
  switch (sett_get1 (in, at)) {
  case SETT_CONSTANT_UTF8:
    return 2 + sett_get2 (in, at + 1);
  case 3:
  case 4:
  case 9:
  case 10:
  case 11:
  case 12:
  case 17:
  case 18:
    return 4;
  case 5:
  case 6:
    return 8;
  case 7:
  case 8:
  case 16:
  case 19:
  case 20:
    return 2;
  case 15:
    return 3;
  default:
    sett_damaged (in);
  }
}

void sett_constants_read (sett_constants *c, sett_input *in) {
  size_t at = 10;
  c->in = in;
  c->count = c->original = sett_get2 (in, 8);
  c->offsets = calloc (c->count + 1, sizeof *c->offsets);
  c->tags = calloc (c->count + 1, 1);
  if (!c->offsets || !c->tags)
    abort ();
  for (unsigned i = 1; i < c->count; i++) {
    c->offsets[i] = at;
    c->tags[i] = (uint8_t)sett_get1 (in, at);
    at += 1 + size_of (in, at);
    i += c->tags[i] == 5 || c->tags[i] == 6; /* these take two numbers */
  }
  c->end = at;
  SETT_ASSERT (c->end >= 10 && c->count == c->original);
}

void sett_constants_release (sett_constants *c) {
  free (c->offsets);
  free (c->tags);
  sett_bytes_release (&c->added);
}

/*------------------------------------------------------------------------*/

static size_t offset_of (sett_constants *c, unsigned number, unsigned tag) {
  if (!number || number >= c->original || c->tags[number] != tag)
    sett_damaged (c->in);
  return c->offsets[number] + 1;
}

const uint8_t *sett_text_at (sett_constants *c, unsigned number,
                             size_t *length) {
  const size_t at = offset_of (c, number, SETT_CONSTANT_UTF8);
  *length = sett_get2 (c->in, at);
  return sett_get (c->in, at + 2, *length);
}

int sett_text_is (sett_constants *c, unsigned number, const char *text) {
  size_t length;
  const uint8_t *at = sett_text_at (c, number, &length);
  return length == strlen (text) && !memcmp (at, text, length);
}

int sett_text_begins (sett_constants *c, unsigned number, const char *text) {
  size_t length;
  const uint8_t *at = sett_text_at (c, number, &length);
  return length >= strlen (text) && !memcmp (at, text, strlen (text));
}

int sett_texts_equal (sett_constants *c, unsigned a, unsigned b) {
  size_t lengths[2];
  const uint8_t *x = sett_text_at (c, a, lengths);
  const uint8_t *y = sett_text_at (c, b, lengths + 1);
  return lengths[0] == lengths[1] && !memcmp (x, y, lengths[0]);
}

void sett_text_copy (sett_constants *c, unsigned number, char *to,
                     size_t room) {
  size_t length;
  const uint8_t *at = sett_text_at (c, number, &length);
  if (length >= room)
    length = room - 1;
  memcpy (to, at, length);
  to[length] = 0;
}

unsigned sett_class_name_at (sett_constants *c, unsigned number) {
  return sett_get2 (c->in, offset_of (c, number, SETT_CONSTANT_CLASS));
}

sett_member_name sett_member_at (sett_constants *c, unsigned number) {
  if (!number || number >= c->original ||
      c->tags[number] < SETT_CONSTANT_FIELD ||
      c->tags[number] > SETT_CONSTANT_INTERFACE_METHOD)
    sett_damaged (c->in);
  const size_t at = c->offsets[number] + 1;
  const size_t pair =
      offset_of (c, sett_get2 (c->in, at + 2), SETT_CONSTANT_NAME_AND_TYPE);
  return (sett_member_name){.owner =
                                sett_class_name_at (c, sett_get2 (c->in, at)),
                            .name = sett_get2 (c->in, pair),
                            .type = sett_get2 (c->in, pair + 2)};
}

unsigned sett_handle_at (sett_constants *c, unsigned number,
                         sett_member_name *member) {
  const size_t at = offset_of (c, number, SETT_CONSTANT_METHOD_HANDLE);
  *member = sett_member_at (c, sett_get2 (c->in, at + 1));
  return sett_get1 (c->in, at);
}

/*------------------------------------------------------------------------*/

unsigned sett_add_text (sett_constants *c, const char *text) {
  SETT_ASSERT (c->count && c->count >= c->original);
  sett_put1 (&c->added, SETT_CONSTANT_UTF8);
  sett_put2 (&c->added, (unsigned)strlen (text));
  sett_put (&c->added, text, strlen (text));
  return c->count++;
}

unsigned sett_add_class (sett_constants *c, const char *name) {
  const unsigned text = sett_add_text (c, name);
  sett_put1 (&c->added, SETT_CONSTANT_CLASS);
  sett_put2 (&c->added, text);
  return c->count++;
}

unsigned sett_add_integer (sett_constants *c, uint32_t value) {
  sett_put1 (&c->added, SETT_CONSTANT_INTEGER);
  sett_put4 (&c->added, value);
  return c->count++;
}

static unsigned add_pair (sett_constants *c, unsigned tag, unsigned a,
                          unsigned b) {
  sett_put1 (&c->added, tag);
  sett_put2 (&c->added, a);
  sett_put2 (&c->added, b);
  return c->count++;
}

static unsigned add_member (sett_constants *c, unsigned tag, unsigned owner,
                            const char *name, const char *type) {
  const unsigned first = sett_add_text (c, name);
  const unsigned second = sett_add_text (c, type);
  return add_pair (c, tag, owner,
                   add_pair (c, SETT_CONSTANT_NAME_AND_TYPE, first, second));
}

unsigned sett_add_method (sett_constants *c, unsigned owner, const char *name,
                          const char *type) {
  return add_member (c, SETT_CONSTANT_METHOD, owner, name, type);
}

unsigned sett_add_field (sett_constants *c, unsigned owner, const char *name,
                         const char *type) {
  return add_member (c, SETT_CONSTANT_FIELD, owner, name, type);
}
