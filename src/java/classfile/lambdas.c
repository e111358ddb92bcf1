/* Lambdas and method references without invokedynamic.

   The virtual machine makes a class for each when the instruction is executed
   for the first time; that takes long, and has to be done in every execution
   again.  Here the class is made together with the rewritten file:

     final class Outer$$Lambda$sett0 implements Runnable {
       private final String f0;                   what is captured
       Outer$$Lambda$sett0 (String);
       static Runnable get (String);              in place of the instruction
       public void run () { Outer.sett$lambda$0 (f0); }
     }

   and Outer gets a static method that calls what is meant, which may be
   private.  Without captured values there is one object, as the virtual machine
   has it.  Arguments are cast as it casts them.  Whatever needs more than that
   (boxes, several interfaces, serialization) stays as it is. */

#include "base/assert.h"
#include "java/classfile/class.h"
#include "java/classfile/instructions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TYPES = 60, TEXT = 1024, INTERFACE = 0x200, SYNTHETIC = 0x1000 };
enum { CHECKCAST = 0xc0, INVOKEINTERFACE = 0xb9, JAVA_8 = 52, SUPER = 0x20 };
enum { IS_VIRTUAL = 5, IS_STATIC, IS_SPECIAL, IS_NEW, IS_INTERFACE };
enum { PRIVATE = 2, CANNOT = 1 };

typedef struct piece { /* of a text */
  const char *at;
  size_t length;
} piece;

/* A type of a method. */
typedef struct signature {
  piece all[MOST_TYPES];
  unsigned count;
  piece result;
} signature;

/* A place where a lambda is made. */
typedef struct lambda {
  char outer[TEXT], name[TEXT]; /* of the class, and of that of the lambda */
  char interface[TEXT], method[TEXT];
  char made[TEXT]; /* the type of the instruction: what is captured */
  char erased[TEXT], exact[TEXT]; /* types of the interface's method */
  char target[TEXT], owner[TEXT]; /* what is called: its type and class */
  char call[4 * TEXT];            /* ...by a method with this type */
  unsigned kind, reference;       /* as a method handle says it */
  unsigned number;
  signature captured, taken, cast, given; /* of made, erased, exact, call */
} lambda;

/*------------------------------------------------------------------------*/
/* Types. */

static const char *behind (const char *type) {
  while (*type == '[')
    type++;
  if (*type == 'L')
    type = strchr (type, ';');
  return type && *type ? type + 1 : NULL;
}

static int parse (const char *type, signature *s) {
  const char *next;
  s->count = 0;
  if (*type++ != '(')
    return 0;
  for (; *type != ')'; type = next) {
    next = behind (type);
    if (!next || s->count == MOST_TYPES)
      return 0;
    s->all[s->count++] = (piece){type, (size_t)(next - type)};
  }
  next = behind (type + 1);
  if (!next || *next)
    return 0;
  s->result = (piece){type + 1, (size_t)(next - type - 1)};
  return 1;
}

static int is_reference (piece p) {
  return *p.at == 'L' || *p.at == '[';
}

static int is_same (piece a, piece b) {
  return a.length == b.length && !memcmp (a.at, b.at, a.length);
}

/* Into the name of a class constant. */
static void class_text (piece p, char *to) {
  const int is_class = *p.at == 'L';
  snprintf (to, TEXT, "%.*s", (int)p.length - 2 * is_class, p.at + is_class);
}

static unsigned slots_of (piece p) {
  return *p.at == 'J' || *p.at == 'D' ? 2 : *p.at == 'V' ? 0 : 1;
}

static unsigned slots_of_all (const signature *s) {
  unsigned slots = 0;
  for (unsigned i = 0; i < s->count; i++)
    slots += slots_of (s->all[i]);
  return slots;
}

/* Which of the instructions that exist for each kind of value. */
static unsigned kind_of (piece p) {
  return *p.at == 'J'       ? 1
         : *p.at == 'F'     ? 2
         : *p.at == 'D'     ? 3
         : is_reference (p) ? 4
                            : 0;
}

/*------------------------------------------------------------------------*/
/* Reading. */

static int read_text (sett_class *c, unsigned number, char *to) {
  size_t length;
  sett_text_at (&c->constants, number, &length);
  sett_text_copy (&c->constants, number, to, TEXT);
  return length < TEXT - 64 && strlen (to) == length;
}

