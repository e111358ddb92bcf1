/* Which hooks go where. */

#include "base/assert.h"
#include "java/classfile/class.h"
#include "java/classfile/instructions.h"

#include <string.h>

static sett_bytes *extra (sett_class *c) {
  return &c->method.extra;
}

static void call (sett_class *c, sett_hook hook, uint32_t pc) {
  sett_hooks_call (c, hook, pc, NULL, -1);
}

/*------------------------------------------------------------------------*/
/* Fields. */

/* Its flags if this class declares it, else -1. */
static int flags_of (sett_class *c, const sett_member_name *field) {
  if (!sett_texts_equal (&c->constants, field->owner, c->self_name))
    return -1;
  for (unsigned i = 0; i < c->field_count; i++)
    if (sett_texts_equal (&c->constants, c->fields[i].name, field->name) &&
        sett_texts_equal (&c->constants, c->fields[i].type, field->type))
      return (int)c->fields[i].flags;
  return -1;
}

/* A final field has one value to whoever may read it.  One who reads a
   reference from a class of the program comes after its initialiser, whatever
   that has done to the object. */
static int is_watched (sett_class *c, int flags, const sett_member_name *field,
                       unsigned opcode) {
  if (flags >= 0 && (flags & SETT_ACC_FINAL))
    return opcode == SETT_GETSTATIC &&
           (c->rewriting->watch & SETT_WATCH_INITIALISERS) &&
           (sett_text_begins (&c->constants, field->type, "L") ||
            sett_text_begins (&c->constants, field->type, "["));
  if (c->rewriting->watch & SETT_WATCH_FIELDS)
    return 1;
  return (c->rewriting->watch & SETT_WATCH_VOLATILE) &&
         (flags < 0 || (flags & SETT_ACC_VOLATILE));
}

static int is_wide (sett_class *c, unsigned type) {
  return sett_text_begins (&c->constants, type, "J") ||
         sett_text_begins (&c->constants, type, "D");
}

/* Brings a copy of the object to the top. */
static void copy_object (sett_class *c, int stores, int wide) {
  if (!stores)
    sett_put1 (extra (c), SETT_DUP);
  else if (wide) {
    sett_put1 (extra (c), SETT_DUP2_X1);
    sett_put1 (extra (c), SETT_POP2);
    sett_put1 (extra (c), SETT_DUP_X2);
  } else {
    sett_put1 (extra (c), SETT_DUP2);
    sett_put1 (extra (c), SETT_POP);
  }
}

static void watch_field (sett_class *c, uint32_t pc, unsigned opcode) {
  const sett_member_name field = sett_member_at (
      &c->constants, sett_get2 (&c->in, c->method.code + pc + 1));
  const int flags = flags_of (c, &field);
  if (!is_watched (c, flags, &field, opcode))
    return;
  switch (opcode) {
  case SETT_GETFIELD:
    copy_object (c, 0, 0);
    sett_hooks_call (c, SETT_HOOK_GETFIELD, pc, &field, flags);
    break;
  case SETT_PUTFIELD:
    if ((c->rewriting->watch & SETT_WATCH_PARTS) &&
        sett_text_begins (&c->constants, field.type, "[")) {
      sett_put1 (extra (c), SETT_DUP2);
      call (c, SETT_HOOK_INNER, pc);
    }
    copy_object (c, 1, is_wide (c, field.type));
    sett_hooks_call (c, SETT_HOOK_PUTFIELD, pc, &field, flags);
    break;
  default:
    sett_hooks_call (
        c, opcode == SETT_GETSTATIC ? SETT_HOOK_GETSTATIC : SETT_HOOK_PUTSTATIC,
        pc, &field, flags);
  }
}

/*------------------------------------------------------------------------*/
/* Elements of arrays. */

static void watch_load (sett_class *c, uint32_t pc) {
  sett_put1 (extra (c), SETT_DUP2);
  call (c, SETT_HOOK_LOAD, pc);
}

/* The array and the index are below a value of one word or two. */
static void watch_store (sett_class *c, uint32_t pc, unsigned opcode) {
  if (opcode == SETT_LASTORE || opcode == SETT_DASTORE) {
    sett_put1 (extra (c), SETT_DUP2_X2);
    sett_put1 (extra (c), SETT_POP2);
    sett_put1 (extra (c), SETT_DUP2_X2);
  } else {
    sett_put1 (extra (c), SETT_DUP_X2);
    sett_put1 (extra (c), SETT_POP);
    sett_put1 (extra (c), SETT_DUP2_X1);
  }
  call (c, SETT_HOOK_STORE, pc);
}

