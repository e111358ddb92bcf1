#include "program/system.h"

sett_part *sett_system_add (sett_system *system, const char *name) {
  sett_part *part = SETT_PUSH_SLOT (system->parts);
  *part = (sett_part){.name = name};
  return part;
}

int sett_system_prepare (sett_system *system, struct sett_text *error) {
  for (size_t i = 0; i < system->parts.count; i++)
    if (!sett_target_prepare (&system->parts.at[i].target, error))
      return 0;
  return 1;
}

void sett_system_release (sett_system *system) {
  for (size_t i = 0; i < system->parts.count; i++) {
    sett_target_release (&system->parts.at[i].target);
    SETT_RELEASE (system->parts.at[i].environment);
  }
  SETT_RELEASE (system->parts);
}
