/* Calls of Unsafe and of VarHandle, and of what the JDK does to whole arrays:
   their arguments go to spare local variables, so that the object and the place
   in it can be looked at, and come back. */

#include "base/assert.h"
#include "java/classfile/class.h"
#include "java/classfile/instructions.h"

enum { MOST_ARGUMENTS = 255 };

typedef struct arguments {
  unsigned count;
  uint8_t kinds[MOST_ARGUMENTS]; /* int, long, float, double, reference */
  unsigned locals[MOST_ARGUMENTS];
} arguments;

enum { INT, LONG, FLOAT, DOUBLE, REFERENCE };

static unsigned kind_of (unsigned letter) {
  switch (letter) {
  case 'J':
    return LONG;
  case 'F':
    return FLOAT;
  case 'D':
    return DOUBLE;
  case 'L':
  case '[':
    return REFERENCE;
  default:
    return INT;
  }
}

/* Behind the type that begins at `i`. */
static size_t skip_type (sett_class *c, const uint8_t *text, size_t length,
                         size_t i) {
  while (i < length && text[i] == '[')
    i++;
  if (i < length && text[i] == 'L')
    while (i < length && text[i] != ';')
      i++;
  if (i >= length)
    sett_damaged (&c->in);
  return i + 1;
}

static void read_arguments (sett_class *c, unsigned type, arguments *a) {
  size_t length;
  const uint8_t *text = sett_text_at (&c->constants, type, &length);
  unsigned local = c->method.locals;
  *a = (arguments){0};
  if (!length || *text != '(')
    sett_damaged (&c->in);
  for (size_t i = 1; i < length && text[i] != ')';
       i = skip_type (c, text, length, i)) {
    if (a->count == MOST_ARGUMENTS)
      sett_damaged (&c->in);
    const unsigned kind = kind_of (text[i]);
    a->kinds[a->count] = (uint8_t)kind;
    a->locals[a->count++] = local;
    local += kind == LONG || kind == DOUBLE ? 2 : 1;
  }
  if (local > c->method.spare_locals)
    c->method.spare_locals = local;
  if (local > UINT16_MAX)
    sett_damaged (&c->in);
}

static void move (sett_class *c, const arguments *a, unsigned i,
                  unsigned first) {
  sett_bytes *b = &c->method.extra;
  SETT_ASSERT (i < a->count && a->locals[i] >= c->method.locals);
  sett_put1 (b, SETT_WIDE);
  sett_put1 (b, first + a->kinds[i]);
  sett_put2 (b, a->locals[i]);
}

static void push_zero (sett_class *c, int reference) {
  enum { ACONST_NULL = 0x01, ICONST_M1 = 0x02 };
  sett_put1 (&c->method.extra, reference ? ACONST_NULL : ICONST_M1);
}

/* VarHandle: the object, if there is one, and the index of an array. */
static void look_at_handle (sett_class *c, const arguments *a, uint32_t pc,
                            const sett_member_name *called) {
  const int object = a->count && a->kinds[0] == REFERENCE;
  sett_put1 (&c->method.extra, SETT_DUP);
  if (object)
    move (c, a, 0, SETT_ILOAD);
  else
    push_zero (c, 1);
  if (object && a->count > 1 && a->kinds[1] == INT)
    move (c, a, 1, SETT_ILOAD);
  else
    push_zero (c, 0);
  sett_hooks_call (c, SETT_HOOK_HANDLE, pc, called, -1);
}

static void look_at_memory (sett_class *c, const arguments *a, uint32_t pc,
                            const sett_member_name *called) {
  move (c, a, 0, SETT_ILOAD);
  move (c, a, 1, SETT_ILOAD);
  sett_hooks_call (c, SETT_HOOK_UNSAFE, pc, called, -1);
}

static int is_compare_and_set (sett_class *c, unsigned name) {
  return sett_text_begins (&c->constants, name, "compareAndSet") ||
         sett_text_begins (&c->constants, name, "weakCompareAndSet");
}

/* Of Unsafe: those on an object and a place in it that are more than plain. */
static int is_memory (sett_class *c, const sett_member_name *called) {
  static const char *const begin[] = {"compareAnd", "weakCompareAnd", "getAnd"};
  size_t length;
  const uint8_t *name = sett_text_at (&c->constants, called->name, &length);
  if (!sett_text_is (&c->constants, called->owner,
                     "jdk/internal/misc/Unsafe") &&
      !sett_text_is (&c->constants, called->owner, "sun/misc/Unsafe"))
    return 0;
  if (!sett_text_begins (&c->constants, called->type, "(Ljava/lang/Object;J"))
    return 0;
  for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
    if (sett_text_begins (&c->constants, called->name, begin[i]))
      return 1;
  return length > 3 && (name[0] == 'g' || name[0] == 'p');
}

