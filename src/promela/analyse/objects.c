/* The objects of a model: their numbers, where they lie in a state, and their
   names.

   There is one for the process itself, the set of processes, handshakes that
   somebody watches, the monitor of an event trace, _last, the memory of
   embedded C, and each process type; then one for each element of a global
   variable, and one for each channel, by number.  The channels of processes lie
   in their records. */

#include "base/assert.h"
#include "promela/analyse/access_map.h"

#include <string.h>

/* Arrays with more elements are one object. */
#define MOST_ELEMENTS 256u

uint32_t sett_object_elements (const variable *v) {
  return v->is_array && v->count <= MOST_ELEMENTS ? v->count : 1;
}

uint32_t sett_object_of (const variable *v) {
  SETT_ASSERT (!v->owner && v->slot >= OBJECT_TYPES);
  return v->slot;
}

void sett_objects_number (access_map *m) {
  const tree *t = m->tree;
  uint32_t next = OBJECT_TYPES + (uint32_t)t->processes.count;
  for (size_t i = 0; i < t->globals.count; i++) {
    t->globals.at[i]->slot = next;
    next += sett_object_elements (t->globals.at[i]);
  }
  m->first_channel = next;
  m->channels = t->has_local_channels ? 255 : (uint32_t)t->channels.count;
  m->control.objects = next + m->channels;
}

/* -------------------------------------------------------------- places --- */

static void fill (uint32_t *objects, uint32_t from, uint32_t size,
                  uint32_t object) {
  for (uint32_t i = from; i < from + size; i++)
    objects[i] = object;
}

/* A hidden variable has its initial value whenever another process can move. */
static void place_variable (const variable *v, uint32_t *objects) {
  const uint32_t count = sett_object_elements (v);
  const uint32_t size = v->size * v->count / count;
  for (uint32_t i = 0; i < count; i++)
    fill (objects, v->offset + i * size, size,
          v->is_hidden ? SETT_OBJECT_SELF : v->slot + i);
}

/* The channels of one owner; `number` is that of the first. */
static uint32_t place_channels (const access_map *m, const channel_slots *slots,
                                uint32_t base, uint32_t number,
                                uint32_t *objects) {
  for (size_t i = 0; i < slots->count; i++, number++)
    if (number <= m->channels)
      fill (objects, base + slots->at[i].offset, slots->at[i].shape->size,
            m->first_channel + number - 1);
  return number;
}

static void place_globals (const tree *t, uint32_t *objects) {
  fill (objects, 0, t->globals_size, SETT_NO_OBJECT);
  for (size_t i = 0; i < t->globals.count; i++)
    place_variable (t->globals.at[i], objects);
  objects[t->nr_pr_offset] = OBJECT_PROCESSES;
  if (t->uses_last)
    objects[t->last_offset] = OBJECT_LAST;
  if (t->monitor)
    fill (objects, t->monitor_offset, 2, OBJECT_MONITOR);
  fill (objects, t->c_offset, t->c_size, OBJECT_MEMORY);
}

void sett_objects_place (const access_map *m, const unsigned char *state,
                         uint32_t size, uint32_t *objects) {
  const tree *t = m->tree;
  sett_standing standings[SETT_MOST_PROCESSES];
  const unsigned count = sett_touch_map_standings (m, state, standings);
  place_globals (t, objects);
  SETT_ASSERT (t->globals_size <= size);
  fill (objects, t->globals_size, size - t->globals_size, SETT_OBJECT_SELF);
  uint32_t number = place_channels (m, &t->channels, 0, 1, objects);
  for (unsigned i = 0; i < count; i++) {
    const location *l = m->all->locations.at[standings[i].location];
    number = place_channels (m, &l->process->channels, standings[i].record,
                             number, objects);
  }
}

/* --------------------------------------------------------------- names --- */

const char *sett_object_name (const access_map *m, uint32_t object) {
  static const char *const fixed[OBJECT_TYPES] = {"the process itself",
                                                  "the set of processes",
                                                  "handshakes",
                                                  "the monitor",
                                                  "_last",
                                                  "the memory of C"};
  const tree *t = m->tree;
  if (object < OBJECT_TYPES)
    return fixed[object];
  if (object < OBJECT_TYPES + t->processes.count)
    return t->processes.at[object - OBJECT_TYPES]->name;
  if (object >= m->first_channel)
    return object - m->first_channel < t->channels.count
               ? t->channels.at[object - m->first_channel].name
               : "a channel of a process";
  for (size_t i = t->globals.count; i--;)
    if (t->globals.at[i]->slot <= object)
      return t->globals.at[i]->name;
  return "?";
}
