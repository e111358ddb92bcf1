/* Loops in which a thread may wait busily, and what tells that it has gone
   round: see java/agent/rounds.h.

   A loop is what lies between the target of a jump backwards and the last such
   jump.  At its head there are calls that tell the local variables (all of
   them, by the frame that the verifier has there, and there is nothing on the
   stack) and then the place; in front of each jump back one that says so, and
   behind it, if it has a condition, one that says that it was not taken.  So a
   head that is reached in any other way is known to be entered.

   Left out are loops that count (a local variable changes in every round), that
   call what is not known to be harmless, that read nothing, and those that
   others jump into. */

#include "base/assert.h"
#include "java/classfile/class.h"
#include "java/classfile/instructions.h"

#include <stdlib.h>

enum { MOST_LOOPS = 64, MOST_TYPES = 24 };

/* Types of the verifier. */
enum {
  TOP,
  INTEGER,
  FLOAT,
  DOUBLE,
  LONG,
  NULL_TYPE,
  UNINITIALISED_THIS,
  OBJECT,
  UNINITIALISED
};

/* The local variables as the verifier sees them; one of two words is one. */
typedef struct frame {
  unsigned count;
  uint8_t types[MOST_TYPES];
  int has_stack, is_too_large;
} frame;

typedef struct loop {
  uint32_t head, last; /* the last jump back */
  int site;
} loop;

struct sett_loops {
  loop at[MOST_LOOPS];
  unsigned count;
};

static unsigned opcode_at (sett_class *c, uint32_t pc) {
  return sett_get1 (&c->in, c->method.code + pc);
}

static uint32_t next_after (sett_class *c, uint32_t pc) {
  const sett_method *m = &c->method;
  return pc + sett_instruction_length (&c->in, m->code, pc, m->size);
}

/*------------------------------------------------------------------------*/
/* Frames. */

static void add_type (frame *f, unsigned type) {
  if (f->count == MOST_TYPES)
    f->is_too_large = 1;
  else
    f->types[f->count++] = (uint8_t)type;
}

static unsigned type_of_letter (unsigned letter) {
  switch (letter) {
  case 'J':
    return LONG;
  case 'F':
    return FLOAT;
  case 'D':
    return DOUBLE;
  case 'L':
  case '[':
    return OBJECT;
  default:
    return INTEGER;
  }
}

/* What the method begins with. */
static void first_frame (sett_class *c, frame *f) {
  size_t length;
  const uint8_t *text = sett_text_at (&c->constants, c->method.type, &length);
  *f = (frame){0};
  if (!(c->method.flags & SETT_ACC_STATIC))
    add_type (f, sett_text_is (&c->constants, c->method.name, "<init>")
                     ? UNINITIALISED_THIS
                     : OBJECT);
  for (size_t i = 1; i < length && text[i] != ')'; i++) {
    add_type (f, type_of_letter (text[i]));
    while (i < length && text[i] == '[')
      i++;
    if (i < length && text[i] == 'L')
      while (i < length && text[i] != ';')
        i++;
  }
}

static void read_types (sett_class *c, size_t *at, unsigned count, frame *f) {
  while (count--) {
    const unsigned type = sett_get1 (&c->in, (*at)++);
    if (type >= OBJECT)
      *at += 2;
    if (f)
      add_type (f, type);
  }
}