/* Of VarHandle: what is called with any type.  Others have a type of their own.
 */
static int is_handle (sett_class *c, const sett_member_name *called) {
  static const char *const begin[] = {"get", "set", "compareAnd",
                                      "weakCompareAnd"};
  if (!sett_text_is (&c->constants, called->owner,
                     "java/lang/invoke/VarHandle"))
    return 0;
  for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
    if (sett_text_begins (&c->constants, called->name, begin[i]))
      return 1;
  return 0;
}

/* Of an array: it reads all of it. */
static int is_clone (sett_class *c, const sett_member_name *called) {
  return sett_text_begins (&c->constants, called->owner, "[") &&
         sett_text_is (&c->constants, called->name, "clone");
}

void sett_hooks_atomic (sett_class *c, uint32_t pc, sett_around *around) {
  const sett_member_name called = sett_member_at (
      &c->constants, sett_get2 (&c->in, c->method.code + pc + 1));
  const int handle = is_handle (c, &called);
  sett_bytes *b = &c->method.extra;
  arguments a;
  around->before_end = around->after = around->after_end = (uint32_t)b->count;
  if (is_clone (c, &called)) {
    sett_put1 (b, SETT_DUP);
    push_zero (c, 0);
    push_zero (c, 0);
    sett_hooks_call (c, SETT_HOOK_RANGE, pc, &called, -1);
    around->before_end = around->after = around->after_end = (uint32_t)b->count;
  }
  if (!handle && !is_memory (c, &called))
    return;
  read_arguments (c, called.type, &a);
  for (unsigned i = a.count; i--;)
    move (c, &a, i, SETT_ISTORE);
  (handle ? look_at_handle : look_at_memory) (c, &a, pc, &called);
  for (unsigned i = 0; i < a.count; i++)
    move (c, &a, i, SETT_ILOAD);
  around->before_end = around->after = (uint32_t)b->count;
  if (is_compare_and_set (c, called.name)) {
    sett_put1 (b, SETT_DUP);
    sett_hooks_call (c, SETT_HOOK_RESULT, pc, &called, -1);
  }
  around->after_end = (uint32_t)b->count;
}

/*------------------------------------------------------------------------*/
/* Whole arrays. */

static int is_copy (sett_class *c, const sett_member_name *called) {
  return sett_text_is (&c->constants, called->owner, "java/lang/System") &&
         sett_text_is (&c->constants, called->name, "arraycopy");
}

/* Those of java.util.Arrays that go over all elements, or all of a range. */
static int is_range (sett_class *c, const sett_member_name *called) {
  static const char *const names[] = {"fill",
                                      "sort",
                                      "parallelSort",
                                      "parallelPrefix",
                                      "setAll",
                                      "parallelSetAll",
                                      "copyOfRange",
                                      "copyOf",
                                      "toString",
                                      "hashCode",
                                      "equals",
                                      "compare",
                                      "compareUnsigned",
                                      "mismatch",
                                      "binarySearch"};
  if (!sett_text_is (&c->constants, called->owner, "java/util/Arrays") ||
      !sett_text_begins (&c->constants, called->type, "(["))
    return 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (sett_text_is (&c->constants, called->name, names[i]))
      return 1;
  return 0;
}

/* Of java.lang.reflect.Array: one element. */
static int is_element (sett_class *c, const sett_member_name *called) {
  return sett_text_is (&c->constants, called->owner,
                       "java/lang/reflect/Array") &&
         sett_text_begins (&c->constants, called->type,
                           "(Ljava/lang/Object;I") &&
         (sett_text_begins (&c->constants, called->name, "get") ||
          sett_text_begins (&c->constants, called->name, "set"));
}

static void look_at_element (sett_class *c, const arguments *a, uint32_t pc,
                             const sett_member_name *called) {
  enum { ICONST_1 = 0x04, IADD = 0x60 };
  move (c, a, 0, SETT_ILOAD);
  move (c, a, 1, SETT_ILOAD);
  move (c, a, 1, SETT_ILOAD);
  sett_put1 (&c->method.extra, ICONST_1);
  sett_put1 (&c->method.extra, IADD);
  sett_hooks_call (c, SETT_HOOK_RANGE, pc, called, -1);
}