static unsigned operand (sett_class *c, unsigned number, unsigned tag,
                         unsigned which) {
  if (!number || number >= c->constants.original ||
      c->constants.tags[number] != tag)
    return 0;
  return sett_get2 (&c->in, c->constants.offsets[number] + 1 + 2 * which);
}

/* Is it LambdaMetafactory.metafactory? */
static int is_plain (sett_class *c, unsigned handle) {
  sett_member_name m;
  if (!handle || handle >= c->constants.original ||
      c->constants.tags[handle] != SETT_CONSTANT_METHOD_HANDLE)
    return 0;
  return sett_handle_at (&c->constants, handle, &m) == IS_STATIC &&
         sett_text_is (&c->constants, m.owner,
                       "java/lang/invoke/LambdaMetafactory") &&
         sett_text_is (&c->constants, m.name, "metafactory");
}

/* Where the row of the bootstrap method is in the file; or 0. */
static size_t row_of (sett_class *c, unsigned number) {
  size_t at = c->bootstraps;
  if (!at || number >= sett_get2 (&c->in, at))
    return 0;
  for (at += 2; number--;)
    at += 4 + 2 * (size_t)sett_get2 (&c->in, at + 2);
  return at;
}

/* What the handle stands for. */
static int read_target (sett_class *c, unsigned handle, lambda *l) {
  sett_member_name m;
  if (!handle || handle >= c->constants.original ||
      c->constants.tags[handle] != SETT_CONSTANT_METHOD_HANDLE)
    return 0;
  l->kind = sett_handle_at (&c->constants, handle, &m);
  l->reference = sett_get2 (&c->in, c->constants.offsets[handle] + 2);
  return l->kind >= IS_VIRTUAL && l->kind <= IS_INTERFACE &&
         read_text (c, m.owner, l->owner) && read_text (c, m.type, l->target) &&
         (l->kind != IS_SPECIAL || !strcmp (l->owner, l->outer));
}

static int read_lambda (sett_class *c, unsigned number, lambda *l) {
  enum { DYNAMIC = 18, METHOD_TYPE = 16, PAIR = SETT_CONSTANT_NAME_AND_TYPE };
  const size_t row = row_of (c, operand (c, number, DYNAMIC, 0));
  const unsigned pair = operand (c, number, DYNAMIC, 1);
  if (!row || !operand (c, pair, PAIR, 0) ||
      !is_plain (c, sett_get2 (&c->in, row)) ||
      sett_get2 (&c->in, row + 2) != 3)
    return 0;
  const unsigned erased =
      operand (c, sett_get2 (&c->in, row + 4), METHOD_TYPE, 0);
  const unsigned exact =
      operand (c, sett_get2 (&c->in, row + 8), METHOD_TYPE, 0);
  return erased && exact && read_text (c, c->self_name, l->outer) &&
         read_text (c, operand (c, pair, PAIR, 0), l->method) &&
         read_text (c, operand (c, pair, PAIR, 1), l->made) &&
         read_text (c, erased, l->erased) && read_text (c, exact, l->exact) &&
         read_target (c, sett_get2 (&c->in, row + 6), l);
}

/*------------------------------------------------------------------------*/
/* Is it one that can be made here? */

/* The type of the static method that calls the target. */
static int set_call (lambda *l) {
  const char *end = strchr (l->target, ')');
  const int has_object = l->kind != IS_STATIC && l->kind != IS_NEW;
  const int is_array = *l->owner == '[';
  if (!end || *l->target != '(')
    return 0;
  snprintf (l->call, sizeof l->call, "(%s%s%s%.*s)%s%s%s",
            has_object && !is_array ? "L" : "", has_object ? l->owner : "",
            has_object && !is_array ? ";" : "", (int)(end - l->target - 1),
            l->target + 1, l->kind == IS_NEW ? "L" : "",
            l->kind == IS_NEW ? l->owner : end + 1,
            l->kind == IS_NEW ? ";" : "");
  return 1;
}

/* A value of this type where that one is asked for. */
static int fits (piece from, piece to) {
  return is_reference (from) ? is_reference (to) : is_same (from, to);
}

