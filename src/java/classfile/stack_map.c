/* The frames of the verifier (StackMapTable): the distances between them
   change, what they say does not, but for the places of `new`. */

#include "base/assert.h"
#include "java/classfile/class.h"

enum {
  SAME_END = 64,
  ONE_END = 128,
  ONE_EXTENDED = 247,
  CHOP = 248,
  SAME_EXTENDED = 251,
  FULL = 255,
  OBJECT = 7,
  UNINITIALISED = 8
};

static void copy_type (sett_class *c, size_t *at) {
  const unsigned type = sett_get1 (&c->in, (*at)++);
  sett_put1 (&c->body, type);
  if (type > UNINITIALISED)
    sett_damaged (&c->in);
  if (type < OBJECT)
    return;
  unsigned operand = sett_get2 (&c->in, *at);
  *at += 2;
  if (type == UNINITIALISED) {
    if (operand >= c->method.size || c->method.itself[operand] == SETT_NOWHERE)
      sett_damaged (&c->in);
    operand = c->method.itself[operand];
  }
  sett_put2 (&c->body, operand);
}

static void copy_types (sett_class *c, size_t *at, unsigned count) {
  while (count--)
    copy_type (c, at);
}

static void copy_full (sett_class *c, size_t *at) {
  for (int part = 0; part < 2; part++) { /* local variables, stack */
    const unsigned count = sett_get2 (&c->in, *at);
    *at += 2;
    sett_put2 (&c->body, count);
    copy_types (c, at, count);
  }
}

static void put_distance (sett_class *c, unsigned short_kind, unsigned kind,
                          uint32_t distance) {
  if (distance < 64) {
    sett_put1 (&c->body, short_kind + distance);
    return;
  }
  sett_put1 (&c->body, kind);
  sett_put2 (&c->body, distance);
}

static unsigned old_distance (sett_class *c, unsigned kind, size_t *at) {
  if (kind < SAME_END)
    return kind;
  if (kind < ONE_END)
    return kind - SAME_END;
  if (kind < ONE_EXTENDED)
    sett_damaged (&c->in);
  *at += 2;
  return sett_get2 (&c->in, *at - 2);
}

/* `distance` is the new one. */
static void copy_frame (sett_class *c, unsigned kind, uint32_t distance,
                        size_t *at) {
  if (kind < SAME_END || kind == SAME_EXTENDED)
    put_distance (c, 0, SAME_EXTENDED, distance);
  else if (kind < ONE_END || kind == ONE_EXTENDED) {
    put_distance (c, SAME_END, ONE_EXTENDED, distance);
    copy_type (c, at);
  } else {
    sett_put1 (&c->body, kind);
    sett_put2 (&c->body, distance);
    if (kind == FULL)
      copy_full (c, at);
    else if (kind > SAME_EXTENDED)
      copy_types (c, at, kind - SAME_EXTENDED);
  }
}

/* Nothing is known but `this`; the exception is on the stack. */
static void add_handler (sett_class *c, uint32_t distance) {
  SETT_ASSERT (c->throwable);
  sett_put1 (&c->body, FULL);
  sett_put2 (&c->body, distance);
  if (c->method.flags & SETT_ACC_STATIC)
    sett_put2 (&c->body, 0);
  else {
    sett_put2 (&c->body, 1);
    sett_put1 (&c->body, OBJECT);
    sett_put2 (&c->body, c->self);
  }
  sett_put2 (&c->body, 1);
  sett_put1 (&c->body, OBJECT);
  sett_put2 (&c->body, c->throwable);
}

void sett_frames_move (sett_class *c, size_t table, uint32_t handler) {
  const unsigned count = table ? sett_get2 (&c->in, table) : 0;
  size_t at = table + 2;
  int64_t old = -1, now = -1;
  sett_put2 (&c->body, count + (handler != 0));
  for (unsigned i = 0; i < count; i++) {
    const unsigned kind = sett_get1 (&c->in, at++);
    old += old_distance (c, kind, &at) + 1;
    const uint32_t place = sett_moved (c, old);
    copy_frame (c, kind, (uint32_t)(place - now - 1), &at);
    now = place;
  }
  if (handler)
    add_handler (c, (uint32_t)(handler - now - 1));
}
