/* The processes of a system: see system.h. */

#include "program/system.h"

#include "base/assert.h"
#include "base/text.h"
#include "program/java.h"
#include "program/java_job.h"
#include "shared/counterexample.h"

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

static size_t count_java (const sett_system *system) {
  size_t count = 0;
  for (size_t i = 0; i < system->parts.count; i++)
    count += sett_java_is (&system->parts.at[i].target) != 0;
  return count;
}

int sett_system_is_java (const sett_system *system) {
  return count_java (system) == system->parts.count;
}

int sett_system_has_java (const sett_system *system) {
  return count_java (system) != 0;
}

int sett_system_is_mixed (const sett_system *system) {
  return sett_system_has_java (system) && !sett_system_is_java (system);
}

size_t sett_system_machine (const sett_system *system) {
  size_t i = 0;
  while (!sett_java_is (&system->parts.at[i].target))
    i++;
  SETT_ASSERT (i < system->parts.count);
  return i;
}

size_t sett_system_launches (const sett_system *system) {
  return sett_system_is_java (system)
             ? 1
             : system->parts.count + (size_t)sett_system_is_mixed (system);
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

/* The virtual machine is one more. */
static int has_room (const sett_system *system, sett_text *error) {
  if (sett_system_launches (system) <= SETT_SYSTEM_PROCESSES)
    return 1;
  sett_text_addf (error,
                  "a system of Java and C programs can have %d processes",
                  SETT_SYSTEM_PROCESSES - 1);
  return 0;
}

int sett_system_join (sett_system *system, sett_text *error) {
  return !sett_system_has_java (system) ||
         sett_java_write_job (system, sett_system_machine (system), error);
}

int sett_system_prepare (sett_system *system, sett_text *error) {
  if (!has_room (system, error))
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