static int has_fitting_types (const lambda *l) {
  const unsigned captured = l->captured.count;
  if (l->given.count != captured + l->taken.count ||
      l->cast.count != l->taken.count || !is_reference (l->captured.result) ||
      *l->captured.result.at != 'L')
    return 0;
  for (unsigned i = 0; i < captured; i++)
    if (!fits (l->captured.all[i], l->given.all[i]))
      return 0;
  for (unsigned i = 0; i < l->taken.count; i++)
    if (!fits (l->taken.all[i], l->cast.all[i]) ||
        !fits (l->cast.all[i], l->given.all[captured + i]))
      return 0;
  if (*l->taken.result.at == 'V')
    return 1;
  return fits (l->given.result, l->cast.result) &&
         fits (l->cast.result, l->taken.result);
}

static int understand (sett_class *c, unsigned number, lambda *l) {
  if (!read_lambda (c, number, l) || !set_call (l) ||
      !parse (l->made, &l->captured) || !parse (l->erased, &l->taken) ||
      !parse (l->exact, &l->cast) || !parse (l->call, &l->given) ||
      !has_fitting_types (l))
    return 0;
  class_text (l->captured.result, l->interface);
  l->number = c->lambda_count;
  return snprintf (l->name, TEXT, "%.900s$$Lambda$sett%u", l->outer,
                   l->number) < TEXT;
}

/*------------------------------------------------------------------------*/
/* Code. */

/* From a local variable; gives the next one. */
static unsigned load (sett_bytes *b, piece p, unsigned local) {
  sett_put1 (b, SETT_ILOAD + kind_of (p));
  sett_put1 (b, local);
  return local + slots_of (p);
}

static void put_return (sett_bytes *b, piece p) {
  sett_put1 (b, *p.at == 'V' ? SETT_RETURN : SETT_IRETURN + kind_of (p));
}

static void put_call (sett_bytes *b, unsigned opcode, unsigned reference) {
  sett_put1 (b, opcode);
  sett_put2 (b, reference);
}

/* A method with this code, which knows no jumps. */
static void put_method (sett_bytes *to, unsigned flags, unsigned name,
                        unsigned type, unsigned code_name, unsigned stack,
                        unsigned locals, const sett_bytes *code) {
  sett_put2 (to, flags);
  sett_put2 (to, name);
  sett_put2 (to, type);
  sett_put2 (to, 1);
  sett_put2 (to, code_name);
  sett_put4 (to, (uint32_t)code->count + 12);
  sett_put2 (to, stack);
  sett_put2 (to, locals);
  sett_put4 (to, (uint32_t)code->count);
  sett_put (to, code->at, code->count);
  sett_put2 (to, 0);
  sett_put2 (to, 0);
}

/* In the class itself: the call of what is meant. */
static void add_accessor (sett_class *c, const lambda *l) {
  static const uint8_t opcodes[] = {[IS_VIRTUAL] = SETT_INVOKEVIRTUAL,
                                    [IS_STATIC] = SETT_INVOKESTATIC,
                                    [IS_SPECIAL] = SETT_INVOKESPECIAL,
                                    [IS_NEW] = SETT_INVOKESPECIAL,
                                    [IS_INTERFACE] = INVOKEINTERFACE};
  char name[64];
  sett_bytes code = {0};
  unsigned local = 0;
  const unsigned slots = slots_of_all (&l->given);
  if (l->kind == IS_NEW) {
    put_call (&code, SETT_NEW, sett_add_class (&c->constants, l->owner));
    sett_put1 (&code, SETT_DUP);
  }
  for (unsigned i = 0; i < l->given.count; i++)
    local = load (&code, l->given.all[i], local);
  put_call (&code, opcodes[l->kind], l->reference);
  if (l->kind == IS_INTERFACE)
    sett_put2 (&code, slots << 8);
  put_return (&code, l->given.result);
  snprintf (name, sizeof name, "sett$lambda$%u", l->number);
  if (!c->code_name)
    c->code_name = sett_add_text (&c->constants, "Code");
  put_method (&c->accessors, SETT_ACC_STATIC | SYNTHETIC,
              sett_add_text (&c->constants, name),
              sett_add_text (&c->constants, l->call), c->code_name, slots + 4,
              slots, &code);
  c->lambda_count++;
  sett_bytes_release (&code);
}

