/* Rewriting the code of one method: instructions move, hooks come between them,
   and whatever knows distances is written again: branches, switches, exception
   tables, stack maps.  If a distance no longer fits the method is left as it
   was. */

#include "java/classfile/code.h"

#include "base/assert.h"
#include "java/classfile/instructions.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CODE = 65535, MORE_STACK = 6 };

/* The parts of the attribute in the file. */
typedef struct parts {
  size_t handlers, attributes;
  unsigned handler_count, attribute_count;
  size_t frames; /* StackMapTable, or 0 */
  unsigned frames_name;
} parts;

/* The new code. */
typedef struct layout {
  uint32_t opening; /* bytes in front of everything */
  uint32_t handler; /* place of the handler that was added, or 0 */
  size_t closing;   /* its code, in `extra` */
  uint32_t size;
} layout;

void sett_method_release (sett_method *m) {
  free (m->moved);
  free (m->itself);
  free (m->around);
  free (m->loops);
  sett_bytes_release (&m->extra);
  *m = (sett_method){0};
}

static void make_room (sett_method *m) {
  const size_t places = (size_t)m->size + 1;
  m->moved = malloc (places * sizeof *m->moved);
  m->itself = malloc (places * sizeof *m->itself);
  m->around = calloc (places, sizeof *m->around);
  if (!m->moved || !m->itself || !m->around)
    abort ();
  memset (m->moved, 0xff, places * sizeof *m->moved);
  memset (m->itself, 0xff, places * sizeof *m->itself);
}

static void read_attributes (sett_class *c, parts *p) {
  sett_method *m = &c->method;
  size_t at = p->attributes;
  for (unsigned i = 0; i < p->attribute_count; i++) {
    const unsigned name = sett_get2 (&c->in, at);
    const uint32_t length = sett_get4 (&c->in, at + 2);
    sett_get (&c->in, at + 6, length);
    if (sett_text_is (&c->constants, name, "LineNumberTable") && !m->lines) {
      m->line_count = sett_get2 (&c->in, at + 6);
      m->lines = at + 8;
    } else if (sett_text_is (&c->constants, name, "StackMapTable")) {
      p->frames = at + 6;
      p->frames_name = name;
      m->frames = at + 6;
    }
    at += 6 + (size_t)length;
  }
}

static void read (sett_class *c, size_t at, parts *p) {
  sett_method *m = &c->method;
  *p = (parts){0};
  m->most_stack = sett_get2 (&c->in, at);
  m->locals = m->spare_locals = sett_get2 (&c->in, at + 2);
  m->size = sett_get4 (&c->in, at + 4);
  m->code = at + 8;
  if (!m->size || m->size > MOST_CODE || m->moved) /* a second body */
    sett_damaged (&c->in);
  sett_get (&c->in, m->code, m->size);
  p->handlers = m->code + m->size + 2;
  p->handler_count = sett_get2 (&c->in, p->handlers - 2);
  m->handlers = p->handlers;
  m->handler_count = p->handler_count;
  p->attributes = p->handlers + 8 * (size_t)p->handler_count + 2;
  p->attribute_count = sett_get2 (&c->in, p->attributes - 2);
  make_room (m);
  read_attributes (c, p);
}

/*------------------------------------------------------------------------*/
/* The layout. */

static void place_instructions (sett_class *c, layout *l) {
  sett_method *m = &c->method;
  uint32_t at = l->opening;
  for (uint32_t pc = 0, length; pc < m->size; pc += length) {
    const unsigned opcode = sett_get1 (&c->in, m->code + pc);
    const sett_around *around = &m->around[pc];
    length = sett_instruction_length (&c->in, m->code, pc, m->size);
    m->moved[pc] = at;
    SETT_ASSERT (around->before <= around->before_end &&
                 around->after <= around->after_end &&
                 around->after_end <= m->extra.count);
    at += around->before_end - around->before;
    m->itself[pc] = at;
    at += length;
    if (sett_is_switch (opcode)) /* the padding changes */
      at += sett_switch_operands (m->itself[pc]) - m->itself[pc] -
            (sett_switch_operands (pc) - pc);
    at += around->after_end - around->after;
  }
  m->moved[m->size] = at;
  l->size = at;
}

/* What leaves the monitor, or ends the initialiser, if an exception does. */
static void add_closing (sett_class *c, layout *l) {
  sett_method *m = &c->method;
  l->closing = m->extra.count;
  if (!m->leaves_monitor && !m->ends)
    return;
  l->handler = l->size;
  sett_hooks_leave (c, m->size - 1);
  sett_put1 (&m->extra, SETT_ATHROW);
  if (!c->throwable)
    c->throwable = sett_add_class (&c->constants, "java/lang/Throwable");
  l->size += (uint32_t)(m->extra.count - l->closing);
}