/*------------------------------------------------------------------------*/
/* Monitors. */

/* The lock of a synchronized method. */
static void push_lock (sett_class *c) {
  if (c->method.flags & SETT_ACC_STATIC) {
    sett_put1 (extra (c), SETT_LDC_W);
    sett_put2 (extra (c), c->self);
  } else
    sett_put1 (extra (c), SETT_ALOAD_0);
}

void sett_hooks_leave (sett_class *c, uint32_t pc) {
  if (c->method.leaves_monitor) {
    push_lock (c);
    sett_put1 (extra (c), SETT_DUP);
    call (c, SETT_HOOK_EXIT, pc);
    sett_put1 (extra (c), SETT_MONITOREXIT);
  }
  if (c->method.leaves_inside) {
    push_lock (c);
    call (c, SETT_HOOK_EXIT, pc);
  }
  if (c->method.ends)
    call (c, (sett_hook)c->method.ends, pc);
}

void sett_hooks_open (sett_class *c) {
  SETT_ASSERT (!c->method.extra.count && !c->method.hooks);
  sett_method *m = &c->method;
  const unsigned watch = c->rewriting->watch;
  const int initialiser = sett_text_is (&c->constants, m->name, "<clinit>");
  m->leaves_monitor =
      (m->flags & SETT_ACC_SYNCHRONIZED) && (watch & SETT_WATCH_SYNCHRONIZED);
  if (m->leaves_monitor) {
    push_lock (c);
    sett_put1 (extra (c), SETT_DUP);
    call (c, SETT_HOOK_ENTER, 0);
    sett_put1 (extra (c), SETT_MONITORENTER);
  }
  m->leaves_inside =
      (m->flags & SETT_ACC_SYNCHRONIZED) && (watch & SETT_WATCH_INSIDE);
  if (m->leaves_inside) {
    push_lock (c);
    call (c, SETT_HOOK_ENTERED, 0);
  }
  if ((watch & SETT_WATCH_LOOPS) && sett_loops_method_is_strange (c))
    call (c, SETT_HOOK_STRANGE, 0);
  if (initialiser && (watch & SETT_WATCH_INITIALISERS)) {
    m->ends = SETT_HOOK_END;
    call (c, SETT_HOOK_BEGIN, 0);
  } else if (initialiser && (watch & SETT_MUTE_INITIALISERS)) {
    m->ends = SETT_HOOK_END;
    call (c, SETT_HOOK_MUTE, 0);
  }
}

/*------------------------------------------------------------------------*/
/* Diversions. */

/* Loads the argument whose type begins here, from the local variable; gives the
   type behind it. */
static const char *push_argument (sett_class *c, const char *type,
                                  unsigned *local) {
  const unsigned kind = *type == 'J'                   ? 1
                        : *type == 'F'                 ? 2
                        : *type == 'D'                 ? 3
                        : *type == 'L' || *type == '[' ? 4
                                                       : 0;
  sett_put1 (extra (c), SETT_WIDE);
  sett_put1 (extra (c), SETT_ILOAD + kind);
  sett_put2 (extra (c), *local);
  *local += kind == 1 || kind == 3 ? 2 : 1;
  while (*type == '[')
    type++;
  if (*type == 'L')
    type = strchr (type, ';');
  return type + 1;
}

void sett_hooks_divert (sett_class *c, const sett_diversion *d) {
  unsigned local = 0;
  if (d->kind == SETT_DIVERT_MUTE || d->kind == SETT_DIVERT_WHOLE) {
    const int mutes = d->kind == SETT_DIVERT_MUTE;
    c->method.ends = mutes ? SETT_HOOK_END : SETT_HOOK_WHOLE_END;
    call (c, mutes ? SETT_HOOK_MUTE : SETT_HOOK_WHOLE, 0);
    return;
  }
  if (d->kind == SETT_DIVERT_NOTE || d->kind == SETT_DIVERT_CONTENTS) {
    if (d->kind == SETT_DIVERT_CONTENTS)
      sett_put1 (extra (c), SETT_ALOAD_0);
    call (c, d->kind == SETT_DIVERT_NOTE ? SETT_HOOK_NOTE : SETT_HOOK_CONTENTS,
          0);
    return;
  }
  c->method.ends = d->kind == SETT_DIVERT_AROUND ? SETT_HOOK_END : 0;
  for (const char *type = d->to_type + 1; *type != ')';)
    type = push_argument (c, type, &local);
  if (local > c->method.spare_locals)
    c->method.spare_locals = local; /* no more than it has: they are its own */
  sett_put1 (extra (c), SETT_INVOKESTATIC);
  sett_put2 (extra (c), sett_add_method (&c->constants, sett_hooks_helper (c),
                                         d->to, d->to_type));
  c->method.hooks++;
}

