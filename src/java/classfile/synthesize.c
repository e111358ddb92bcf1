/* Classes that have native methods only. */

#include "base/assert.h"
#include "java/classfile/class.h"
#include "java/classfile/instructions.h"

#include <stdlib.h>
#include <string.h>

enum { PUBLIC = 1, SUPER = 0x20, JAVA_8 = 52, MOST_METHODS = 256 };

/* this.super (arguments): all of them references. */
static void put_constructor (sett_bytes *b, unsigned name, unsigned type,
                             unsigned code, unsigned parent,
                             unsigned arguments) {
  sett_put2 (b, PUBLIC);
  sett_put2 (b, name);
  sett_put2 (b, type);
  sett_put2 (b, 1);
  sett_put2 (b, code);
  sett_put4 (b, 12 + 2 * (arguments + 1) + 4);
  sett_put2 (b, arguments + 1); /* stack */
  sett_put2 (b, arguments + 1); /* local variables */
  sett_put4 (b, 2 * (arguments + 1) + 4);
  for (unsigned i = 0; i <= arguments; i++) {
    sett_put1 (b, SETT_ILOAD + 4);
    sett_put1 (b, i);
  }
  sett_put1 (b, SETT_INVOKESPECIAL);
  sett_put2 (b, parent);
  sett_put1 (b, SETT_RETURN);
  sett_put2 (b, 0);
  sett_put2 (b, 0);
}

/* An annotation without elements; or none. */
static void put_annotation (sett_bytes *b, unsigned attribute, unsigned type) {
  sett_put2 (b, attribute != 0);
  if (!attribute)
    return;
  sett_put2 (b, attribute);
  sett_put4 (b, 6);
  sett_put2 (b, 1);
  sett_put2 (b, type);
  sett_put2 (b, 0);
}

static unsigned count_arguments (const char *type) {
  unsigned count = 0;
  for (; *type && *type != ')'; type++)
    count += *type == ';';
  return count;
}

uint8_t *sett_class_synthesize (const sett_native_class *n, size_t *count) {
  sett_constants k = {.count = 1};
  sett_bytes b = {0};
  unsigned names[MOST_METHODS], types[MOST_METHODS], methods = 0;
  const unsigned self = sett_add_class (&k, n->name);
  const char *above = n->super ? n->super : "java/lang/Object";
  const unsigned super = sett_add_class (&k, above);
  const unsigned interface =
      n->interface ? sett_add_class (&k, n->interface) : 0;
  for (; n->methods[2 * methods] && methods < MOST_METHODS; methods++) {
    names[methods] = sett_add_text (&k, n->methods[2 * methods]);
    types[methods] = sett_add_text (&k, n->methods[2 * methods + 1]);
  }
  SETT_ASSERT (!n->methods[2 * methods]); /* none is left out */
  unsigned init = 0, init_type = 0, code = 0, parent = 0;
  if (n->constructor) {
    init = sett_add_text (&k, "<init>");
    init_type = sett_add_text (&k, n->constructor);
    code = sett_add_text (&k, "Code");
    parent = sett_add_method (&k, super, "<init>", n->constructor);
  }
  const unsigned annotated =
      n->are_hidden ? sett_add_text (&k, "RuntimeVisibleAnnotations") : 0;
  const unsigned hidden =
      annotated ? sett_add_text (&k, "Ljdk/internal/vm/annotation/Hidden;") : 0;
  sett_put4 (&b, 0xcafebabe);
  sett_put4 (&b, JAVA_8);
  sett_put2 (&b, k.count);
  sett_put (&b, k.added.at, k.added.count);
  sett_put2 (&b, PUBLIC | SETT_ACC_FINAL | SUPER);
  sett_put2 (&b, self);
  sett_put2 (&b, super);
  sett_put2 (&b, interface != 0);
  if (interface)
    sett_put2 (&b, interface);
  sett_put2 (&b, 0); /* fields */
  sett_put2 (&b, methods + (n->constructor != NULL));
  for (unsigned i = 0; i < methods; i++) {
    sett_put2 (&b, PUBLIC | SETT_ACC_NATIVE |
                       (n->are_static ? SETT_ACC_STATIC : 0));
    sett_put2 (&b, names[i]);
    sett_put2 (&b, types[i]);
    put_annotation (&b, annotated, hidden);
  }
  if (n->constructor)
    put_constructor (&b, init, init_type, code, parent,
                     count_arguments (n->constructor));
  sett_put2 (&b, 0); /* attributes */
  sett_bytes_release (&k.added);
  *count = b.count;
  return b.at;
}
