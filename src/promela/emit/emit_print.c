/* printf and printm.

   The kernel's print knows numbers only.  For %e, the name of an mtype value,
   the format is cut: what stands before it is printed, then the name, then the
   rest.  So it is for a value that is not kept because only prints ask for it
   (forget.c). */

#include "promela/emit/emit.h"

#include <string.h>

/* What C knows as an escape stays, every other character stands for itself; a
   percent sign does so in the kernel's print, too. */
static void emit_escape (emitter *e, char what) {
  if (what == '%')
    EMIT (e, "%%%%");
  else if (strchr ("ntrabfvx\\\"01234567", what))
    EMIT (e, "\\%c", what);
  else
    EMIT (e, what == '?' ? "\\?" : "%c", what);
}

/* Writes part of a format as a C string.  Question marks cannot form
   trigraphs. */
static void emit_part (emitter *e, const char *from, const char *to) {
  EMIT (e, "\"");
  for (; from < to; from++)
    if (*from == '\\' && from + 1 < to)
      emit_escape (e, *++from);
    else
      EMIT (e, *from == '?' ? "\\?" : "%c", *from);
  EMIT (e, "\"");
}

/* print (c, format, the arguments from `first` on) */
static void emit_call (emitter *e, const char *from, const char *to,
                       size_t first, size_t count) {
  if (from == to)
    return;
  EMIT (e, "print (c, ");
  emit_part (e, from, to);
  EMIT (e, ", %zu, a + %zu);\n", count, first);
}

/* Which set of mtype names an argument is of; null: the one without name. */
static const char *mtype_set (const emitter *e, const expression *x) {
  if (x->kind == EXPRESSION_VARIABLE) {
    const selector *s = x->where;
    while (s->next)
      s = s->next;
    return s->variable->type.mtype;
  }
  for (size_t i = 0; x->text && i < e->tree->mtypes.count; i++)
    if (!strcmp (e->tree->mtypes.at[i].name, x->text))
      return e->tree->mtypes.at[i].type;
  return NULL;
}

static int is_of_set (const mtype_name *m, const char *set) {
  return set ? m->type && !strcmp (m->type, set) : !m->type;
}

static void emit_name (emitter *e, const expression *x, size_t number) {
  if (x->is_forgotten) {
    EMIT (e, "print (c, \"(not kept)\", 0, a);\n");
    return;
  }
  const char *set = mtype_set (e, x);
  EMIT (e, "switch (a[%zu]) {\n", number);
  for (size_t i = 0; i < e->tree->mtypes.count; i++)
    if (is_of_set (&e->tree->mtypes.at[i], set))
      EMIT (e, "case %d: print (c, \"%s\", 0, a); break;\n",
            e->tree->mtypes.at[i].value, e->tree->mtypes.at[i].name);
  EMIT (e, "default: print (c, \"%%d\", 1, a + %zu);\n}\n", number);
}

/* The next percent sign that means something, or null. */
static const char *find_percent (const char *at, const char *end) {
  for (; at + 1 < end; at++)
    if (*at == '\\')
      at++;
    else if (*at == '%')
      return at;
  return NULL;
}

/* The format stands between quotes. */
static void emit_pieces (emitter *e, const statement *s) {
  const char *begin = s->name + 1;
  const char *end = s->name + strlen (s->name) - 1;
  size_t first = 0, next = 0;
  for (const char *at = begin; (at = find_percent (at, end)); at += 2) {
    if (next < s->arguments.count && at[1] != '%' &&
        (at[1] == 'e' || s->arguments.at[next]->is_forgotten)) {
      emit_call (e, begin, at, first, next - first);
      emit_name (e, s->arguments.at[next], next);
      begin = at + 2;
      first = next + 1;
    }
    next += at[1] != '%';
  }
  emit_call (e, begin, end, first, s->arguments.count - first);
}

/* The arguments are evaluated even if nobody looks: they can be in error. */
void sett_emit_print (emitter *e, const transition *t) {
  const statement *s = t->statement;
  EMIT (e, "{ ");
  sett_emit_open (e, t);
  EMIT (e, "const int a[] = {");
  for (size_t i = 0; i < s->arguments.count; i++) {
    sett_emit_expression (e, s->arguments.at[i]);
    EMIT (e, ", ");
  }
  EMIT (e, "0};\nif (c->sink->print && !c->probing) {\n");
  emit_pieces (e, s);
  EMIT (e, "}\n");
  sett_emit_close (e, t);
  EMIT (e, "}\n");
}
