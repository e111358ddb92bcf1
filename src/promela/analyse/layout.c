/* Offsets and C names.  Wide members first would need no padding, but the
   location of a process comes first in its record, and small members follow
   it, so that what changes most shares a word. */

#include "promela/analyse/layout.h"
#include "promela/analyse/c_text.h"
#include "promela/parse/diagnostics.h"
#include "promela/parse/messages.h"
#include "promela/parse/name_table.h"
#include "base/assert.h"

#include <stdio.h>
#include <string.h>

enum { LARGEST_RECORD = 60000, MOST_CHANNELS = 255 };

static uint32_t align_up (uint32_t at, uint32_t align) {
  SETT_ASSERT (align && !(align & (align - 1)));
  return (at + align - 1) / align * align;
}

uint32_t sett_align_of_type (const type *t) {
  switch (t->kind) {
  case TYPE_SHORT:
    return 2;
  case TYPE_INT:
    return 4;
  case TYPE_UNSIGNED:
    return t->bits <= 8 ? 1 : t->bits <= 16 ? 2 : 4;
  case TYPE_RECORD:
    return t->record->align;
  default:
    return 1;
  }
}

uint32_t sett_size_of_type (const type *t) {
  return t->kind == TYPE_RECORD ? t->record->size : sett_align_of_type (t);
}

const char *sett_c_name_of_type (const type *t) {
  switch (t->kind) {
  case TYPE_SHORT:
    return "short";
  case TYPE_INT:
    return "int";
  case TYPE_UNSIGNED:
    return t->bits <= 8    ? "unsigned char"
           : t->bits <= 16 ? "unsigned short"
                           : "unsigned int";
  case TYPE_RECORD:
    return t->record->c_name;
  default:
    return "unsigned char";
  }
}

/* -------------------------------------------------------------- names --- */

static int is_reserved (const char *name) {
  static const char *const words[] = {
      "auto",     "case",     "char",    "const",    "continue", "default",
      "double",   "enum",     "extern",  "float",    "inline",   "long",
      "register", "restrict", "return",  "signed",   "sizeof",   "static",
      "struct",   "switch",   "union",   "void",     "volatile", "while",
      "asm",      "typeof",   "_nr_pr",  "_last",    "_p",       "_priority",
      "_Bool",    "_Alignas", "_Atomic", "_Generic", "_Noreturn"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (words[i], name))
      return 1;
  return 0;
}

static const char *numbered (sett_arena *arena, const char *name, size_t n) {
  char text[24];
  const int digits = snprintf (text, sizeof text, "_%zu", n);
  const size_t length = strlen (name);
  char *copy = sett_arena_get (arena, length + (size_t)digits + 1);
  memcpy (copy, name, length);
  memcpy (copy + length, text, (size_t)digits);
  return copy;
}

/* The name as written, unless C or an earlier member has taken it. */
static void name_members (sett_arena *arena, variable_list *list) {
  name_table taken = {0};
  for (size_t i = 0; i < list->count; i++) {
    variable *v = list->at[i];
    const int is_part = strchr (v->name, '.') != NULL; /* of a parameter */
    const int is_free =
        !is_part && !is_reserved (v->name) &&
        !sett_name_table_get (&taken, v->name, strlen (v->name));
    v->c_name = is_free ? v->name
                        : numbered (arena, is_part ? "sett_part" : v->name, i);
    *sett_name_table_at (&taken, arena, v->c_name, strlen (v->c_name)) = v;
  }
}

/* ------------------------------------------------------------ records --- */

/* 2-byte, 1-byte, 4-byte members, then records. */
static int rank (const variable *v) {
  if (v->is_hidden && !v->is_field && !v->owner)
    return 5;
  if (v->type.kind == TYPE_RECORD)
    return 4;
  const uint32_t size = sett_align_of_type (&v->type);
  return size == 2 ? 1 : size == 1 ? 2 : 3;
}

static void order_members (sett_arena *arena, const variable_list *from,
                           variable_list *to) {
  for (int r = 1; r <= 5; r++)
    for (size_t i = 0; i < from->count; i++)
      if (rank (from->at[i]) == r)
        TREE_PUSH (arena, *to, from->at[i]);
}

static uint32_t place_member (variable *v, uint32_t at) {
  v->size = sett_size_of_type (&v->type);
  v->offset = align_up (at, sett_align_of_type (&v->type));
  SETT_ASSERT (v->count && v->offset >= at);
  const uint64_t end = (uint64_t)v->offset + (uint64_t)v->size * v->count;
  return end > LARGEST_RECORD ? LARGEST_RECORD : (uint32_t)end;
}

