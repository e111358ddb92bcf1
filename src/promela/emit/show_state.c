/* A state is shown as a list of items, "name = value": every simple part of
   every variable, and every channel with its messages.  The changes between
   two states are the items of the second that the first does not have. */

#include "promela/emit/show_state.h"
#include "promela/analyse/c_text.h"
#include "promela/analyse/forget.h"
#include "promela/analyse/layout.h"
#include "base/assert.h"

#include <string.h>

typedef struct item {
  sett_item_kind kind;
  uint32_t name, value; /* offsets into the text, each ended by a zero */
} item;

typedef struct item_list {
  const tree *tree;
  const automata *all;
  const unsigned char *state;
  int wants_messages; /* as items of their own, too */
  sett_text text;
  SETT_VECTOR (item) items;
} item_list;

/* ------------------------------------------------------------ records --- */

unsigned sett_state_processes (const tree *t, const unsigned char *state) {
  return state[t->nr_pr_offset];
}

uint32_t sett_state_record (const tree *t, const automata *all,
                            const unsigned char *state, unsigned process,
                            const location **where) {
  uint32_t at = t->globals_size;
  for (unsigned i = 0;; i++) {
    uint16_t number;
    memcpy (&number, state + at, 2);
    SETT_ASSERT (number < all->locations.count);
    *where = all->locations.at[number];
    if (i == process)
      return at;
    at += (*where)->process->size;
  }
}

/* ------------------------------------------------------------- values --- */

const char *sett_mtype_value_name (const tree *t, const char *name, int value) {
  for (size_t i = 0; i < t->mtypes.count; i++) {
    const mtype_name *m = &t->mtypes.at[i];
    const int same = name ? m->type && !strcmp (name, m->type) : !m->type;
    if (m->value == value && same)
      return m->name;
  }
  return NULL;
}

static int32_t load (const type *t, const unsigned char *at) {
  int16_t narrow;
  uint16_t unsigned_narrow;
  int32_t wide;
  switch (sett_align_of_type (t)) {
  case 2:
    memcpy (&narrow, at, 2);
    memcpy (&unsigned_narrow, at, 2);
    return t->kind == TYPE_UNSIGNED ? unsigned_narrow : narrow;
  case 4:
    memcpy (&wide, at, 4);
    return wide;
  default:
    return *at;
  }
}

static void add_channel_name (const tree *t, int number, sett_text *out) {
  if (!number)
    sett_text_add (out, "no channel");
  else if ((size_t)number <= t->channels.count)
    sett_text_addf (out, "channel %s", t->channels.at[number - 1].name);
  else
    sett_text_addf (out, "channel #%d", number);
}

static void add_value (const tree *t, const type *kind, int32_t value,
                       sett_text *out) {
  const char *name = NULL;
  if (kind->kind == TYPE_MTYPE)
    name = sett_mtype_value_name (t, kind->mtype, value);
  if (name)
    sett_text_add (out, name);
  else if (kind->kind == TYPE_CHAN)
    add_channel_name (t, value, out);
  else if (kind->kind == TYPE_UNSIGNED)
    sett_text_addf (out, "%u", (unsigned)value);
  else
    sett_text_addf (out, "%d", value);
}

static void end_string (item_list *l) {
  sett_text_add_bytes (&l->text, "", 1);
}

/* -------------------------------------------------------------- items --- */

static void add_simple_item (item_list *l, const char *prefix, const char *name,
                             const type *kind, const unsigned char *at) {
  item i = {.kind = SETT_ITEM_VARIABLE};
  i.name = (uint32_t)l->text.length;
  sett_text_addf (&l->text, "%s%s", prefix, name);
  end_string (l);
  i.value = (uint32_t)l->text.length;
  add_value (l->tree, kind, load (kind, at), &l->text);
  end_string (l);
  SETT_PUSH (l->items, i);
}

/* Was it left out of the state because nobody reads it?  `read` is what
   forget.c found out about its bytes. */
static int is_lost (const variable *v, const unsigned char *read) {
  for (uint32_t i = 0; read && i < v->size; i++)
    if (read[i])
      return 0;
  return read != NULL;
}