/*------------------------------------------------------------------------*/
/* The class of the lambda. */

typedef struct maker {
  const lambda *l;
  sett_constants k;
  unsigned self, code_name, made, fields[MOST_TYPES], one;
  sett_bytes methods, code;
  unsigned count;
} maker;

static void end_method (maker *m, unsigned flags, const char *name,
                        const char *type, unsigned locals) {
  put_method (&m->methods, flags, sett_add_text (&m->k, name),
              sett_add_text (&m->k, type), m->code_name,
              slots_of_all (&m->l->given) + 8, locals, &m->code);
  m->code.count = 0;
  m->count++;
}

/* The type of its constructor. */
static void constructor_type (const lambda *l, char *to) {
  snprintf (to, TEXT, "%.*sV", (int)(l->captured.result.at - l->made), l->made);
}

static void put_constructor (maker *m) {
  const signature *s = &m->l->captured;
  char type[TEXT];
  unsigned local = 1;
  sett_put1 (&m->code, SETT_ALOAD_0);
  put_call (&m->code, SETT_INVOKESPECIAL,
            sett_add_method (&m->k, sett_add_class (&m->k, "java/lang/Object"),
                             "<init>", "()V"));
  for (unsigned i = 0; i < s->count; i++) {
    sett_put1 (&m->code, SETT_ALOAD_0);
    local = load (&m->code, s->all[i], local);
    put_call (&m->code, SETT_PUTFIELD, m->fields[i]);
  }
  sett_put1 (&m->code, SETT_RETURN);
  constructor_type (m->l, type);
  end_method (m, 0, "<init>", type, local);
}

static void put_new (maker *m) {
  put_call (&m->code, SETT_NEW, m->self);
  sett_put1 (&m->code, SETT_DUP);
}

/* With nothing captured there is one for all. */
static void put_get (maker *m) {
  const signature *s = &m->l->captured;
  char type[TEXT];
  unsigned local = 0;
  constructor_type (m->l, type);
  const unsigned init = sett_add_method (&m->k, m->self, "<init>", type);
  if (!s->count) {
    put_new (m);
    put_call (&m->code, SETT_INVOKESPECIAL, init);
    put_call (&m->code, SETT_PUTSTATIC, m->one);
    sett_put1 (&m->code, SETT_RETURN);
    end_method (m, SETT_ACC_STATIC, "<clinit>", "()V", 0);
    put_call (&m->code, SETT_GETSTATIC, m->one);
  } else {
    put_new (m);
    for (unsigned i = 0; i < s->count; i++)
      local = load (&m->code, s->all[i], local);
    put_call (&m->code, SETT_INVOKESPECIAL, init);
  }
  sett_put1 (&m->code, SETT_IRETURN + 4);
  end_method (m, SETT_ACC_STATIC, "get", m->l->made, local);
}

static void put_cast (maker *m, piece from, piece to) {
  char text[TEXT];
  if (!is_reference (to) || is_same (from, to))
    return;
  class_text (to, text);
  put_call (&m->code, CHECKCAST, sett_add_class (&m->k, text));
}

static void put_result (maker *m) {
  const lambda *l = m->l;
  if (*l->taken.result.at != 'V')
    put_cast (m, l->given.result, l->cast.result);
  else if (slots_of (l->given.result))
    sett_put1 (&m->code,
               slots_of (l->given.result) == 2 ? SETT_POP2 : SETT_POP);
  put_return (&m->code, l->taken.result);
}

/* The method of the interface. */
static void put_body (maker *m) {
  const lambda *l = m->l;
  char name[64];
  unsigned local = 1;
  for (unsigned i = 0; i < l->captured.count; i++) {
    sett_put1 (&m->code, SETT_ALOAD_0);
    put_call (&m->code, SETT_GETFIELD, m->fields[i]);
  }
  for (unsigned i = 0; i < l->taken.count; i++) {
    local = load (&m->code, l->taken.all[i], local);
    put_cast (m, l->taken.all[i], l->cast.all[i]);
  }
  snprintf (name, sizeof name, "sett$lambda$%u", l->number);
  put_call (
      &m->code, SETT_INVOKESTATIC,
      sett_add_method (&m->k, sett_add_class (&m->k, l->outer), name, l->call));
  put_result (m);
  end_method (m, SETT_ACC_PUBLIC, l->method, l->erased, local);
}