/*------------------------------------------------------------------------*/
/* Births. */

static void born (sett_class *c, uint32_t pc) {
  sett_put1 (extra (c), SETT_DUP);
  call (c, SETT_HOOK_BORN, pc);
}

/* By an object that it is a part of. */
static void born_inside (sett_class *c, uint32_t pc) {
  sett_put1 (extra (c), SETT_DUP);
  sett_put1 (extra (c), SETT_ALOAD_0);
  sett_put1 (extra (c), SETT_SWAP);
  call (c, SETT_HOOK_INNER, pc);
}

/* In a constructor the object may be handed on only when the one of the
   superclass has been called: the first call of a constructor that does not
   belong to a `new`. */
typedef struct progress {
  int is_constructor, is_alive;
  uint8_t duplicated[256]; /* of each `new` that waits for its constructor */
  unsigned waiting;
} progress;

static void note_new (sett_class *c, progress *p, uint32_t pc) {
  const uint32_t next = pc + 3;
  const int duplicated = next < c->method.size &&
                         sett_get1 (&c->in, c->method.code + next) == SETT_DUP;
  if (p->waiting < sizeof p->duplicated)
    p->duplicated[p->waiting] = (uint8_t)duplicated;
  p->waiting++;
}

/* What has been made here: by the thread, or as a part of this object. */
static void note_made (sett_class *c, const progress *p, uint32_t pc) {
  const unsigned watch = c->rewriting->watch;
  if (watch & SETT_WATCH_BIRTHS)
    born (c, pc);
  else if ((watch & SETT_WATCH_PARTS) && !(c->method.flags & SETT_ACC_STATIC) &&
           (!p->is_constructor || p->is_alive))
    born_inside (c, pc);
}

static void note_constructor (sett_class *c, progress *p, uint32_t pc) {
  const sett_member_name called = sett_member_at (
      &c->constants, sett_get2 (&c->in, c->method.code + pc + 1));
  const int births = (c->rewriting->watch & SETT_WATCH_BIRTHS) != 0;
  if (!sett_text_is (&c->constants, called.name, "<init>"))
    return;
  if (p->waiting) {
    p->waiting--;
    if (p->waiting < sizeof p->duplicated && p->duplicated[p->waiting])
      note_made (c, p, pc);
  } else if (p->is_constructor && !p->is_alive) {
    p->is_alive = 1;
    if (births) {
      sett_put1 (extra (c), SETT_ALOAD_0);
      call (c, SETT_HOOK_BORN, pc);
    }
  }
}

/*------------------------------------------------------------------------*/
/* What a class initialiser may have to initialise. */

void sett_refer (sett_class *c, unsigned name, sett_reference kind) {
  char self[256], other[256];
  if (!c->rewriting->refers)
    return;
  sett_text_copy (&c->constants, c->self_name, self, sizeof self);
  sett_text_copy (&c->constants, name, other, sizeof other);
  c->rewriting->refers (c->rewriting->context, self, other, kind);
}

static void note_needed (sett_class *c, uint32_t pc, unsigned opcode) {
  if (opcode < SETT_GETSTATIC || opcode > SETT_NEW)
    return;
  const unsigned operand = sett_get2 (&c->in, c->method.code + pc + 1);
  if (opcode == SETT_NEW)
    sett_refer (c, sett_class_name_at (&c->constants, operand), SETT_IS_NEEDED);
  else if (opcode == SETT_INVOKEDYNAMIC) /* a lambda of its own */
    sett_refer (c, c->self_name, SETT_IS_CALLED);
  else
    sett_refer (c, sett_member_at (&c->constants, operand).owner,
                opcode < SETT_INVOKEVIRTUAL ? SETT_IS_NEEDED : SETT_IS_CALLED);
}