/* Embedded C knows a typedef as `struct name`. */
static const char *record_name (sett_arena *arena, const record *r,
                                size_t number, int for_c) {
  char name[32];
  int length = snprintf (name, sizeof name, "struct record_%zu", number);
  if (!for_c)
    return sett_arena_copy (arena, name, (size_t)length);
  const size_t full = strlen ("struct ") + strlen (r->name);
  char *copy = sett_arena_get (arena, full + 1);
  memcpy (copy, "struct ", 7);
  memcpy (copy + 7, r->name, full - 7);
  return copy;
}

static int has_channels (const variable *v) {
  return v->channel ||
         (v->type.kind == TYPE_RECORD && v->type.record->has_channels);
}

static void layout_record (sett_arena *arena, record *r) {
  name_members (arena, &r->fields);
  order_members (arena, &r->fields, &r->members);
  r->align = 1;
  uint32_t at = 0;
  for (size_t i = 0; i < r->members.count; i++) {
    at = place_member (r->members.at[i], at);
    const uint32_t align = sett_align_of_type (&r->members.at[i]->type);
    r->align = align > r->align ? align : r->align;
    r->has_channels |= has_channels (r->members.at[i]);
  }
  r->size = align_up (at, r->align);
  SETT_ASSERT (!(r->size % r->align));
}

/* ----------------------------------------------------------- channels --- */

static void layout_shape (sett_arena *arena, channel_shape *s) {
  s->field_offset =
      sett_arena_get (arena, s->fields.count * sizeof *s->field_offset);
  s->align = 1;
  uint32_t at = 0;
  for (uint32_t wanted = 4; wanted; wanted /= 2)
    for (size_t i = 0; i < s->fields.count; i++)
      if (sett_align_of_type (&s->fields.at[i]) == wanted) {
        s->field_offset[i] = at;
        at += wanted;
        s->align = wanted > s->align ? wanted : s->align;
      }
  s->message_size = align_up (at, s->align);
  SETT_ASSERT (at <= s->message_size);
  s->first_message = s->align;
  s->size = s->capacity ? s->first_message + s->capacity * s->message_size : 0;
}

static const char *element_name (sett_arena *arena, const char *prefix,
                                 const variable *v, uint32_t index) {
  char text[200];
  int length = snprintf (text, sizeof text, "%s%s%s", prefix,
                         *prefix ? "." : "", v->name);
  if (v->is_array && length < 180)
    length +=
        snprintf (text + length, sizeof text - (size_t)length, "[%u]", index);
  if (length >= (int)sizeof text)
    length = sizeof text - 1;
  return sett_arena_copy (arena, text, (size_t)length);
}

/* Lists the channels that a variable names, its fields included; one more
   than there may be is enough. */
static void find_channels (sett_arena *arena, variable *root, variable *v,
                           uint32_t base, const char *prefix,
                           channel_slots *out) {
  if (!has_channels (v))
    return;
  for (uint32_t i = 0; i < v->count && out->count <= MOST_CHANNELS; i++) {
    const uint32_t at = base + v->offset + i * v->size;
    SETT_ASSERT (v->size);
    if (v->channel) {
      const channel_slot slot = {v->channel, root,
                                 element_name (arena, prefix, v, i), 0, at};
      TREE_PUSH (arena, *out, slot);
    }
    if (v->type.kind != TYPE_RECORD)
      continue;
    const char *name = element_name (arena, prefix, v, i);
    for (size_t k = 0; k < v->type.record->fields.count; k++)
      find_channels (arena, root, v->type.record->fields.at[k], at, name, out);
  }
}

static uint32_t place_channels (channel_slots *slots, uint32_t at) {
  for (size_t i = 0; i < slots->count; i++) {
    slots->at[i].offset = align_up (at, slots->at[i].shape->align);
    at = slots->at[i].offset + slots->at[i].shape->size;
    if (at > LARGEST_RECORD)
      return LARGEST_RECORD;
  }
  return at;
}

/* --------------------------------------------------------- embedded C --- */

/* Places what belongs to the process, or to the globals. */
static uint32_t place_c_state (tree *t, const process_type *p, uint32_t at) {
  for (size_t i = 0; i < t->c_declarations.count; i++) {
    c_declaration *c = &t->c_declarations.at[i];
    if (!sett_c_state_is_in (c, p))
      continue;
    c->offset = align_up (at, 8);
    at = c->offset + c->size;
    if (at > LARGEST_RECORD)
      return LARGEST_RECORD;
  }
  return at;
}