/*------------------------------------------------------------------------*/
/* Instructions that know distances.  False: one is too far. */

static void put_far (sett_class *c, uint32_t pc, size_t operand) {
  const int64_t to = (int64_t)pc + (int32_t)sett_get4 (&c->in, operand);
  sett_put4 (&c->body, sett_moved (c, to) - c->method.itself[pc]);
}

static int put_branch (sett_class *c, uint32_t pc, unsigned opcode) {
  const size_t operand = c->method.code + pc + 1;
  const int64_t to = (int64_t)pc + (int16_t)sett_get2 (&c->in, operand);
  const int64_t distance = (int64_t)sett_moved (c, to) - c->method.itself[pc];
  if (distance < INT16_MIN || distance > INT16_MAX)
    return 0;
  sett_put1 (&c->body, opcode);
  sett_put2 (&c->body, (unsigned)distance & 0xffff);
  return 1;
}

static void put_switch (sett_class *c, uint32_t pc, unsigned opcode,
                        size_t base) {
  const size_t from = c->method.code + sett_switch_operands (pc);
  sett_put1 (&c->body, opcode);
  while ((c->body.count - base) & 3)
    sett_put1 (&c->body, 0);
  put_far (c, pc, from);
  if (opcode == SETT_TABLESWITCH) {
    const int32_t low = (int32_t)sett_get4 (&c->in, from + 4);
    const int32_t high = (int32_t)sett_get4 (&c->in, from + 8);
    sett_put4 (&c->body, (uint32_t)low);
    sett_put4 (&c->body, (uint32_t)high);
    for (int64_t i = 0; i <= (int64_t)high - low; i++)
      put_far (c, pc, from + 12 + 4 * (size_t)i);
    return;
  }
  const uint32_t count = sett_get4 (&c->in, from + 4);
  sett_put4 (&c->body, count);
  for (uint32_t i = 0; i < count; i++) {
    sett_put4 (&c->body, sett_get4 (&c->in, from + 8 + 8 * (size_t)i));
    put_far (c, pc, from + 12 + 8 * (size_t)i);
  }
}

static int put_instruction (sett_class *c, uint32_t pc, uint32_t length,
                            size_t base) {
  const size_t at = c->method.code + pc;
  const unsigned opcode = sett_get1 (&c->in, at);
  if (sett_is_branch (opcode))
    return put_branch (c, pc, opcode);
  if (sett_is_switch (opcode))
    put_switch (c, pc, opcode, base);
  else if (opcode == SETT_INVOKEDYNAMIC &&
           sett_lambda_replace (c, sett_get2 (&c->in, at + 1))) {
    sett_put1 (&c->body, SETT_INVOKESTATIC);
    sett_put2 (&c->body, sett_lambda_replace (c, sett_get2 (&c->in, at + 1)));
    sett_put2 (&c->body, 0); /* as long as it was */
  } else if (opcode == SETT_GOTO_W || opcode == SETT_JSR_W) {
    sett_put1 (&c->body, opcode);
    put_far (c, pc, at + 1);
  } else
    sett_put (&c->body, sett_get (&c->in, at, length), length);
  return 1;
}

static int put_instructions (sett_class *c, const layout *l) {
  const sett_method *m = &c->method;
  const size_t base = c->body.count;
  sett_put (&c->body, m->extra.at, l->opening);
  for (uint32_t pc = 0, length; pc < m->size; pc += length) {
    const sett_around *a = &m->around[pc];
    length = sett_instruction_length (&c->in, m->code, pc, m->size);
    sett_put (&c->body, m->extra.at + a->before, a->before_end - a->before);
    if (!put_instruction (c, pc, length, base))
      return 0;
    sett_put (&c->body, m->extra.at + a->after, a->after_end - a->after);
  }
  sett_put (&c->body, m->extra.at + l->closing, m->extra.count - l->closing);
  if (c->body.count - base != l->size)
    sett_damaged (&c->in);
  return 1;
}

/*------------------------------------------------------------------------*/

static void put_handlers (sett_class *c, const parts *p, const layout *l) {
  sett_put2 (&c->body, p->handler_count + (l->handler != 0));
  for (unsigned i = 0; i < p->handler_count; i++) {
    const size_t row = p->handlers + 8 * (size_t)i;
    for (int j = 0; j < 3; j++) /* from, to, handler */
      sett_put2 (&c->body,
                 sett_moved (c, sett_get2 (&c->in, row + 2 * (size_t)j)));
    sett_put2 (&c->body, sett_get2 (&c->in, row + 6));
  }
  if (!l->handler)
    return;
  sett_put2 (&c->body, l->opening);
  sett_put2 (&c->body, l->handler);
  sett_put2 (&c->body, l->handler);
  sett_put2 (&c->body, 0); /* everything */
}

