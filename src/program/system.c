/* The processes of a system: see system.h. */

#include "program/system.h"

#include "base/text.h"
#include "program/java.h"

#include <string.h>

sett_part *sett_system_add (sett_system *system, const char *name) {
  sett_part *part = SETT_PUSH_SLOT (system->parts);
  *part = (sett_part){.name = name};
  return part;
}

int sett_system_find (const sett_system *system, const char *name) {
  for (size_t i = 0; i < system->parts.count; i++)
    if (!strcmp (system->parts.at[i].name, name))
      return (int)i;
  return -1;
}

static int are_same (const sett_strings *a, const sett_strings *b) {
  if (a->count != b->count)
    return 0;
  for (size_t i = 0; i < a->count; i++)
    if (strcmp (a->at[i], b->at[i]))
      return 0;
  return 1;
}

/* One that was made of the same words before; null if there is none. */
static const sett_target *find_made (const sett_system *system, size_t index) {
  const sett_target *wanted = &system->parts.at[index].target;
  for (size_t i = 0; i < index && wanted->words.count; i++)
    if (are_same (&system->parts.at[i].target.words, &wanted->words))
      return &system->parts.at[i].target;
  return NULL;
}

int sett_system_prepare_part (sett_system *system, size_t index,
                              sett_text *error) {
  sett_part *part = &system->parts.at[index];
  if (system->multi && sett_java_is (&part->target)) {
    sett_text_addf (error,
                    "'%s': Java programs are checked one at a time, not yet as "
                    "processes of a system (process '%s')",
                    part->target.name, part->name);
    return 0;
  }
  if (sett_target_prepare (&part->target, find_made (system, index), error))
    return 1;
  if (system->multi)
    sett_text_addf (error, " (process '%s')", part->name);
  return 0;
}

int sett_system_prepare (sett_system *system, sett_text *error) {
  for (size_t i = 0; i < system->parts.count; i++)
    if (!sett_system_prepare_part (system, i, error))
      return 0;
  return 1;
}

void sett_system_release (sett_system *system) {
  for (size_t i = 0; i < system->parts.count; i++) {
    sett_target_release (&system->parts.at[i].target);
    SETT_RELEASE (system->parts.at[i].environment);
  }
  SETT_RELEASE (system->parts);
  sett_arena_release (&system->arena);
}