/* ------------------------------------------------ globals, processes --- */

static void layout_globals (tree *t) {
  name_members (&t->arena, &t->globals);
  order_members (&t->arena, &t->globals, &t->members);
  uint32_t at = 0;
  size_t i = 0;
  for (; i < t->members.count && !t->members.at[i]->is_hidden; i++)
    at = place_member (t->members.at[i], at);
  t->nr_pr_offset = at++;
  t->last_offset = at;
  at += (uint32_t)t->uses_last;
  if (t->monitor) {
    t->monitor_offset = align_up (at, 2);
    at = t->monitor_offset + 2;
  }
  for (size_t k = 0; k < t->globals.count; k++) {
    t->globals.at[k]->first_channel = (uint32_t)t->channels.count + 1;
    find_channels (&t->arena, t->globals.at[k], t->globals.at[k], 0, "",
                   &t->channels);
  }
  at = place_channels (&t->channels, at);
  t->c_offset = at = align_up (at, 8);
  t->hidden_offset = at = align_up (place_c_state (t, NULL, at), 8);
  t->c_size = at - t->c_offset;
  for (; i < t->members.count; i++)
    at = place_member (t->members.at[i], at);
  t->hidden_size = align_up (at, 8) - t->hidden_offset;
  t->globals_size = align_up (at, 8);
  SETT_ASSERT (t->globals_size >= LARGEST_RECORD ||
               (t->hidden_offset <= t->globals_size &&
                t->nr_pr_offset < t->globals_size));
}

static void layout_process (tree *t, process_type *p) {
  name_members (&t->arena, &p->variables);
  order_members (&t->arena, &p->variables, &p->members);
  uint32_t at = 2;
  p->priority_offset = at;
  at += (uint32_t)t->uses_priority;
  for (size_t i = 0; i < p->members.count; i++)
    at = place_member (p->members.at[i], at);
  for (size_t i = 0; i < p->variables.count; i++)
    find_channels (&t->arena, p->variables.at[i], p->variables.at[i], 0, "",
                   &p->channels);
  t->has_local_channels |= p->channels.count > 0;
  p->c_offset = place_channels (&p->channels, at);
  p->size = align_up (place_c_state (t, p, p->c_offset), 8);
  SETT_ASSERT (p->size >= LARGEST_RECORD || p->size >= p->c_offset);
}

static void check_sizes (tree *t, diagnostics *d) {
  if (t->globals_size >= LARGEST_RECORD && t->globals.count)
    sett_report_error (
        d, &t->globals.at[0]->place,
        "the global variables and channels need more than %d bytes",
        LARGEST_RECORD);
  if (t->channels.count > MOST_CHANNELS && t->globals.count)
    sett_report_error (d, &t->globals.at[0]->place, "more than %d channels",
                       MOST_CHANNELS);
  for (size_t i = 0; i < t->processes.count; i++) {
    const process_type *p = t->processes.at[i];
    if (p->size >= LARGEST_RECORD || p->channels.count > MOST_CHANNELS)
      sett_report_error (d, &p->place,
                         "the variables and channels of '%s' need more than %d "
                         "bytes or %d channels",
                         p->name, LARGEST_RECORD, MOST_CHANNELS);
  }
}

void sett_layout_records (tree *t) {
  for (size_t i = 0; i < t->shapes.count; i++)
    layout_shape (&t->arena, t->shapes.at[i]);
  for (size_t i = 0; i < t->records.count; i++) {
    record *r = t->records.at[i];
    layout_record (&t->arena, r);
    r->c_name = record_name (&t->arena, r, i, t->uses_c);
  }
}

void sett_layout_tree (tree *t, diagnostics *d) {
  layout_globals (t);
  for (size_t i = 0; i < t->processes.count; i++)
    layout_process (t, t->processes.at[i]);
  check_sizes (t, d);
}

int sett_find_known_channel (const tree *t, const expression *x,
                             known_channel *k) {
  if (!sett_messages_known_shape (x))
    return 0;
  const selector *s = x->where;
  const variable *v = s->variable;
  *k = (known_channel){v->channel, s,
                       t->channels.at[v->first_channel - 1].offset,
                       v->first_channel};
  return 1;
}
