/* The processes of a system: see system.h. */

#include "program/system.h"

#include "base/assert.h"
#include "base/text.h"
#include "program/java.h"
#include "program/java_job.h"

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
  SETT_ASSERT (index < system->parts.count);
  for (size_t i = 0; i < index && wanted->words.count; i++)
    if (are_same (&system->parts.at[i].target.words, &wanted->words))
      return &system->parts.at[i].target;
  return NULL;
}

int sett_system_is_java (const sett_system *system) {
  return sett_java_is (&system->parts.at[0].target);
}

size_t sett_system_launches (const sett_system *system) {
  return sett_system_is_java (system) ? 1 : system->parts.count;
}

int sett_system_prepare_part (sett_system *system, size_t index,
                              sett_text *error) {
  sett_part *part = &system->parts.at[index];
  if (sett_target_prepare (&part->target, find_made (system, index), error))
    return 1;
  if (system->multi)
    sett_text_addf (error, " (process '%s')", part->name);
  return 0;
}

/* What is between C processes, and what is between Java programs, are two
   networks. */
static int is_of_one_kind (const sett_system *system, sett_text *error) {
  const sett_part *first = &system->parts.at[0];
  const int java = sett_java_is (&first->target);
  for (size_t i = 1; i < system->parts.count; i++) {
    const sett_part *other = &system->parts.at[i];
    if (sett_java_is (&other->target) == java)
      continue;
    sett_text_addf (error,
                    "process '%s' is a Java program, and process '%s' is not: "
                    "the processes of a system can all be Java programs, or "
                    "none of them",
                    java ? first->name : other->name,
                    java ? other->name : first->name);
    return 0;
  }
  return 1;
}

int sett_system_join (sett_system *system, sett_text *error) {
  return !sett_system_is_java (system) || sett_java_write_job (system, error);
}

int sett_system_prepare (sett_system *system, sett_text *error) {
  if (!is_of_one_kind (system, error))
    return 0;
  for (size_t i = 0; i < system->parts.count; i++)
    if (!sett_system_prepare_part (system, i, error))
      return 0;
  return sett_system_join (system, error);
}

void sett_system_release (sett_system *system) {
  for (size_t i = 0; i < system->parts.count; i++) {
    sett_target_release (&system->parts.at[i].target);
    SETT_RELEASE (system->parts.at[i].environment);
  }
  SETT_RELEASE (system->parts);
  SETT_RELEASE (system->common);
  sett_arena_release (&system->arena);
}
