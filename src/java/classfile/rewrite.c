/* The class as a whole: see rewrite.h. */

#include "java/classfile/rewrite.h"

#include "base/assert.h"
#include "java/classfile/class.h"
#include "java/classfile/code.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0xcafebabe, MOST_CONSTANTS = 65535 };

/* Behind attributes that begin with their number. */
static size_t skip_attributes (sett_class *c, size_t at) {
  unsigned count = sett_get2 (&c->in, at);
  at += 2;
  while (count--) {
    const uint32_t length = sett_get4 (&c->in, at + 2);
    sett_get (&c->in, at + 6, length);
    at += 6 + (size_t)length;
  }
  return at;
}

static size_t read_fields (sett_class *c, size_t at) {
  c->field_count = sett_get2 (&c->in, at);
  c->fields = calloc (c->field_count + 1, sizeof *c->fields);
  if (!c->fields)
    abort ();
  at += 2;
  for (unsigned i = 0; i < c->field_count; i++) {
    c->fields[i] = (sett_field_flags){.flags = sett_get2 (&c->in, at),
                                      .name = sett_get2 (&c->in, at + 2),
                                      .type = sett_get2 (&c->in, at + 4)};
    at = skip_attributes (c, at + 6);
  }
  return at;
}

/*------------------------------------------------------------------------*/

static int is_meant (sett_class *c, const sett_method *m,
                     const sett_diversion *d) {
  if (!d->method)
    return (m->flags & SETT_ACC_SYNCHRONIZED) != 0;
  if (!strcmp (d->method, "*"))
    return (m->flags & (SETT_ACC_PUBLIC | SETT_ACC_STATIC)) ==
               SETT_ACC_PUBLIC &&
           !sett_text_is (&c->constants, m->name, "<init>");
  return sett_text_is (&c->constants, m->name, d->method) &&
         (!d->type || sett_text_is (&c->constants, m->type, d->type));
}

static const sett_diversion *find_diversion (sett_class *c) {
  const sett_method *m = &c->method;
  const sett_diversion *d = c->rewriting->diversions;
  for (; d && d->class_name; d++) {
    if (!sett_text_is (&c->constants, c->self_name, d->class_name))
      continue;
    if (is_meant (c, m, d))
      return d;
  }
  return NULL;
}

static void copy (sett_class *c, size_t at, size_t count) {
  sett_put (&c->body, sett_get (&c->in, at, count), count);
}

/* An empty one is there so that subclasses have none. */
static void note_finalizer (sett_class *c, size_t code) {
  if (sett_get4 (&c->in, code + 4) > 1 &&
      sett_text_is (&c->constants, c->method.name, "finalize") &&
      sett_text_is (&c->constants, c->method.type, "()V"))
    c->rewriting->finalizes = 1;
}

/* Its code may be replaced; the rest is copied. */
static int rewrite_attribute (sett_class *c, size_t at,
                              const sett_diversion *d) {
  const unsigned name = sett_get2 (&c->in, at);
  const uint32_t length = sett_get4 (&c->in, at + 2);
  const size_t start = c->body.count;
  sett_get (&c->in, at + 6, length);
  if (sett_text_is (&c->constants, name, "Code")) {
    note_finalizer (c, at + 6);
    sett_put2 (&c->body, name);
    sett_put4 (&c->body, 0);
    if (sett_code_rewrite (c, at + 6, d)) {
      sett_set4 (&c->body, start + 2, (uint32_t)(c->body.count - start - 6));
      return 1;
    }
    c->body.count = start;
  }
  copy (c, at, 6 + (size_t)length);
  return 0;
}

static size_t rewrite_method (sett_class *c, size_t at, int *changed) {
  const size_t flags_at = c->body.count;
  sett_method_release (&c->method);
  c->method.flags = sett_get2 (&c->in, at);
  c->method.name = sett_get2 (&c->in, at + 2);
  c->method.type = sett_get2 (&c->in, at + 4);
  unsigned count = sett_get2 (&c->in, at + 6);
  const sett_diversion *d = find_diversion (c);
  copy (c, at, 8);
  at += 8;
  while (count--) {
    const int rewritten = rewrite_attribute (c, at, d);
    *changed |= rewritten;
    if (rewritten && c->method.leaves_monitor)
      sett_set2 (&c->body, flags_at,
                 c->method.flags & ~(unsigned)SETT_ACC_SYNCHRONIZED);
    at += 6 + (size_t)sett_get4 (&c->in, at + 2);
  }
  return at;
}

