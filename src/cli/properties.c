/* Properties: see properties.h. */

#include "cli/properties.h"

#include "base/assert.h"
#include "cli/loaded_model.h"

#include <string.h>

static void add (sett_properties *to_check, sett_property_kind kind,
                 const char *name, const char *formula, const char *text) {
  SETT_ASSERT (!formula || kind == SETT_PROPERTY_LTL);
  sett_text title = {0};
  sett_properties_item *item = SETT_PUSH_SLOT (to_check->items);
  sett_text_add (&title, sett_property_word (kind));
  if (name && strcmp (name, sett_property_word (kind)))
    sett_text_addf (&title, " %s", name);
  if (text && *text)
    sett_text_addf (&title, ": %s", text);
  item->property = (sett_property){kind, name, formula};
  item->title = sett_strdup (sett_text_get (&title));
  sett_text_release (&title);
}

static void add_stated (sett_properties *to_check,
                        const sett_stated_property *p) {
  add (to_check, p->kind, p->name, NULL, p->text);
}

/* Labels are checked on request only: most models have them for other ends. */
static int is_default (const sett_stated_property *p) {
  return strcmp (p->name, "--ltl") && p->kind != SETT_PROPERTY_PROGRESS &&
         p->kind != SETT_PROPERTY_ACCEPTANCE;
}

static void add_defaults (sett_properties *to_check, int all) {
  add (to_check, SETT_PROPERTY_SAFETY, NULL, NULL, NULL);
  for (size_t i = 0; i < to_check->stated.items.count; i++)
    if (all || is_default (&to_check->stated.items.at[i]))
      add_stated (to_check, &to_check->stated.items.at[i]);
}

static int add_named (sett_properties *to_check, const char *name) {
  for (size_t i = 0; i < to_check->stated.items.count; i++)
    if (!strcmp (to_check->stated.items.at[i].name, name)) {
      add_stated (to_check, &to_check->stated.items.at[i]);
      return 1;
    }
  return 0;
}

static void list_names (const sett_properties *to_check, sett_text *text) {
  sett_text_add (text, "safety, progress, acceptance, all");
  for (size_t i = 0; i < to_check->stated.items.count; i++)
    if (is_default (&to_check->stated.items.at[i]))
      sett_text_addf (text, ", %s", to_check->stated.items.at[i].name);
}

static sett_exit refuse (const sett_properties *to_check, const char *name,
                         int json) {
  sett_text names = {0};
  list_names (to_check, &names);
  const sett_exit status = sett_cli_error (
      json, "the model has no property '%s'; it can be one of: %s", name,
      sett_text_get (&names));
  sett_text_release (&names);
  return status;
}

static sett_exit add_wanted (sett_properties *to_check, const char *name,
                             int json) {
  if (!strcmp (name, "all")) {
    add_defaults (to_check, 1);
    return SETT_EXIT_FINE;
  }
  if (!strcmp (name, "safety") || !strcmp (name, "progress") ||
      !strcmp (name, "acceptance")) {
    sett_property_kind kind = SETT_PROPERTY_SAFETY;
    sett_property_find (name, &kind);
    add (to_check, kind, NULL, NULL, NULL);
    return SETT_EXIT_FINE;
  }
  return add_named (to_check, name) ? SETT_EXIT_FINE
                                    : refuse (to_check, name, json);
}

static sett_exit find_stated (sett_properties *to_check,
                              const sett_input *input, int json) {
  sett_text diagnostics = {0};
  sett_exit status = SETT_EXIT_FINE;
  if (!sett_promela_properties (input->path, sett_text_get (&input->source),
                                &input->promela, &to_check->stated,
                                &diagnostics))
    status = sett_cli_diagnostics (json, &diagnostics);
  sett_text_release (&diagnostics);
  return status;
}

sett_exit sett_properties_make (sett_properties *to_check,
                                const sett_input *input,
                                const sett_options *o) {
  sett_exit status = find_stated (to_check, input, o->json);
  for (size_t i = 0; !status && i < o->property.count; i++)
    status = add_wanted (to_check, o->property.at[i], o->json);
  if (!status && o->ltl)
    add (to_check, SETT_PROPERTY_LTL, NULL, o->ltl, o->ltl);
  if (!status && !to_check->items.count)
    add_defaults (to_check, 0);
  return status;
}

void sett_properties_release (sett_properties *to_check) {
  for (size_t i = 0; i < to_check->items.count; i++)
    sett_strfree (to_check->items.at[i].title);
  SETT_RELEASE (to_check->items);
  sett_property_list_release (&to_check->stated);
}
