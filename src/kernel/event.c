#include "kernel/event.h"

#include <stddef.h>

enum {
#define EFFECT(NAME, ...) NAME = 1u << SETT_EFFECT_##NAME,
#include "kernel/effect.def"
#undef EFFECT
};

static const uint32_t conflicts[SETT_EFFECTS] = {
#define EFFECT(NAME, WITH) [SETT_EFFECT_##NAME] = (WITH),
#include "kernel/effect.def"
#undef EFFECT
};

int sett_effects_conflict (sett_effect_kind a, sett_effect_kind b) {
  return conflicts[a] >> b & 1;
}

static int conflicting (const sett_effect *a, const sett_effect *b) {
  return a->object == b->object && (conflicts[a->kind] >> b->kind & 1);
}

int sett_events_dependent (const sett_event *a, const sett_effect *of_a,
                           const sett_event *b, const sett_effect *of_b) {
  if (a->thread == b->thread)
    return 1;
  if (a->operation == SETT_DO_END || b->operation == SETT_DO_END)
    return 1;
  for (size_t i = 0; i < a->effects; i++)
    for (size_t j = 0; j < b->effects; j++)
      if (conflicting (&of_a[i], &of_b[j]))
        return 1;
  return 0;
}

const char *sett_operation_name (sett_operation operation) {
  static const char *const names[SETT_OPERATIONS] = {
#define OPERATION(NAME, TEXT) [SETT_DO_##NAME] = TEXT,
#include "kernel/operation.def"
#undef OPERATION
  };
  return names[operation];
}