static unsigned add_field (maker *m, sett_bytes *fields, unsigned flags,
                           const char *name, piece type) {
  char text[TEXT];
  snprintf (text, sizeof text, "%.*s", (int)type.length, type.at);
  sett_put2 (fields, flags | SYNTHETIC | SETT_ACC_FINAL);
  sett_put2 (fields, sett_add_text (&m->k, name));
  sett_put2 (fields, sett_add_text (&m->k, text));
  sett_put2 (fields, 0);
  return sett_add_field (&m->k, m->self, name, text);
}

static void hand_over (sett_class *c, maker *m, const sett_bytes *fields,
                       unsigned field_count) {
  const unsigned super = sett_add_class (&m->k, "java/lang/Object");
  const unsigned interface = sett_add_class (&m->k, m->l->interface);
  sett_bytes b = {0};
  sett_put4 (&b, 0xcafebabe);
  sett_put4 (&b, JAVA_8);
  sett_put2 (&b, m->k.count);
  sett_put (&b, m->k.added.at, m->k.added.count);
  sett_put2 (&b, SETT_ACC_FINAL | SUPER | SYNTHETIC);
  sett_put2 (&b, m->self);
  sett_put2 (&b, super);
  sett_put2 (&b, 1);
  sett_put2 (&b, interface);
  sett_put2 (&b, field_count);
  sett_put (&b, fields->at, fields->count);
  sett_put2 (&b, m->count);
  sett_put (&b, m->methods.at, m->methods.count);
  sett_put2 (&b, 0); /* attributes */
  c->rewriting->lambda (c->rewriting->context, m->l->name, b.at, b.count);
  sett_bytes_release (&b);
}

static void make_class (sett_class *c, const lambda *l) {
  maker *m = calloc (1, sizeof *m);
  sett_bytes fields = {0};
  char name[16];
  if (!m)
    abort ();
  m->l = l;
  m->k.count = 1;
  m->self = sett_add_class (&m->k, l->name);
  m->code_name = sett_add_text (&m->k, "Code");
  for (unsigned i = 0; i < l->captured.count; i++) {
    snprintf (name, sizeof name, "f%u", i);
    m->fields[i] = add_field (m, &fields, PRIVATE, name, l->captured.all[i]);
  }
  if (!l->captured.count)
    m->one = add_field (m, &fields, SETT_ACC_STATIC, "one", l->captured.result);
  put_constructor (m);
  put_get (m);
  put_body (m);
  hand_over (c, m, &fields, l->captured.count ? l->captured.count : 1);
  sett_bytes_release (&fields);
  sett_bytes_release (&m->methods);
  sett_bytes_release (&m->code);
  sett_bytes_release (&m->k.added);
  free (m);
}

/*------------------------------------------------------------------------*/

/* No method of an interface would be as hidden as that of a class. */
static int can_have_lambdas (sett_class *c) {
  return c->rewriting->lambda && c->bootstraps &&
         !(sett_get2 (&c->in, c->constants.end) & INTERFACE);
}

static void replace (sett_class *c, unsigned number, const lambda *l) {
  add_accessor (c, l);
  make_class (c, l);
  c->lambdas[number] = sett_add_method (
      &c->constants, sett_add_class (&c->constants, l->name), "get", l->made);
}

unsigned sett_lambda_replace (sett_class *c, unsigned number) {
  if (!can_have_lambdas (c) || !number || number >= c->constants.original)
    return 0;
  if (!c->lambdas) {
    c->lambdas = calloc (c->constants.original, sizeof *c->lambdas);
    if (!c->lambdas)
      abort ();
  }
  if (c->lambdas[number])
    return c->lambdas[number] == CANNOT ? 0 : c->lambdas[number];
  SETT_ASSERT (!c->lambda); /* one at a time */
  c->lambdas[number] = CANNOT;
  lambda *l = c->lambda = calloc (1, sizeof *l); /* a jump back frees it */
  if (!l)
    abort ();
  const int understood = understand (c, number, l);
  if (understood)
    replace (c, number, l);
  free (l);
  c->lambda = NULL;
  return understood ? c->lambdas[number] : 0;
}
