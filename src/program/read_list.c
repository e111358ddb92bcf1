/* Reads the list of executions: see read_list.h. */

#include "program/read_list.h"

#include <string.h>

int sett_list_read (const char *list, size_t length, size_t at,
                    sett_list_entry *e) {
  sett_listed *l = &e->listed;
  if (at > length || length - at < sizeof *l)
    return 0;
  memcpy (l, list + at, sizeof *l);
  if (l->size > length - at ||
      sizeof *l + (size_t)l->ending + l->schedule + l->output + l->writers >
          l->size)
    return 0;
  e->ending = list + at + sizeof *l;
  e->schedule = e->ending + l->ending;
  e->output = e->schedule + l->schedule;
  e->writers = (const uint8_t *)e->output + l->output;
  return 1;
}
