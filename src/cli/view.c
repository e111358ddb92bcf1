/* See view.h.  And `sett view`: a replay that shows nothing, but writes
   its page. */

#include "cli/view.h"

#include "base/text.h"
#include "cli/cli.h"
#include "cli/collect.h"
#include "report/json_report.h"
#include "view/forms.h"
#include "view/page.h"
#include "view/save.h"
#include "view/json_tree.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int wants_views (const sett_options *o) {
  return o->html || o->sarif || o->junit || o->mermaid || o->format || o->dot;
}

int sett_cli_wants_stories (const sett_options *o) {
  return (o->json && !o->quiet) || wants_views (o);
}

void sett_cli_add_base (const char *input, sett_text *name) {
  static const char *const known[] = {".pml", ".c",        ".cc",   ".cpp",
                                      ".cxx", ".procfile", ".trace"};
  const char *slash = strrchr (input, '/'), *base = slash ? slash + 1 : input;
  if (!strcmp (base, "-"))
    base = "stdin";
  size_t length = strlen (base);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const size_t end = strlen (known[i]);
    if (length > end && !strcmp (base + length - end, known[i])) {
      length -= end;
      break;
    }
  }
  sett_text_add_bytes (name, base, length);
}

/* "bank.html" for dir/bank.c: into the current directory, or where traces go.
 */
static void add_name (const sett_options *o, const char *input,
                      const char *suffix, sett_text *name) {
  if (o->trace_dir)
    sett_text_addf (name, "%s/", o->trace_dir);
  if (o->base_name)
    sett_text_add (name, o->base_name);
  else
    sett_cli_add_base (input, name);
  sett_text_add (name, suffix);
}

/* Is it a file that the command was given to read? */
static int is_input (const sett_options *o, const char *name) {
  struct stat file, input;
  if (stat (name, &file) || !S_ISREG (file.st_mode))
    return 0;
  for (size_t i = 0; i < o->before_dashes && i < o->operands.count; i++)
    if (!stat (o->operands.at[i], &input) && input.st_dev == file.st_dev &&
        input.st_ino == file.st_ino)
      return 1;
  return 0;
}

/* What was read is never overwritten. */
static int save (const sett_options *o, const sett_text *text, const char *name,
                 sett_text *error) {
  if (!is_input (o, name))
    return sett_view_save (text, name, error);
  sett_text_addf (error, "'%s' is not overwritten: it is what was read", name);
  return 0;
}

/* One form, if it was asked for (`wish` is its option): `fill` makes it. */
typedef struct form {
  const char *wish, *word, *suffix;
  void (*fill) (const json_t *, sett_text *);
} form;

static void add_form_name (const sett_options *o, const json_t *tree,
                           const form *f, sett_text *name) {
  if (*f->wish)
    sett_text_add (name, f->wish);
  else
    add_name (o, sett_json_tree_input (tree), f->suffix, name);
}

static int write_form (const sett_options *o, const form *f,
                       const json_t *tree) {
  sett_text name = {0}, text = {0}, error = {0};
  if (!f->wish)
    return 1;
  add_form_name (o, tree, f, &name);
  f->fill (tree, &text);
  const int done = save (o, &text, sett_text_get (&name), &error);
  if (!done)
    sett_cli_say ("%s", sett_text_get (&error));
  else if (!o->json)
    printf ("%-7s  %s\n", f->word, sett_text_get (&name));
  sett_text_release (&name);
  sett_text_release (&text);
  sett_text_release (&error);
  return done;
}

static void annotate (const json_t *tree) {
  sett_text text = {0};
  sett_form_github (tree, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
}

int sett_cli_draws_states (const sett_options *o) {
  return (o->html || o->dot) && !o->allow_c; /* C need not come back */
}

int sett_cli_write_tree (const sett_options *o, const json_t *tree) {
  const form forms[] = {
      {o->html, "page", ".html", sett_page_fill},
      {o->sarif, "sarif", ".sarif", sett_form_sarif},
      {o->junit, "junit", ".xml", sett_form_junit},
      {o->mermaid, "mermaid", ".mmd", sett_form_mermaid},
      {o->dot, "dot", ".dot", sett_form_dot},
  };
  int done = 1;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    done = write_form (o, &forms[i], tree) && done;
  if (o->format && !o->json)
    annotate (tree);
  fflush (stdout);
  return done;
}

int sett_cli_write_forms (const sett_options *o, const sett_outcome *outcome) {
  int done = 1;
  if (!o->json && !wants_views (o) && !sett_collecting ())
    return 1;
  json_t *tree = sett_page_tree (outcome);
  if (sett_collecting ())
    sett_collect (tree);
  else
    done = sett_cli_write_tree (o, tree);
  json_decref (tree);
  return done;
}

void sett_cli_print_trees (json_t *trees) {
  sett_text text = {0};
  json_t *tree;
  size_t i;
  json_array_foreach (trees, i, tree) {
    json_object_del (tree, "meaning"); /* for pages only */
    json_object_del (tree, "sources");
    json_object_del (tree, "graph");
    json_object_del (tree, "automata");
  }
  sett_report_json_print (trees, &text);
  sett_cli_print (&text);
  sett_text_release (&text);
}

/* Two forms in one file would be one of them only. */
sett_exit sett_cli_check_forms (const sett_options *o) {
  const struct {
    const char *name, *file;
  } forms[] = {{"html", o->html},
               {"sarif", o->sarif},
               {"junit", o->junit},
               {"mermaid", o->mermaid},
               {"dot", o->dot}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    for (size_t k = 0; k < i; k++)
      if (forms[i].file && forms[k].file && *forms[i].file &&
          !strcmp (forms[i].file, forms[k].file))
        return sett_cli_error (o->json,
                               "--%s=%s and --%s=%s: two forms cannot be "
                               "written to one file",
                               forms[k].name, forms[k].file, forms[i].name,
                               forms[i].file);
  return SETT_EXIT_FINE;
}

/* What the trace shows is no error of this command. */
sett_exit sett_cli_view (const sett_options *options) {
  sett_options replay = *options;
  replay.html = options->output ? options->output : "";
  replay.quiet = 1;
  const sett_exit status = sett_cli_replay (&replay);
  return status == SETT_EXIT_VIOLATION ? SETT_EXIT_FINE : status;
}
