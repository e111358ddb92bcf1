/* Through the C preprocessor, line marks kept.

   A text without any '#' needs no preprocessor, and then none is started:
   that saves more time than checking a small model takes. */

#include "base/text.h"
#include "promela/parse/process.h"
#include "promela/promela.h"
#include "promela/parse/source_formula.h"

#include <errno.h>
#include <string.h>

typedef SETT_VECTOR (char *) argument_list;

static void add_joined (argument_list *list, const char *a, const char *b) {
  sett_text text = {0};
  sett_text_addf (&text, "%s%s", a, b);
  SETT_PUSH (*list, sett_strdup (sett_text_get (&text)));
  sett_text_release (&text);
}

static void release_arguments (argument_list *list) {
  for (size_t i = 0; i < list->count; i++)
    sett_strfree (list->at[i]);
  SETT_RELEASE (*list);
}

static void build_command (argument_list *list, const char *compiler,
                           const char *path, const sett_promela_options *o) {
  add_joined (list, compiler, "");
  add_joined (list, "-E", "");
  add_joined (list, "-x", "");
  add_joined (list, "c", "");
  add_joined (list, "-std=gnu99", "");
  add_joined (list, "-w", "");
  for (unsigned i = 0; i < o->defines_count; i++)
    add_joined (list, "-D", o->defines[i]);
  for (unsigned i = 0; i < o->include_paths_count; i++)
    add_joined (list, "-I", o->include_paths[i]);
  if (o->property.formula && strcmp (path, "-")) {
    add_joined (list, "-include", ""); /* the formula follows on stdin */
    add_joined (list, path, "");
    path = "-";
  }
  add_joined (list, path, "");
  SETT_PUSH (*list, NULL);
}

static int needs_preprocessor (const char *text,
                               const sett_promela_options *o) {
  return o->defines_count || strchr (text, '#');
}

static int run_preprocessor (const char *path, const sett_promela_options *o,
                             const sett_text *input, sett_text *source,
                             sett_text *diagnostics) {
  static const char *const compilers[] = {"cc", "gcc", "clang", "tcc"};
  for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
    argument_list list = {0};
    sett_text errors = {0};
    build_command (&list, compilers[i], path, o);
    sett_text_clear (source);
    const int status = sett_process_run (list.at, input, source, &errors);
    release_arguments (&list);
    if (status == PROCESS_STOPPED)
      sett_text_clear (diagnostics);
    else if (status != PROCESS_NOT_FOUND && status)
      sett_text_add (diagnostics, sett_text_get (&errors));
    sett_text_release (&errors);
    if (status != PROCESS_NOT_FOUND)
      return status == 0;
  }
  sett_text_add (diagnostics,
                 "sett: the model needs the C preprocessor, but none of cc, "
                 "gcc, clang and tcc is installed\n");
  return 0;
}

int sett_promela_preprocess (const char *path, const sett_promela_options *o,
                             sett_text *source, sett_text *diagnostics) {
  sett_text_clear (source);
  if (!sett_text_read_file (source, path)) {
    sett_text_addf (diagnostics, "sett: cannot read '%s': %s\n", path,
                    strerror (errno));
    return 0;
  }
  if (source->length != strlen (sett_text_get (source))) {
    sett_text_addf (diagnostics,
                    "%s:1:1: error: this is not a text: it contains a zero "
                    "byte\n",
                    path);
    return 0;
  }
  const char *formula = o->property.formula;
  if (!needs_preprocessor (sett_text_get (source), o))
    return !formula || sett_source_add_formula (source, formula, diagnostics);
  sett_text input = *source;
  *source = (sett_text){0};
  const int from_stdin = !strcmp (path, "-");
  if (!from_stdin) /* then the input is what follows the file */
    sett_text_clear (&input);
  const int done =
      (!formula || sett_source_add_formula (&input, formula, diagnostics)) &&
      run_preprocessor (path, o, from_stdin || formula ? &input : NULL, source,
                        diagnostics);
  sett_text_release (&input);
  return done;
}