/* Its superclass, and the owners of all members that it uses. */
static void refer_to_all (sett_class *c, unsigned super) {
  if (!c->rewriting->refers)
    return;
  if (super)
    sett_refer (c, sett_class_name_at (&c->constants, super), SETT_IS_ABOVE);
  for (unsigned i = 1; i < c->constants.original; i++)
    if (c->constants.tags[i] >= SETT_CONSTANT_FIELD &&
        c->constants.tags[i] <= SETT_CONSTANT_INTERFACE_METHOD)
      sett_refer (c, sett_member_at (&c->constants, i).owner, SETT_IS_USED);
}

/* The contents of the attribute BootstrapMethods; methods are at this place. */
static size_t find_bootstraps (sett_class *c, size_t at) {
  unsigned count = sett_get2 (&c->in, at);
  for (at += 2; count--;)
    at = skip_attributes (c, at + 6);
  count = sett_get2 (&c->in, at);
  for (at += 2; count--; at += 6 + (size_t)sett_get4 (&c->in, at + 2))
    if (sett_text_is (&c->constants, sett_get2 (&c->in, at),
                      "BootstrapMethods"))
      return at + 6;
  return 0;
}

/* True: something has changed. */
static int rewrite_class (sett_class *c) {
  int changed = 0;
  if (sett_get4 (&c->in, 0) != MAGIC)
    sett_damaged (&c->in);
  c->version = sett_get2 (&c->in, 6);
  sett_constants_read (&c->constants, &c->in);
  const size_t start = c->constants.end;
  c->self = sett_get2 (&c->in, start + 2);
  c->self_name = sett_class_name_at (&c->constants, c->self);
  const size_t interfaces = 2 * (size_t)sett_get2 (&c->in, start + 6);
  size_t at = read_fields (c, start + 8 + interfaces);
  c->rewriting->hands_on = sett_hands_on (c);
  refer_to_all (c, sett_get2 (&c->in, start + 4));
  copy (c, start, at - start);
  unsigned count = sett_get2 (&c->in, at);
  const unsigned methods = count;
  const size_t count_at = c->body.count;
  c->bootstraps = c->rewriting->lambda ? find_bootstraps (c, at) : 0;
  copy (c, at, 2);
  at += 2;
  while (count--)
    at = rewrite_method (c, at, &changed);
  sett_put (&c->body, c->accessors.at, c->accessors.count);
  sett_set2 (&c->body, count_at, methods + c->lambda_count);
  const size_t end = skip_attributes (c, at);
  if (end != c->in.count)
    sett_damaged (&c->in);
  copy (c, at, end - at);
  if (c->constants.count > MOST_CONSTANTS ||
      methods + c->lambda_count > MOST_CONSTANTS)
    sett_damaged (&c->in);
  return changed;
}

static void put_class (sett_class *c, sett_bytes *out) {
  SETT_ASSERT (c->constants.count <= MOST_CONSTANTS &&
               c->constants.end <= c->in.count && c->body.count);
  sett_put (out, c->in.at, 8);
  sett_put2 (out, c->constants.count);
  sett_put (out, c->in.at + 10, c->constants.end - 10);
  sett_put (out, c->constants.added.at, c->constants.added.count);
  sett_put (out, c->body.at, c->body.count);
}

sett_rewritten sett_class_rewrite (sett_rewriting *r, const uint8_t *in,
                                   size_t count, uint8_t **out,
                                   size_t *out_count) {
  /* Not on the stack: a jump back leaves what it has as it is. */
  sett_class *c = calloc (1, sizeof *c);
  volatile sett_rewritten result = SETT_DAMAGED;
  if (!c)
    abort ();
  c->in.at = in;
  c->in.count = count;
  c->rewriting = r;
  r->hooks = r->methods = r->too_long = 0;
  r->finalizes = r->hands_on = 0;
  if (!setjmp (c->in.damaged))
    result = rewrite_class (c) ? SETT_REWRITTEN : SETT_UNCHANGED;
  if (result == SETT_REWRITTEN) {
    sett_bytes file = {0};
    put_class (c, &file);
    *out = file.at;
    *out_count = file.count;
  }
  sett_method_release (&c->method);
  sett_constants_release (&c->constants);
  sett_bytes_release (&c->body);
  sett_bytes_release (&c->accessors);
  free (c->lambdas);
  free (c->lambda);
  free (c->fields);
  free (c);
  return result;
}