/*------------------------------------------------------------------------*/

/* super.clone (), at its end. */
static int is_copy (sett_class *c, uint32_t pc) {
  const sett_member_name called = sett_member_at (
      &c->constants, sett_get2 (&c->in, c->method.code + pc + 1));
  return sett_text_is (&c->constants, called.owner, "java/lang/Object") &&
         sett_text_is (&c->constants, called.name, "clone");
}

static void put_before (sett_class *c, const progress *p, uint32_t pc,
                        unsigned opcode) {
  const unsigned watch = c->rewriting->watch;
  const int fields = watch & (SETT_WATCH_FIELDS | SETT_WATCH_VOLATILE);
  if ((watch & SETT_WATCH_MONITORS) &&
      (opcode == SETT_MONITORENTER || opcode == SETT_MONITOREXIT)) {
    sett_put1 (extra (c), SETT_DUP);
    call (c, opcode == SETT_MONITORENTER ? SETT_HOOK_ENTER : SETT_HOOK_EXIT,
          pc);
  } else if (fields && (opcode == SETT_GETFIELD || opcode == SETT_PUTFIELD)) {
    if (!p->is_constructor || p->is_alive)
      watch_field (c, pc, opcode);
  } else if (fields && (opcode == SETT_GETSTATIC || opcode == SETT_PUTSTATIC))
    watch_field (c, pc, opcode);
  else if ((watch & SETT_WATCH_ARRAYS) && opcode >= SETT_IALOAD &&
           opcode <= SETT_SALOAD)
    watch_load (c, pc);
  else if ((watch & SETT_WATCH_ARRAYS) && opcode >= SETT_IASTORE &&
           opcode <= SETT_SASTORE)
    watch_store (c, pc, opcode);
  else if (opcode == SETT_INVOKESPECIAL && (watch & SETT_WATCH_FIELDS) &&
           is_copy (c, pc)) {
    sett_put1 (extra (c), SETT_DUP);
    call (c, SETT_HOOK_COPIED, pc);
  } else if (opcode >= SETT_IRETURN && opcode <= SETT_RETURN)
    sett_hooks_leave (c, pc);
}

static void put_after (sett_class *c, progress *p, uint32_t pc,
                       unsigned opcode) {
  if (opcode == SETT_NEW)
    note_new (c, p, pc);
  else if (opcode == SETT_INVOKESPECIAL)
    note_constructor (c, p, pc);
  else if (opcode == SETT_NEWARRAY || opcode == SETT_ANEWARRAY ||
           opcode == SETT_MULTIANEWARRAY)
    note_made (c, p, pc);
}

void sett_hooks_plan (sett_class *c) {
  sett_method *m = &c->method;
  progress p = {.is_constructor =
                    sett_text_is (&c->constants, m->name, "<init>")};
  const int initialises = sett_text_is (&c->constants, m->name, "<clinit>");
  if (c->rewriting->watch & SETT_WATCH_LOOPS)
    sett_loops_find (c);
  for (uint32_t pc = 0; pc < m->size;
       pc += sett_instruction_length (&c->in, m->code, pc, m->size)) {
    const unsigned opcode = sett_get1 (&c->in, m->code + pc);
    sett_around *around = &m->around[pc];
    if (initialises)
      note_needed (c, pc, opcode);
    if (opcode == SETT_INVOKEDYNAMIC &&
        sett_lambda_replace (c, sett_get2 (&c->in, m->code + pc + 1)))
      m->hooks++;
    around->before = (uint32_t)extra (c)->count;
    sett_loops_before (c, pc);
    if (opcode == SETT_INVOKEVIRTUAL &&
        (c->rewriting->watch & SETT_WATCH_ATOMICS)) {
      sett_hooks_atomic (c, pc, around);
      continue;
    }
    if (opcode == SETT_INVOKESTATIC &&
        (c->rewriting->watch & SETT_WATCH_ARRAYS)) {
      sett_hooks_bulk (c, pc, around);
      continue;
    }
    put_before (c, &p, pc, opcode);
    around->before_end = around->after = (uint32_t)extra (c)->count;
    put_after (c, &p, pc, opcode);
    sett_loops_after (c, pc);
    around->after_end = (uint32_t)extra (c)->count;
  }
}
