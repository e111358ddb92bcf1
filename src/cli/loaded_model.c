/* Loaded models: see loaded_model.h. */

#include "cli/loaded_model.h"

#include "base/text.h"
#include "base/watch.h"
#include "ltl/ltl.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = {
    [SETT_PROPERTY_SAFETY] = "safety",
    [SETT_PROPERTY_LTL] = "ltl",
    [SETT_PROPERTY_NEVER] = "never",
    [SETT_PROPERTY_PROGRESS] = "progress",
    [SETT_PROPERTY_ACCEPTANCE] = "acceptance",
    [SETT_PROPERTY_TRACE] = "trace",
};

const char *sett_property_word (sett_property_kind kind) {
  return words[kind];
}

int sett_property_find (const char *word, sett_property_kind *kind) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (word, words[i])) {
      *kind = (sett_property_kind)i;
      return 1;
    }
  return 0;
}

static sett_exit load_model (sett_loaded_model *s, const char *name,
                             const char *source, int json) {
  sett_text diagnostics = {0};
  sett_exit status = SETT_EXIT_FINE;
  s->model = sett_promela_load (name, source, &s->promela, &diagnostics);
  if (!s->model)
    status = sett_cli_diagnostics (json, &diagnostics);
  else if (!s->silent)
    sett_cli_complain (sett_text_get (&diagnostics));
  sett_text_release (&diagnostics);
  return status;
}

static sett_exit find_claim (sett_loaded_model *s, int json) {
  const sett_formula *formula = sett_promela_formula (s->model);
  s->claim = sett_promela_claim (s->model);
  if (!formula)
    return SETT_EXIT_FINE;
  sett_watch_phase ("translating the formula");
  if (!sett_ltl_claim (formula, &s->own))
    return sett_cli_error (json, "the formula is too large: its automaton "
                                 "would have too many states; check its "
                                 "parts one by one");
  s->claim = &s->own;
  return SETT_EXIT_FINE;
}

static void unload (sett_loaded_model *s) {
  sett_claim_release (&s->own);
  s->claim = NULL;
  if (s->model)
    s->model->destroy (s->model);
  s->model = NULL;
}

sett_exit sett_loaded_model_load (sett_loaded_model *s, const char *name,
                                  const char *source, int json) {
  sett_exit status = load_model (s, name, source, json);
  if (!status)
    status = find_claim (s, json);
  if (status || !s->claim || s->claim->stutters ||
      !(s->promela.static_reductions & SETT_STATIC_MERGING))
    return status;
  unload (s);
  s->promela.static_reductions &= ~(unsigned)SETT_STATIC_MERGING;
  status = load_model (s, name, source, json);
  return status ? status : find_claim (s, json);
}

void sett_loaded_model_release (sett_loaded_model *s) {
  unload (s);
}