static void add_lost_item (item_list *l, const char *prefix, const char *name) {
  item i = {.kind = SETT_ITEM_VARIABLE};
  i.name = (uint32_t)l->text.length;
  sett_text_addf (&l->text, "%s%s", prefix, name);
  end_string (l);
  i.value = (uint32_t)l->text.length;
  sett_text_add (&l->text, "(never read, not kept)");
  end_string (l);
  SETT_PUSH (l->items, i);
}

static void add_variable (item_list *l, const char *prefix, const char *name,
                          const variable *v, const unsigned char *base,
                          const unsigned char *read) {
  for (uint32_t i = 0; i < v->count; i++) {
    const unsigned char *kept = read ? read + (size_t)i * v->size : NULL;
    const unsigned char *at = base + v->offset + i * v->size;
    sett_text full = {0};
    sett_text_addf (&full, "%s%s%s", name, *name ? "." : "", v->name);
    if (v->is_array)
      sett_text_addf (&full, "[%u]", i);
    if (v->type.kind != TYPE_RECORD && is_lost (v, kept))
      add_lost_item (l, prefix, sett_text_get (&full));
    else if (v->type.kind != TYPE_RECORD)
      add_simple_item (l, prefix, sett_text_get (&full), &v->type, at);
    for (size_t k = 0;
         v->type.kind == TYPE_RECORD && k < v->type.record->fields.count; k++)
      add_variable (l, prefix, sett_text_get (&full),
                    v->type.record->fields.at[k], at,
                    kept ? kept + v->type.record->fields.at[k]->offset : NULL);
    sett_text_release (&full);
  }
}

/* A chan variable that always names the channel it was declared with. */
static int is_plain_channel (const variable *v) {
  return v->type.kind == TYPE_CHAN && v->channel && !v->is_assigned;
}

/* `read`: what forget.c found out about the fields, or null. */
static void add_field (item_list *l, const channel_shape *shape, size_t field,
                       const unsigned char *message,
                       const unsigned char *read) {
  const type *kind = &shape->fields.at[field];
  if (read && !sett_forget_keeps_field (read, field))
    sett_text_add (&l->text, "_");
  else
    add_value (l->tree, kind, load (kind, message + shape->field_offset[field]),
               &l->text);
}

/* Fields that are not kept are shown as `_`. */
static void add_message (item_list *l, const channel_slot *slot,
                         const unsigned char *channel, unsigned number) {
  const channel_shape *shape = slot->shape;
  const unsigned char *m =
      channel + shape->first_message + number * shape->message_size;
  sett_text_add (&l->text, shape->fields.count > 1 ? "(" : "");
  for (size_t k = 0; k < shape->fields.count; k++) {
    sett_text_add (&l->text, k ? ", " : "");
    add_field (l, shape, k, m, slot->variable->fields_read);
  }
  sett_text_add (&l->text, shape->fields.count > 1 ? ")" : "");
}

static void add_channel (item_list *l, const char *prefix,
                         const channel_slot *slot, const unsigned char *at) {
  item one = {.kind = SETT_ITEM_CHANNEL, .name = (uint32_t)l->text.length};
  sett_text_addf (&l->text, "%s%s", prefix, slot->name);
  end_string (l);
  one.value = (uint32_t)l->text.length;
  sett_text_add (&l->text, "[");
  for (unsigned i = 0; i < at[0]; i++) {
    sett_text_add (&l->text, i ? ", " : "");
    add_message (l, slot, at, i);
  }
  sett_text_add (&l->text, "]");
  end_string (l);
  SETT_PUSH (l->items, one);
  for (unsigned i = 0; l->wants_messages && i < at[0]; i++) {
    const item message = {.kind = SETT_ITEM_MESSAGE,
                          .name = one.name,
                          .value = (uint32_t)l->text.length};
    add_message (l, slot, at, i);
    end_string (l);
    SETT_PUSH (l->items, message);
  }
}

static void add_channels (item_list *l, const char *prefix,
                          const channel_slots *slots,
                          const unsigned char *base) {
  for (size_t i = 0; i < slots->count; i++) {
    const channel_slot *slot = &slots->at[i];
    if (slot->shape->capacity)
      add_channel (l, prefix, slot, base + slot->offset);
  }
}