static void put_frames (sett_class *c, unsigned name, size_t table,
                        uint32_t handler) {
  sett_put2 (&c->body, name);
  const size_t size = c->body.count;
  sett_put4 (&c->body, 0);
  sett_frames_move (c, table, handler);
  sett_set4 (&c->body, size, (uint32_t)(c->body.count - size - 4));
}

static void put_attributes (sett_class *c, const parts *p, const layout *l) {
  enum { WITH_FRAMES = 50 }; /* version of class files */
  const int frames = p->frames || (l->handler && c->version >= WITH_FRAMES);
  size_t at = p->attributes;
  sett_put2 (&c->body, p->attribute_count + (frames && !p->frames));
  for (unsigned i = 0; i < p->attribute_count; i++) {
    const unsigned name = sett_get2 (&c->in, at);
    const uint32_t length = sett_get4 (&c->in, at + 2);
    if (p->frames == at + 6)
      put_frames (c, name, p->frames, l->handler);
    else
      sett_attribute_move (c, name, at + 6, length);
    at += 6 + (size_t)length;
  }
  if (frames && !p->frames)
    put_frames (c, sett_add_text (&c->constants, "StackMapTable"), 0,
                l->handler);
}

static int too_long (sett_class *c) {
  sett_rewriting *r = c->rewriting;
  if (!r->too_long++)
    sett_text_copy (&c->constants, c->method.name, r->too_long_name,
                    sizeof r->too_long_name);
  return 0;
}

static int put_code (sett_class *c, const parts *p, const layout *l) {
  const unsigned stack = c->method.most_stack + MORE_STACK;
  if (l->size > MOST_CODE)
    return too_long (c);
  sett_put2 (&c->body, stack > MOST_CODE ? MOST_CODE : stack);
  sett_put2 (&c->body, c->method.spare_locals);
  sett_put4 (&c->body, l->size);
  if (!put_instructions (c, l))
    return too_long (c);
  put_handlers (c, p, l);
  put_attributes (c, p, l);
  return 1;
}

/*------------------------------------------------------------------------*/
/* A body that is one call. */

static unsigned return_for (const char *type) {
  switch (strchr (type, ')')[1]) {
  case 'V':
    return SETT_RETURN;
  case 'J':
    return SETT_IRETURN + 1;
  case 'F':
    return SETT_IRETURN + 2;
  case 'D':
    return SETT_IRETURN + 3;
  case 'L':
  case '[':
    return SETT_IRETURN + 4;
  default:
    return SETT_IRETURN;
  }
}

static int put_diverted (sett_class *c, const sett_diversion *d) {
  enum { STACK = 16 };
  sett_method *m = &c->method;
  sett_hooks_divert (c, d);
  m->leaves_monitor |= d->kind == SETT_DIVERT_FREE;
  sett_put1 (&m->extra, return_for (d->to_type));
  sett_put2 (&c->body, STACK);
  sett_put2 (&c->body, m->spare_locals);
  sett_put4 (&c->body, (uint32_t)m->extra.count);
  sett_put (&c->body, m->extra.at, m->extra.count);
  sett_put2 (&c->body, 0); /* handlers */
  sett_put2 (&c->body, 0); /* attributes */
  return 1;
}

/*------------------------------------------------------------------------*/

static int rewrite (sett_class *c, const parts *p, const sett_diversion *d) {
  layout l = {0};
  if (d && (d->kind == SETT_DIVERT_BODY || d->kind == SETT_DIVERT_FREE))
    return put_diverted (c, d);
  sett_hooks_open (c);
  if (d)
    sett_hooks_divert (c, d);
  l.opening = (uint32_t)c->method.extra.count;
  sett_hooks_plan (c);
  if (!c->method.hooks)
    return 0;
  place_instructions (c, &l);
  add_closing (c, &l);
  return put_code (c, p, &l);
}

int sett_code_rewrite (sett_class *c, size_t at, const sett_diversion *d) {
  const size_t before = c->body.count;
  parts p;
  read (c, at, &p);
  const int done = rewrite (c, &p, d);
  SETT_ASSERT (c->body.count >= before);
  if (!done)
    c->body.count = before; /* constants that were added do no harm */
  else {
    c->rewriting->methods++;
    c->rewriting->hooks += c->method.hooks;
  }
  return done;
}