static void look_at_copy (sett_class *c, const arguments *a, uint32_t pc,
                          const sett_member_name *called) {
  for (unsigned i = 0; i < a->count; i++)
    move (c, a, i, SETT_ILOAD);
  sett_hooks_call (c, SETT_HOOK_COPY, pc, called, -1);
}

static int is_of_two (sett_class *c, const sett_member_name *called) {
  return sett_text_is (&c->constants, called->name, "equals") ||
         sett_text_is (&c->constants, called->name, "mismatch") ||
         sett_text_begins (&c->constants, called->name, "compare");
}

/* f (a, b, ...) or f (a, from, to, b, ...). */
static unsigned other_array (sett_class *c, const arguments *a) {
  const unsigned i = a->count > 1 && a->kinds[1] == REFERENCE ? 1 : 3;
  if (i >= a->count || a->kinds[i] != REFERENCE)
    sett_damaged (&c->in);
  return i;
}

static void look_at_all (sett_class *c, const arguments *a, unsigned i,
                         uint32_t pc, const sett_member_name *called) {
  move (c, a, i, SETT_ILOAD);
  push_zero (c, 0);
  push_zero (c, 0);
  sett_hooks_call (c, SETT_HOOK_RANGE, pc, called, -1);
}

static void look_at_range (sett_class *c, const arguments *a, uint32_t pc,
                           const sett_member_name *called) {
  enum { ICONST_0 = 0x03 };
  const int fills = sett_text_is (&c->constants, called->name, "fill");
  const int has_two =
      a->count >= (fills ? 4u : 3u) && a->kinds[1] == INT && a->kinds[2] == INT;
  if (is_of_two (c, called)) /* all of the other one, too */
    look_at_all (c, a, other_array (c, a), pc, called);
  move (c, a, 0, SETT_ILOAD);
  if (has_two) {
    move (c, a, 1, SETT_ILOAD);
    move (c, a, 2, SETT_ILOAD);
  } else if (sett_text_is (&c->constants, called->name, "copyOf")) {
    sett_put1 (&c->method.extra, ICONST_0);
    move (c, a, 1, SETT_ILOAD);
  } else {
    push_zero (c, 0);
    push_zero (c, 0);
  }
  sett_hooks_call (c, SETT_HOOK_RANGE, pc, called, -1);
}

void sett_hooks_bulk (sett_class *c, uint32_t pc, sett_around *around) {
  const sett_member_name called = sett_member_at (
      &c->constants, sett_get2 (&c->in, c->method.code + pc + 1));
  const int copies = is_copy (c, &called), element = is_element (c, &called);
  sett_bytes *b = &c->method.extra;
  arguments a;
  if (copies || element || is_range (c, &called)) {
    read_arguments (c, called.type, &a);
    for (unsigned i = a.count; i--;)
      move (c, &a, i, SETT_ISTORE);
    (copies    ? look_at_copy
     : element ? look_at_element
               : look_at_range) (c, &a, pc, &called);
    for (unsigned i = 0; i < a.count; i++)
      move (c, &a, i, SETT_ILOAD);
  }
  around->before_end = around->after = around->after_end = (uint32_t)b->count;
}

/*------------------------------------------------------------------------*/
/* Method handles among the constants: lambdas that are made of them call
   without being looked at.  The getters of a record's fields, which are final,
   are what its own methods are made of. */

static int is_of_record (sett_class *c) {
  const unsigned super = sett_get2 (&c->in, c->constants.end + 4);
  return super &&
         sett_text_is (&c->constants, sett_class_name_at (&c->constants, super),
                       "java/lang/Record");
}

int sett_hands_on (sett_class *c) {
  enum { GET_FIELD = 1, LAST_OF_FIELDS = 4 };
  sett_member_name m;
  for (unsigned i = 1; i < c->constants.original; i++) {
    if (c->constants.tags[i] != SETT_CONSTANT_METHOD_HANDLE)
      continue;
    const unsigned kind = sett_handle_at (&c->constants, i, &m);
    if (kind <= LAST_OF_FIELDS
            ? kind != GET_FIELD || !is_of_record (c)
            : is_handle (c, &m) || is_memory (c, &m) || is_clone (c, &m) ||
                  is_copy (c, &m) || is_range (c, &m) || is_element (c, &m))
      return 1;
  }
  return 0;
}