/* The next frame, from the one before it; what it says is JVMS 4.7.4. */
static uint32_t read_frame (sett_class *c, size_t *at, frame *f) {
  enum { SAME = 64, ONE = 128, ONE_FAR = 247, CHOP = 248, SAME_FAR = 251 };
  const unsigned kind = sett_get1 (&c->in, (*at)++);
  uint32_t distance = kind < SAME ? kind : kind - SAME;
  if (kind >= ONE) {
    distance = sett_get2 (&c->in, *at);
    *at += 2;
  }
  f->has_stack = (kind >= SAME && kind < ONE) || kind == ONE_FAR;
  if (f->has_stack)
    read_types (c, at, 1, NULL);
  else if (kind >= CHOP && kind < SAME_FAR)
    f->count -= f->count < SAME_FAR - kind ? f->count : SAME_FAR - kind;
  else if (kind > SAME_FAR && kind < 255)
    read_types (c, at, kind - SAME_FAR, f);
  else if (kind == 255) {
    *f = (frame){0};
    const unsigned locals = sett_get2 (&c->in, *at);
    *at += 2;
    read_types (c, at, locals, f);
    const unsigned stack = sett_get2 (&c->in, *at);
    *at += 2;
    read_types (c, at, stack, NULL);
    f->has_stack = stack != 0;
  }
  return distance;
}

/* False: there is none, or it says too little. */
static int frame_at (sett_class *c, uint32_t pc, frame *f) {
  const size_t table = c->method.frames;
  unsigned count = table ? sett_get2 (&c->in, table) : 0;
  size_t at = table + 2;
  int64_t place = -1;
  first_frame (c, f);
  while (count-- && place < pc)
    place += read_frame (c, &at, f) + 1;
  if (place != pc || f->has_stack || f->is_too_large)
    return 0;
  for (unsigned i = 0; i < f->count; i++)
    if (f->types[i] == UNINITIALISED_THIS || f->types[i] >= UNINITIALISED)
      return 0;
  return 1;
}

/*------------------------------------------------------------------------*/
/* What is called. */

static int is_of_jdk (sett_class *c, unsigned owner) {
  static const char *const names[] = {"java/", "javax/", "jdk/", "sun/", "["};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sett_text_begins (&c->constants, owner, names[i]))
      return 1;
  return 0;
}

/* Of these everything is harmless: they change nothing, or only memory that is
   watched. */
static int is_harmless_class (sett_class *c, unsigned owner) {
  static const char *const names[] = {
      "java/util/concurrent/atomic/AtomicBoolean",
      "java/util/concurrent/atomic/AtomicInteger",
      "java/util/concurrent/atomic/AtomicLong",
      "java/util/concurrent/atomic/AtomicReference",
      "java/lang/invoke/VarHandle",
      "java/lang/Math",
      "java/lang/Integer",
      "java/lang/Long",
      "java/lang/Boolean"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sett_text_begins (&c->constants, owner, names[i]))
      return 1;
  return 0;
}

static int is_harmless (sett_class *c, const sett_member_name *called) {
  static const char *const of_threads[] = {"onSpinWait",    "yield",
                                           "sleep",         "currentThread",
                                           "isInterrupted", "isAlive"};
  if (is_harmless_class (c, called->owner))
    return 1;
  if (sett_text_is (&c->constants, called->owner, "java/lang/Thread"))
    for (size_t i = 0; i < sizeof of_threads / sizeof *of_threads; i++)
      if (sett_text_is (&c->constants, called->name, of_threads[i]))
        return 1;
  return 0;
}

/* Does it call what may change something that nobody sees? */
static int is_strange (sett_class *c, uint32_t pc, unsigned opcode) {
  if (opcode == SETT_INVOKEDYNAMIC)
    return 1;
  if (opcode < SETT_INVOKEVIRTUAL || opcode > SETT_INVOKEDYNAMIC)
    return 0;
  const sett_member_name called = sett_member_at (
      &c->constants, sett_get2 (&c->in, c->method.code + pc + 1));
  return is_of_jdk (c, called.owner) && !is_harmless (c, &called);
}

int sett_loops_method_is_strange (sett_class *c) {
  const sett_method *m = &c->method;
  for (uint32_t pc = 0; pc < m->size; pc = next_after (c, pc))
    if (is_strange (c, pc, opcode_at (c, pc)))
      return 1;
  return 0;
}

/*------------------------------------------------------------------------*/
/* Jumps. */

typedef void visit (sett_class *, uint32_t from, int64_t to, void *);

