/* A text with the model's declarations, one struct per c_state and a table of
   their sizes is compiled in memory, and the table is read. */

#include "promela/emit/c_probe.h"
#include "promela/analyse/c_text.h"
#include "promela/parse/diagnostics.h"
#include "promela/emit/emit.h"

enum { LARGEST_C_STATE = 60000, LARGEST_C_ALIGN = 8 };

static int is_sized (const c_declaration *c) {
  return c->kind == KEY_C_TRACK || (c->kind == KEY_C_STATE && !c->is_hidden);
}

static void emit_probe (emitter *e, const c_declaration *c, size_t i) {
  if (c->kind == KEY_C_STATE)
    EMIT (e, "struct sett_probe_%zu {\n", i);
  else
    EMIT (e, "enum { sett_probe_%zu = (\n", i);
  sett_emit_c_line (e, &c->place);
  if (c->kind == KEY_C_STATE)
    sett_emit_c_declarator (e, c);
  else
    EMIT (e, "%s", c->where);
  EMIT (e, c->kind == KEY_C_STATE ? ";\n};\n" : ")\n};\n");
  sett_emit_c_line_end (e);
  if (c->kind == KEY_C_STATE)
    EMIT (e, "struct sett_align_%zu { char c; struct sett_probe_%zu x; };\n", i,
          i);
}

static void emit_table (emitter *e) {
  const tree *t = e->tree;
  EMIT (e, "const long sett_probe_table[] = {\n");
  for (size_t i = 0; i < t->c_declarations.count; i++) {
    if (!is_sized (&t->c_declarations.at[i]))
      EMIT (e, "0, 1,\n");
    else if (t->c_declarations.at[i].kind == KEY_C_TRACK)
      EMIT (e, "sett_probe_%zu, 1,\n", i);
    else
      EMIT (e,
            "sizeof (struct sett_probe_%zu), sizeof (struct sett_align_%zu) - "
            "sizeof (struct sett_probe_%zu),\n",
            i, i, i);
  }
  EMIT (e, "0};\n");
}

static void emit_all (tree *t, sett_text *out) {
  emitter e = {.tree = t, .out = out};
  sett_emit_c_declarations (&e);
  sett_emit_records (&e);
  for (size_t i = 0; i < t->c_declarations.count; i++)
    if (is_sized (&t->c_declarations.at[i]))
      emit_probe (&e, &t->c_declarations.at[i], i);
  emit_table (&e);
}

static void take_size (c_declaration *c, const long *sizes, diagnostics *d) {
  if (!is_sized (c))
    return;
  if (sizes[0] < 1 || sizes[0] > LARGEST_C_STATE)
    sett_report_error (d, &c->place,
                       "a size of %ld bytes is not between 1 and %d", sizes[0],
                       LARGEST_C_STATE);
  else if (sizes[1] > LARGEST_C_ALIGN)
    sett_report_error (
        d, &c->place, "an alignment of %ld bytes is more than a state has (%d)",
        sizes[1], LARGEST_C_ALIGN);
  c->size = (uint32_t)sizes[0];
  c->align = (uint32_t)sizes[1];
}

static int any_sized (const tree *t) {
  for (size_t i = 0; i < t->c_declarations.count; i++)
    if (is_sized (&t->c_declarations.at[i]))
      return 1;
  return 0;
}

void sett_c_probe_sizes (tree *t, const compile_options *o, diagnostics *d) {
  if (!any_sized (t))
    return;
  sett_text code = {0}, messages = {0};
  emit_all (t, &code);
  const size_t count = 2 * t->c_declarations.count;
  long *sizes = sett_zalloc (count, sizeof *sizes);
  if (sett_compile_table (&code, o, "sett_probe_table", sizes, count,
                          &messages))
    for (size_t i = 0; i < t->c_declarations.count; i++)
      take_size (&t->c_declarations.at[i], sizes + 2 * i, d);
  else {
    d->errors++;
    sett_compile_explain (o, &messages, d->out);
  }
  sett_free (sizes, count * sizeof *sizes);
  sett_text_release (&code);
  sett_text_release (&messages);
}