/* Of a global that nobody assigns the initial value is still there. */
static int may_be_lost (const variable *v) {
  return v->is_assigned || v->owner;
}

static int contains (const variable_list *list, const variable *v) {
  for (size_t i = 0; list && i < list->count; i++)
    if (list->at[i] == v)
      return 1;
  return 0;
}

/* `dead` (may be null): those whose values are gone, and nobody reads. */
static void add_variables (item_list *l, const char *prefix,
                           const variable_list *list, const variable_list *dead,
                           const unsigned char *base) {
  for (size_t i = 0; i < list->count; i++)
    if (!is_plain_channel (list->at[i]) && !contains (dead, list->at[i]))
      add_variable (l, prefix, "", list->at[i], base,
                    may_be_lost (list->at[i]) ? list->at[i]->read : NULL);
}

/* A number if it has the size of one and is not declared as something else;
   otherwise bytes. */
static void add_c_value (sett_text *out, const c_declaration *c,
                         const unsigned char *at) {
  enum { MOST_BYTES = 32 };
  int64_t value = 0;
  const int is_number = (c->size == 4 || c->size == 8) &&
                        c->kind == KEY_C_STATE && !strpbrk (c->text, "*[{") &&
                        !strstr (c->text, "float") &&
                        !strstr (c->text, "double");
  if (is_number) {
    for (uint32_t i = c->size; i--;)
      value = (int64_t)((uint64_t)value << 8 | at[i]);
    sett_text_addf (out, "%lld",
                    (long long)(c->size == 4 ? (int32_t)value : value));
    return;
  }
  for (uint32_t i = 0; i < c->size && i < MOST_BYTES; i++)
    sett_text_addf (out, i ? " %02x" : "%02x", at[i]);
  if (c->size > MOST_BYTES)
    sett_text_add (out, " ...");
}

static void add_c_state (item_list *l, const char *prefix,
                         const process_type *p, const unsigned char *base) {
  for (size_t i = 0; i < l->tree->c_declarations.count; i++) {
    const c_declaration *c = &l->tree->c_declarations.at[i];
    if (!sett_c_state_is_in (c, p))
      continue;
    item one = {.kind = SETT_ITEM_VARIABLE};
    one.name = (uint32_t)l->text.length;
    sett_text_addf (&l->text, "%s%s", prefix, c->text);
    end_string (l);
    one.value = (uint32_t)l->text.length;
    add_c_value (&l->text, c, base + c->offset);
    end_string (l);
    SETT_PUSH (l->items, one);
  }
}

static void list_items (item_list *l) {
  add_variables (l, "", &l->tree->globals, NULL, l->state);
  add_channels (l, "", &l->tree->channels, l->state);
  add_c_state (l, "", NULL, l->state);
  const unsigned count = sett_state_processes (l->tree, l->state);
  for (unsigned i = 0; i < count; i++) {
    const location *where;
    const uint32_t at =
        sett_state_record (l->tree, l->all, l->state, i, &where);
    sett_text prefix = {0};
    sett_text_addf (&prefix, "%s(%u).", where->process->name, i);
    add_variables (l, sett_text_get (&prefix), &where->process->variables,
                   &where->dead, l->state + at);
    add_channels (l, sett_text_get (&prefix), &where->process->channels,
                  l->state + at);
    add_c_state (l, sett_text_get (&prefix), where->process, l->state + at);
    sett_text_release (&prefix);
  }
}

static void release_items (item_list *l) {
  sett_text_release (&l->text);
  SETT_RELEASE (l->items);
}

static const char *name_of (const item_list *l, size_t i) {
  return l->text.at + l->items.at[i].name;
}

static const char *value_of (const item_list *l, size_t i) {
  return l->text.at + l->items.at[i].value;
}

/* The item of that name; begins to look at `hint`, where it usually is. */
static size_t find_item (const item_list *l, const char *name, size_t hint) {
  const size_t count = l->items.count;
  for (size_t i = 0; i < count; i++) {
    const size_t k = (hint + i) % count;
    if (!strcmp (name_of (l, k), name))
      return k;
  }
  return count;
}

