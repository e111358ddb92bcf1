/* Attributes of code that speak of places in it. */

#include "base/assert.h"
#include "java/classfile/class.h"

static void move_lines (sett_class *c, size_t at) {
  const unsigned count = sett_get2 (&c->in, at);
  sett_put2 (&c->body, count);
  for (unsigned i = 0; i < count; i++) {
    sett_put2 (&c->body, sett_moved (c, sett_get2 (&c->in, at + 2 + 4 * i)));
    sett_put2 (&c->body, sett_get2 (&c->in, at + 4 + 4 * i));
  }
}

/* Where a range begins, and how long it is. */
static void move_range (sett_class *c, size_t at) {
  const uint32_t start = sett_get2 (&c->in, at);
  const uint32_t from = sett_moved (c, start);
  const uint32_t to = sett_moved (c, start + sett_get2 (&c->in, at + 2));
  SETT_ASSERT (from <= to); /* what moves stays in order */
  sett_put2 (&c->body, from);
  sett_put2 (&c->body, to - from);
}

static void move_variables (sett_class *c, size_t at) {
  const unsigned count = sett_get2 (&c->in, at);
  sett_put2 (&c->body, count);
  for (unsigned i = 0; i < count; i++) {
    const size_t row = at + 2 + 10 * (size_t)i;
    move_range (c, row);
    sett_put (&c->body, sett_get (&c->in, row + 4, 6), 6);
  }
}

/*------------------------------------------------------------------------*/
/* Type annotations. */

static void copy (sett_class *c, size_t *at, size_t count) {
  sett_put (&c->body, sett_get (&c->in, *at, count), count);
  *at += count;
}

static unsigned copy2 (sett_class *c, size_t *at) {
  const unsigned value = sett_get2 (&c->in, *at);
  copy (c, at, 2);
  return value;
}

static void copy_annotation (sett_class *c, size_t *at, int depth);

static void copy_value (sett_class *c, size_t *at, int depth) {
  enum { DEEP = 64 };
  const unsigned tag = sett_get1 (&c->in, *at);
  if (depth > DEEP)
    sett_damaged (&c->in);
  copy (c, at, 1);
  if (tag == 'e')
    copy (c, at, 4);
  else if (tag == '@')
    copy_annotation (c, at, depth + 1);
  else if (tag == '[')
    for (unsigned count = copy2 (c, at); count; count--)
      copy_value (c, at, depth + 1);
  else
    copy (c, at, 2);
}

static void copy_annotation (sett_class *c, size_t *at, int depth) {
  copy (c, at, 2);
  for (unsigned count = copy2 (c, at); count; count--) {
    copy (c, at, 2);
    copy_value (c, at, depth);
  }
}

static void move_variable_target (sett_class *c, size_t *at) {
  for (unsigned count = copy2 (c, at); count; count--) {
    move_range (c, *at);
    *at += 4;
    copy (c, at, 2);
  }
}

/* What is annotated: a local variable, an exception handler, an instruction. */
static void move_target (sett_class *c, size_t *at) {
  const unsigned target = sett_get1 (&c->in, *at);
  copy (c, at, 1);
  if (target == 0x40 || target == 0x41)
    move_variable_target (c, at);
  else if (target == 0x42)
    copy (c, at, 2);
  else if (target >= 0x43 && target <= 0x4b) {
    const unsigned pc = sett_get2 (&c->in, *at);
    if (pc >= c->method.size || c->method.itself[pc] == SETT_NOWHERE)
      sett_damaged (&c->in);
    sett_put2 (&c->body, c->method.itself[pc]);
    *at += 2;
    if (target >= 0x47)
      copy (c, at, 1);
  } else
    sett_damaged (&c->in);
}

static void move_annotations (sett_class *c, size_t at) {
  for (unsigned count = copy2 (c, &at); count; count--) {
    move_target (c, &at);
    const unsigned path = sett_get1 (&c->in, at);
    copy (c, &at, 1 + 2 * (size_t)path);
    copy_annotation (c, &at, 0);
  }
}

/*------------------------------------------------------------------------*/

void sett_attribute_move (sett_class *c, unsigned name, size_t at,
                          uint32_t length) {
  sett_constants *k = &c->constants;
  sett_put2 (&c->body, name);
  const size_t size = c->body.count;
  sett_put4 (&c->body, 0);
  if (sett_text_is (k, name, "LineNumberTable"))
    move_lines (c, at);
  else if (sett_text_is (k, name, "LocalVariableTable") ||
           sett_text_is (k, name, "LocalVariableTypeTable"))
    move_variables (c, at);
  else if (sett_text_is (k, name, "RuntimeVisibleTypeAnnotations") ||
           sett_text_is (k, name, "RuntimeInvisibleTypeAnnotations"))
    move_annotations (c, at);
  else
    sett_put (&c->body, sett_get (&c->in, at, length), length);
  sett_set4 (&c->body, size, (uint32_t)(c->body.count - size - 4));
}
