/* Agendas: see agenda.h. */

#include "cli/agenda.h"

#include "cli/subject.h"

#include <string.h>

static void add (sett_agenda *agenda, sett_property_kind kind, const char *name,
                 const char *formula, const char *text) {
  sett_text title = {0};
  sett_agenda_item *item = SETT_PUSH_SLOT (agenda->items);
  sett_text_add (&title, sett_property_word (kind));
  if (name && strcmp (name, sett_property_word (kind)))
    sett_text_addf (&title, " %s", name);
  if (text && *text)
    sett_text_addf (&title, ": %s", text);
  item->property = (sett_property){kind, name, formula};
  item->title = sett_strdup (sett_text_get (&title));
  sett_text_release (&title);
}

static void add_stated (sett_agenda *agenda, const sett_stated_property *p) {
  add (agenda, p->kind, p->name, NULL, p->text);
}

/* Labels are checked on request only: most models have them for other ends. */
static int is_default (const sett_stated_property *p) {
  return strcmp (p->name, "--ltl") && p->kind != SETT_PROPERTY_PROGRESS &&
         p->kind != SETT_PROPERTY_ACCEPTANCE;
}

static void add_defaults (sett_agenda *agenda, int all) {
  add (agenda, SETT_PROPERTY_SAFETY, NULL, NULL, NULL);
  for (size_t i = 0; i < agenda->stated.items.count; i++)
    if (all || is_default (&agenda->stated.items.at[i]))
      add_stated (agenda, &agenda->stated.items.at[i]);
}

static int add_named (sett_agenda *agenda, const char *name) {
  for (size_t i = 0; i < agenda->stated.items.count; i++)
    if (!strcmp (agenda->stated.items.at[i].name, name)) {
      add_stated (agenda, &agenda->stated.items.at[i]);
      return 1;
    }
  return 0;
}

static void list_names (const sett_agenda *agenda, sett_text *text) {
  sett_text_add (text, "safety, progress, acceptance, all");
  for (size_t i = 0; i < agenda->stated.items.count; i++)
    if (is_default (&agenda->stated.items.at[i]))
      sett_text_addf (text, ", %s", agenda->stated.items.at[i].name);
}

static sett_exit refuse (const sett_agenda *agenda, const char *name,
                         int json) {
  sett_text names = {0};
  list_names (agenda, &names);
  const sett_exit status = sett_cli_error (
      json, "the model has no property '%s'; it can be one of: %s", name,
      sett_text_get (&names));
  sett_text_release (&names);
  return status;
}

static sett_exit add_wanted (sett_agenda *agenda, const char *name, int json) {
  if (!strcmp (name, "all")) {
    add_defaults (agenda, 1);
    return SETT_EXIT_FINE;
  }
  if (!strcmp (name, "safety") || !strcmp (name, "progress") ||
      !strcmp (name, "acceptance")) {
    sett_property_kind kind = SETT_PROPERTY_SAFETY;
    sett_property_find (name, &kind);
    add (agenda, kind, NULL, NULL, NULL);
    return SETT_EXIT_FINE;
  }
  return add_named (agenda, name) ? SETT_EXIT_FINE
                                  : refuse (agenda, name, json);
}

static sett_exit find_stated (sett_agenda *agenda, const sett_input *input,
                              int json) {
  sett_text diagnostics = {0};
  sett_exit status = SETT_EXIT_FINE;
  if (!sett_promela_properties (input->path, sett_text_get (&input->source),
                                &input->promela, &agenda->stated, &diagnostics))
    status = sett_cli_diagnostics (json, &diagnostics);
  sett_text_release (&diagnostics);
  return status;
}

sett_exit sett_agenda_make (sett_agenda *agenda, const sett_input *input,
                            const sett_options *o) {
  sett_exit status = find_stated (agenda, input, o->json);
  for (size_t i = 0; !status && i < o->property.count; i++)
    status = add_wanted (agenda, o->property.at[i], o->json);
  if (!status && o->ltl)
    add (agenda, SETT_PROPERTY_LTL, NULL, o->ltl, o->ltl);
  if (!status && !agenda->items.count)
    add_defaults (agenda, 0);
  return status;
}

void sett_agenda_release (sett_agenda *agenda) {
  for (size_t i = 0; i < agenda->items.count; i++)
    sett_strfree (agenda->items.at[i].title);
  SETT_RELEASE (agenda->items);
  sett_property_list_release (&agenda->stated);
}