static void visit_switch (sett_class *c, uint32_t pc, unsigned opcode,
                          visit *see, void *context) {
  const size_t at = c->method.code + sett_switch_operands (pc);
  see (c, pc, (int64_t)pc + (int32_t)sett_get4 (&c->in, at), context);
  if (opcode == SETT_TABLESWITCH) {
    const int64_t low = (int32_t)sett_get4 (&c->in, at + 4);
    const int64_t high = (int32_t)sett_get4 (&c->in, at + 8);
    for (int64_t i = 0; i <= high - low; i++)
      see (c, pc,
           (int64_t)pc + (int32_t)sett_get4 (&c->in, at + 12 + 4 * (size_t)i),
           context);
    return;
  }
  const uint32_t count = sett_get4 (&c->in, at + 4);
  for (uint32_t i = 0; i < count; i++)
    see (c, pc,
         (int64_t)pc + (int32_t)sett_get4 (&c->in, at + 12 + 8 * (size_t)i),
         context);
}

static void each_jump (sett_class *c, visit *see, void *context) {
  const sett_method *m = &c->method;
  for (uint32_t pc = 0; pc < m->size; pc = next_after (c, pc)) {
    const unsigned opcode = opcode_at (c, pc);
    const size_t operand = m->code + pc + 1;
    if (sett_is_branch (opcode))
      see (c, pc, (int64_t)pc + (int16_t)sett_get2 (&c->in, operand), context);
    else if (opcode == SETT_GOTO_W || opcode == SETT_JSR_W)
      see (c, pc, (int64_t)pc + (int32_t)sett_get4 (&c->in, operand), context);
    else if (sett_is_switch (opcode))
      visit_switch (c, pc, opcode, see, context);
  }
}

static void note_jump (sett_class *c, uint32_t from, int64_t to, void *list) {
  (void)c;
  struct sett_loops *l = list;
  if (to < 0 || to > from)
    return;
  for (unsigned i = 0; i < l->count; i++)
    if (l->at[i].head == to) {
      l->at[i].last = from; /* they come in their order */
      return;
    }
  if (l->count < MOST_LOOPS)
    l->at[l->count++] = (loop){.head = (uint32_t)to, .last = from};
}

typedef struct intrusion {
  const loop *into;
  int is_seen;
} intrusion;

static int is_inside (const loop *l, int64_t pc) {
  return pc >= l->head && pc <= l->last;
}

static void note_intrusion (sett_class *c, uint32_t from, int64_t to,
                            void *context) {
  (void)c;
  intrusion *i = context;
  const unsigned opcode = opcode_at (c, from);
  if (is_inside (i->into, to) && to != i->into->head &&
      !is_inside (i->into, from))
    i->is_seen = 1;
  if (to == i->into->head && from >= to && !sett_is_branch (opcode))
    i->is_seen = 1; /* a far jump back, or one of a switch: nobody says so */
}

/* Handlers of what is elsewhere. */
static int is_handler_inside (sett_class *c, const loop *l) {
  const sett_method *m = &c->method;
  for (unsigned i = 0; i < m->handler_count; i++) {
    const size_t row = m->handlers + 8 * (size_t)i;
    const unsigned from = sett_get2 (&c->in, row);
    const unsigned to = sett_get2 (&c->in, row + 2);
    const unsigned handler = sett_get2 (&c->in, row + 4);
    if (is_inside (l, handler) &&
        !(is_inside (l, from) && to && is_inside (l, (int64_t)to - 1)))
      return 1;
  }
  return 0;
}

/*------------------------------------------------------------------------*/

static int reads (unsigned opcode) {
  return (opcode >= SETT_IALOAD && opcode <= SETT_SALOAD) ||
         opcode == SETT_GETSTATIC || opcode == SETT_GETFIELD ||
         (opcode >= SETT_INVOKEVIRTUAL && opcode < SETT_INVOKEDYNAMIC);
}

static int counts (sett_class *c, uint32_t pc, unsigned opcode) {
  return opcode == SETT_IINC ||
         (opcode == SETT_WIDE && opcode_at (c, pc + 1) == SETT_IINC);
}