/* ------------------------------------------------------------ showing --- */

static void add_item (const item_list *l, size_t i, int indent,
                      sett_text *out) {
  sett_text_addf (out, "%*s%s = %s\n", indent, "", name_of (l, i),
                  value_of (l, i));
}

void sett_list_state_items (const tree *t, const automata *all,
                            const unsigned char *state, sett_item_visitor visit,
                            void *context) {
  item_list l = {.tree = t, .all = all, .state = state, .wants_messages = 1};
  list_items (&l);
  for (size_t i = 0; i < l.items.count; i++)
    visit (context,
           &(sett_item){l.items.at[i].kind, name_of (&l, i), value_of (&l, i)});
  release_items (&l);
}

void sett_show_whole_state (const tree *t, const automata *all,
                            const unsigned char *state, int indent,
                            sett_text *out) {
  item_list l = {.tree = t, .all = all, .state = state};
  list_items (&l);
  for (size_t i = 0; i < l.items.count; i++)
    add_item (&l, i, indent, out);
  release_items (&l);
}

/* Processes that were born or died. */
static void show_lives (const tree *t, const automata *all,
                        const unsigned char *before, const unsigned char *after,
                        int indent, sett_text *out) {
  const unsigned old = sett_state_processes (t, before);
  const unsigned now = sett_state_processes (t, after);
  for (unsigned i = old; i < now; i++) {
    sett_text_addf (out, "%*s", indent, "");
    sett_show_process_name (t, all, after, i, out);
    sett_text_add (out, " starts\n");
  }
  for (unsigned i = now; i < old; i++) {
    sett_text_addf (out, "%*s", indent, "");
    sett_show_process_name (t, all, before, i, out);
    sett_text_add (out, " ends\n");
  }
}

void sett_show_state_changes (const tree *t, const automata *all,
                              const unsigned char *before,
                              const unsigned char *after, int indent,
                              sett_text *out) {
  item_list old = {.tree = t, .all = all, .state = before};
  item_list now = {.tree = t, .all = all, .state = after};
  list_items (&old);
  list_items (&now);
  show_lives (t, all, before, after, indent, out);
  for (size_t i = 0; i < now.items.count; i++) {
    const size_t k = find_item (&old, name_of (&now, i), i);
    const int fresh = k == old.items.count;
    if (fresh && !strcmp (value_of (&now, i), "0"))
      continue;
    if (fresh || strcmp (value_of (&old, k), value_of (&now, i)))
      add_item (&now, i, indent, out);
  }
  release_items (&old);
  release_items (&now);
}

void sett_show_process_name (const tree *t, const automata *all,
                             const unsigned char *state, unsigned process,
                             sett_text *out) {
  const location *where;
  if (process >= sett_state_processes (t, state)) {
    sett_text_addf (out, "process %u", process);
    return;
  }
  sett_state_record (t, all, state, process, &where);
  sett_text_addf (out, "%s(%u)", where->process->name, process);
}

/* What a d_step waits for are the guards that it begins with. */
static void add_guards (const location *l, const char **separator,
                        sett_text *out) {
  for (size_t i = 0; i < l->transitions.count; i++) {
    const transition *t = l->transitions.at[i];
    if (t->kind == TRANSITION_D_STEP) {
      add_guards (t->inner_entry, separator, out);
      continue;
    }
    sett_text_addf (out, "%s%s", *separator, sett_transition_text (t));
    *separator = " or ";
  }
}

static void add_waiting (const location *l, sett_text *out) {
  const char *separator = ", waits for ";
  add_guards (l, &separator, out);
}

void sett_show_process_position (const tree *t, const automata *all,
                                 const unsigned char *state, unsigned process,
                                 sett_text *out) {
  const location *where;
  if (process >= sett_state_processes (t, state))
    return;
  sett_state_record (t, all, state, process, &where);
  if (where->is_end) {
    sett_text_add (out, "finished");
    return;
  }
  const place *at = sett_location_place (where);
  sett_text_addf (out, "%s:%u", at->file, at->line);
  add_waiting (where, out);
  if (where->valid_end)
    sett_text_add (out, " (a valid end)");
}