static int is_busy_wait (sett_class *c, const loop *l) {
  frame f;
  intrusion jumps = {.into = l};
  int reading = 0;
  for (uint32_t pc = l->head; pc <= l->last; pc = next_after (c, pc)) {
    const unsigned opcode = opcode_at (c, pc);
    if (counts (c, pc, opcode) || is_strange (c, pc, opcode))
      return 0;
    reading |= reads (opcode);
  }
  each_jump (c, note_intrusion, &jumps);
  return reading && !jumps.is_seen && !is_handler_inside (c, l) &&
         frame_at (c, l->head, &f);
}

void sett_loops_find (sett_class *c) {
  struct sett_loops all = {.count = 0};
  unsigned kept = 0;
  sett_method *m = &c->method;
  each_jump (c, note_jump, &all);
  for (unsigned i = 0; i < all.count; i++)
    if (is_busy_wait (c, &all.at[i]))
      all.at[kept++] = all.at[i];
  all.count = kept;
  SETT_ASSERT (kept <= MOST_LOOPS && !m->loops);
  if (!kept || !(m->loops = malloc (sizeof *m->loops)))
    return;
  for (unsigned i = 0; i < kept; i++)
    all.at[i].site = sett_hooks_site (c, SETT_HOOK_ROUND, all.at[i].head);
  *m->loops = all;
}

/*------------------------------------------------------------------------*/
/* What is put into the code. */

static void put_local (sett_class *c, unsigned type, unsigned slot) {
  static const struct {
    uint8_t load, hook;
  } how[] = {
      [INTEGER] = {0, SETT_HOOK_INT},      [LONG] = {1, SETT_HOOK_LONG},
      [FLOAT] = {2, SETT_HOOK_FLOAT},      [DOUBLE] = {3, SETT_HOOK_DOUBLE},
      [NULL_TYPE] = {4, SETT_HOOK_OBJECT}, [OBJECT] = {4, SETT_HOOK_OBJECT}};
  sett_bytes *extra = &c->method.extra;
  SETT_ASSERT (type < sizeof how / sizeof *how);
  sett_put1 (extra, SETT_WIDE);
  sett_put1 (extra, SETT_ILOAD + how[type].load);
  sett_put2 (extra, slot);
  sett_hooks_invoke (c, how[type].hook);
}

static void put_head (sett_class *c, const loop *l) {
  frame f;
  if (!frame_at (c, l->head, &f))
    sett_damaged (&c->in);
  for (unsigned i = 0, slot = 0; i < f.count; i++) {
    if (f.types[i] != TOP)
      put_local (c, f.types[i], slot);
    slot += f.types[i] == LONG || f.types[i] == DOUBLE ? 2 : 1;
  }
  sett_hooks_call_at (c, SETT_HOOK_ROUND, l->site);
}

static void note_back (sett_class *c, uint32_t pc, sett_hook hook) {
  const unsigned opcode = opcode_at (c, pc);
  if (!sett_is_branch (opcode))
    return;
  const int64_t to =
      (int64_t)pc + (int16_t)sett_get2 (&c->in, c->method.code + pc + 1);
  for (unsigned i = 0; i < c->method.loops->count; i++)
    if (c->method.loops->at[i].head == to && to <= pc)
      sett_hooks_call_at (c, hook, c->method.loops->at[i].site);
}

void sett_loops_before (sett_class *c, uint32_t pc) {
  const struct sett_loops *l = c->method.loops;
  for (unsigned i = 0; l && i < l->count; i++)
    if (l->at[i].head == pc)
      put_head (c, &l->at[i]);
  if (l)
    note_back (c, pc, SETT_HOOK_BACK);
}

void sett_loops_after (sett_class *c, uint32_t pc) {
  if (c->method.loops && opcode_at (c, pc) != SETT_GOTO)
    note_back (c, pc, SETT_HOOK_LEFT);
}
