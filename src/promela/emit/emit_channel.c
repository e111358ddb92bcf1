/* Channels: storage by shape, sends, receives, polls, rendezvous.

   Most channels are declared with their capacity and never assigned, so that
   place and shape are known when the model is read: their code is direct.
   Others (parameters, channels received in messages) are found by number.

   A message may have fewer or more fields than its channel: what is not sent
   is 0, and what is beyond the last field is neither sent nor looked for
   (--strict-messages: it is a violation). */

#include "promela/emit/emit.h"
#include "promela/parse/messages.h"
#include "promela/analyse/monitor.h"
#include "base/assert.h"

#include <stdio.h>

/* ------------------------------------------------------------- shapes --- */

/* Reads field `i` of the message at `m`. */
static void emit_field (emitter *e, const channel_shape *shape, size_t i) {
  SETT_ASSERT (i < shape->fields.count);
  EMIT (e, "(*(%s%s *) (m + %u))", "",
        sett_c_name_of_type (&shape->fields.at[i]), shape->field_offset[i]);
}

static void emit_put (emitter *e, const channel_shape *s) {
  SETT_ASSERT (s->capacity);
  EMIT (e,
        "static SETT_APART void put_%u (unsigned char *q, int i, const int *v) "
        "{\n"
        "  unsigned char *m = q + %u + i * %u;\n"
        "  memmove (m + %u, m, (q[0] - i) * %u);\n",
        s->id, s->first_message, s->message_size, s->message_size,
        s->message_size);
  if (s->message_size > 1)
    EMIT (e, "  memset (m, 0, %u);\n", s->message_size);
  for (size_t i = 0; i < s->fields.count; i++) {
    EMIT (e, "  ");
    emit_field (e, s, i);
    EMIT (e, " = ");
    sett_emit_conversion_open (e, &s->fields.at[i]);
    EMIT (e, "v[%zu]", i);
    sett_emit_conversion_close (e, &s->fields.at[i]);
    EMIT (e, ";\n");
  }
  EMIT (e, "  q[0]++;\n}\n");
}

static void emit_get (emitter *e, const channel_shape *s) {
  EMIT (e,
        "static SETT_APART void get_%u (const unsigned char *q, int i, int *v) "
        "{\n"
        "  const unsigned char *m = q + %u + i * %u;\n",
        s->id, s->first_message, s->message_size);
  for (size_t i = 0; i < s->fields.count; i++) {
    EMIT (e, "  v[%zu] = ", i);
    emit_field (e, s, i);
    EMIT (e, ";\n");
  }
  EMIT (e, "}\n");
}

static void emit_drop (emitter *e, const channel_shape *s) {
  SETT_ASSERT (s->capacity);
  EMIT (e,
        "static SETT_APART void drop_%u (unsigned char *q, int i) {\n"
        "  unsigned char *m = q + %u + i * %u;\n"
        "  q[0]--;\n"
        "  memmove (m, m + %u, (q[0] - i) * %u);\n"
        "  memset (q + %u + q[0] * %u, 0, %u);\n}\n",
        s->id, s->first_message, s->message_size, s->message_size,
        s->message_size, s->first_message, s->message_size, s->message_size);
}

static void emit_dispatch (emitter *e, const char *name, const char *qualifier,
                           const char *arguments) {
  EMIT (e,
        "static void %s (int shape, %sunsigned char *q, int i%s) {\n"
        "  switch (shape) {\n",
        name, qualifier, *arguments ? arguments : "");
  for (size_t i = 0; i < e->tree->shapes.count; i++)
    if (e->tree->shapes.at[i]->capacity)
      EMIT (e, "  case %zu: %s_%zu (q, i%s); break;\n", i, name, i,
            *arguments ? ", v" : "");
  EMIT (e, "  default: break;\n  }\n}\n");
}

/* Messages as the channel would hold them: for sorted sends and rendezvous. */
static void emit_cut (emitter *e) {
  EMIT (e, "static void cut (int shape, int *v) {\n  switch (shape) {\n");
  for (size_t i = 0; i < e->tree->shapes.count; i++) {
    const channel_shape *s = e->tree->shapes.at[i];
    EMIT (e, "  case %zu:\n", i);
    for (size_t k = 0; k < s->fields.count; k++) {
      EMIT (e, "    v[%zu] = (%s) (", k,
            sett_c_name_of_type (&s->fields.at[k]));
      sett_emit_conversion_open (e, &s->fields.at[k]);
      EMIT (e, "v[%zu]", k);
      sett_emit_conversion_close (e, &s->fields.at[k]);
      EMIT (e, ");\n");
    }
    EMIT (e, "    break;\n");
  }
  EMIT (e, "  default: break;\n  }\n}\n");
}

/* Where a sorted send inserts: before the first greater message. */
static void emit_sorted (emitter *e) {
  EMIT (e, "static SETT_APART int sorted_place (int shape, unsigned char *q, "
           "int *v) {\n"
           "  int w[SETT_MOST_FIELDS], i, k;\n"
           "  cut (shape, v);\n"
           "  for (i = 0; i < q[0]; i++) {\n"
           "    get (shape, q, i, w);\n"
           "    for (k = 0; k < sett_fields[shape] && w[k] == v[k]; k++)\n"
           "      ;\n"
           "    if (k < sett_fields[shape] && w[k] > v[k])\n"
           "      break;\n"
           "  }\n"
           "  return i;\n}\n");
}

static void emit_shape_tables (emitter *e) {
  EMIT (e, "static SETT_TABLE unsigned char sett_capacity[] = {");
  for (size_t i = 0; i < e->tree->shapes.count; i++)
    EMIT (e, "%u, ", e->tree->shapes.at[i]->capacity);
  EMIT (e, "0};\nstatic SETT_TABLE unsigned short sett_fields[] = {");
  size_t most = 1;
  for (size_t i = 0; i < e->tree->shapes.count; i++) {
    const size_t count = e->tree->shapes.at[i]->fields.count;
    EMIT (e, "%zu, ", count);
    most = count > most ? count : most;
  }
  EMIT (e, "0};\nenum { SETT_MOST_FIELDS = %zu };\n", most);
}

/* The length of any channel, and whether it is full. */
static void emit_lengths (emitter *e) {
  EMIT (e, "static int sett_length (context *c, const unsigned char *s, "
           "int q) {\n"
           "  if (!sett_channel (c, q) || "
           "!sett_capacity[c->channel_shape[q]])\n    return 0;\n"
           "  return s[c->channel_at[q]];\n}\n"
           "static int sett_full (context *c, const unsigned char *s, int q) "
           "{\n"
           "  const int length = sett_length (c, s, q);\n"
           "  return !c->violation && length && "
           "length == sett_capacity[c->channel_shape[q]];\n}\n");
}

void sett_emit_shapes (emitter *e) {
  emit_shape_tables (e);
  emit_lengths (e);
  for (size_t i = 0; i < e->tree->shapes.count; i++)
    if (e->tree->shapes.at[i]->capacity) {
      emit_put (e, e->tree->shapes.at[i]);
      emit_get (e, e->tree->shapes.at[i]);
      emit_drop (e, e->tree->shapes.at[i]);
    }
  emit_dispatch (e, "put", "", ", const int *v");
  emit_dispatch (e, "get", "const ", ", int *v");
  emit_dispatch (e, "drop", "", "");
  emit_cut (e);
  emit_sorted (e);
}

/* ------------------------------------------------------ known channels --- */

void sett_emit_channel_offset (emitter *e, const known_channel *k) {
  EMIT (e, "%u", k->offset);
  if (!k->where->variable->is_array || !k->shape->size)
    return;
  EMIT (e, " + sett_index (c, ");
  sett_emit_expression (e, k->where->index);
  EMIT (e, ", %u) * %u", k->where->variable->count, k->shape->size);
}

/* C expression for the number of a known channel. */
static void emit_channel_number (emitter *e, const known_channel *k) {
  EMIT (e, "%u", k->number);
  if (!k->where->variable->is_array)
    return;
  EMIT (e, " + sett_index (c, ");
  sett_emit_expression (e, k->where->index);
  EMIT (e, ", %u)", k->where->variable->count);
}

/* Tells the monitor of message v. */
static void emit_event (emitter *e, event_kind kind,
                        const expression *channel) {
  known_channel k;
  if (!sett_monitor_may_observe (e->tree, kind, channel))
    return;
  EMIT (e, "observe (c, T, %d, ", (int)kind);
  if (sett_find_known_channel (e->tree, channel, &k))
    emit_channel_number (e, &k);
  else
    EMIT (e, "q");
  EMIT (e, ", v);\n");
}

void sett_emit_channel_function (emitter *e, const expression *x) {
  known_channel k;
  const int what = (int)x->op;
  const char *negate = what == KEY_EMPTY || what == KEY_NFULL ? "!" : "";
  const int about_full = what == KEY_FULL || what == KEY_NFULL;
  if (!sett_find_known_channel (e->tree, x->left, &k)) {
    EMIT (e, "(%s%s (c, s, ", what == KEY_NEMPTY ? "!!" : negate,
          about_full ? "sett_full" : "sett_length");
    sett_emit_expression (e, x->left);
    EMIT (e, "))");
    return;
  }
  if (!k.shape->capacity) {
    EMIT (e, what == KEY_EMPTY || what == KEY_NFULL ? "1" : "0");
    return;
  }
  EMIT (e, "(s[");
  sett_emit_channel_offset (e, &k);
  EMIT (e, "]");
  if (about_full)
    EMIT (e, " %s %u", what == KEY_FULL ? "==" : "!=", k.shape->capacity);
  else if (what == KEY_EMPTY)
    EMIT (e, " == 0");
  else if (what == KEY_NEMPTY)
    EMIT (e, " != 0");
  EMIT (e, ")");
}

/* -------------------------------------------------------------- sends --- */

/* The message as an array, long enough for the channel and for all that is
   written. */
static void emit_values (emitter *e, const statement *s) {
  const expression_list *list = &s->arguments;
  const size_t fields = sett_messages_most_fields (e->tree, s->target);
  EMIT (e, "int v[%zu] = {", fields > list->count ? fields : list->count);
  for (size_t i = 0; i < list->count; i++) {
    EMIT (e, i ? ", " : "");
    sett_emit_expression (e, list->at[i]);
  }
  EMIT (e, "};\n");
}

/* offer (), which tries every possible partner. */
static void emit_offer (emitter *e, const transition *t, const char *q,
                        const char *shape) {
  if (e->mode == EMIT_D_STEP) {
    EMIT (
        e,
        "c->violation = SETT_VIOLATION_DSTEP_RENDEZVOUS; c->violation_at = %u; "
        "return 1;\n",
        t->number);
    return;
  }
  EMIT (e, "offer (c, pid, %u, %u, %s, v, sett_fields[%s]);\n",
        t->target->number, t->number, q, shape);
}

/* A buffered send; the monitor sees the message as the channel holds it. */
static void emit_sending (emitter *e, const statement *s, uint32_t shape) {
  if (!sett_monitor_may_observe (e->tree, EVENT_SEND, s->target))
    return;
  EMIT (e, "cut (%u, v); ", shape);
  emit_event (e, EVENT_SEND, s->target);
}

/* Is it a violation that the message does not fit?  Then that is all. */
static int emit_misfit (emitter *e, const transition *t,
                        const channel_shape *shape) {
  if (!e->tree->strict_messages ||
      shape->fields.count == t->statement->arguments.count)
    return 0;
  EMIT (e, "{ c->violation = SETT_VIOLATION_SHAPE;\n");
  sett_emit_failure (e, t, 1);
  EMIT (e, "}\n");
  return 1;
}

static void emit_known_rendezvous (emitter *e, const transition *t,
                                   const known_channel *k) {
  char shape[24];
  snprintf (shape, sizeof shape, "%u", k->shape->id);
  EMIT (e, "{ const int q = ");
  emit_channel_number (e, k);
  EMIT (e, "; ");
  emit_values (e, t->statement);
  EMIT (e, "if (!c->violation) { cut (%s, v); ", shape);
  emit_offer (e, t, "q", shape);
  EMIT (e, "}\n");
  sett_emit_failure (e, t, 1);
  EMIT (e, "}\n");
}

static void emit_known_send (emitter *e, const transition *t,
                             const known_channel *k) {
  const statement *s = t->statement;
  const channel_shape *shape = k->shape;
  if (emit_misfit (e, t, shape))
    return;
  if (!shape->capacity) {
    emit_known_rendezvous (e, t, k);
    return;
  }
  EMIT (e, "{ ");
  EMIT (e, "const unsigned q = ");
  sett_emit_channel_offset (e, k);
  EMIT (e, ";\nif (s[q] < %u && !c->violation) { ", shape->capacity);
  emit_values (e, s);
  sett_emit_open (e, t);
  emit_sending (e, s, shape->id);
  if (s->sorted)
    EMIT (e, "put_%u (T + q, sorted_place (%u, T + q, v), v);\n", shape->id,
          shape->id);
  else
    EMIT (e, "put_%u (T + q, T[q], v);\n", shape->id);
  sett_emit_close (e, t);
  EMIT (e, "}\n");
  sett_emit_failure (e, t, k->where->variable->is_array);
  EMIT (e, "}\n");
}

void sett_emit_send (emitter *e, const transition *t) {
  const statement *s = t->statement;
  known_channel k;
  if (sett_find_known_channel (e->tree, s->target, &k)) {
    emit_known_send (e, t, &k);
    return;
  }
  EMIT (e, "{ const int q = ");
  sett_emit_expression (e, s->target);
  EMIT (e, ";\nif (sett_channel (c, q)) {\n");
  EMIT (e, "const int shape = c->channel_shape[q];\n");
  emit_values (e, s);
  if (e->tree->strict_messages)
    EMIT (e,
          "if (sett_fields[shape] != %zu) c->violation = SETT_VIOLATION_SHAPE; "
          "else\n",
          s->arguments.count);
  EMIT (e, "if (!sett_capacity[shape]) { cut (shape, v); ");
  emit_offer (e, t, "q", "shape");
  EMIT (e, "}\nelse if (s[c->channel_at[q]] < sett_capacity[shape]) {\n");
  sett_emit_open (e, t);
  if (sett_monitor_may_observe (e->tree, EVENT_SEND, s->target)) {
    EMIT (e, "cut (shape, v); ");
    emit_event (e, EVENT_SEND, s->target);
  }
  EMIT (e, "unsigned char *Q = T + c->channel_at[q];\n");
  EMIT (e, s->sorted ? "put (shape, Q, sorted_place (shape, Q, v), v);\n"
                     : "put (shape, Q, Q[0], v);\n");
  sett_emit_close (e, t);
  EMIT (e, "}\n}\n");
  sett_emit_failure (e, t, 1);
  EMIT (e, "}\n");
}

/* ----------------------------------------------------------- receives --- */

/* Which arguments of a receive have a field: all below `least`, none from
   `most` on; those between if they are below `count`, a C expression. */
typedef struct fit {
  size_t least, most;
  const char *count;
} fit;

static fit fit_of (const emitter *e, const statement *s, const char *count) {
  if (e->tree->strict_messages)
    return (fit){s->arguments.count, s->arguments.count, count};
  return (fit){sett_messages_least_fields (e->tree, s->target),
               sett_messages_most_fields (e->tree, s->target), count};
}

/* The condition that message v matches; 1 if it always does. */
static void emit_match (emitter *e, const expression_list *list,
                        const fit *fits) {
  size_t conditions = 0;
  for (size_t i = 0; i < list->count && i < fits->most; i++) {
    const expression *x = list->at[i];
    if (x->kind == EXPRESSION_VARIABLE || x->kind == EXPRESSION_ANY)
      continue;
    EMIT (e, "%s(", conditions++ ? " && " : "");
    if (i >= fits->least)
      EMIT (e, "%s <= %zu || ", fits->count, i);
    EMIT (e, "v[%zu] == ", i);
    sett_emit_expression (e, x);
    EMIT (e, ")");
  }
  if (!conditions)
    EMIT (e, "1");
}

/* Left to right: an index in a later field sees what an earlier one got. */
static void emit_assignments (emitter *e, const expression_list *list,
                              const fit *fits) {
  EMIT (e,
        "{ const unsigned char *s = T;\n"
        "const struct globals *g = (const void *) T;\n"
        "const struct process_%u *p = (const void *) P;\n"
        "(void) s; (void) g; (void) p;\n",
        e->process->number);
  for (size_t i = 0; i < list->count && i < fits->most; i++) {
    const expression *x = list->at[i];
    if (x->kind != EXPRESSION_VARIABLE ||
        (x->is_forgotten && !sett_can_fail (x)))
      continue;
    if (i >= fits->least)
      EMIT (e, "if (%s > %zu) ", fits->count, i);
    if (x->is_forgotten) { /* the index may be wrong */
      EMIT (e, "(void) ");
      sett_emit_variable (e, x->where, "G", "P");
      EMIT (e, ";\n");
      continue;
    }
    const selector *last = x->where;
    while (last->next)
      last = last->next;
    sett_emit_variable (e, x->where, "G", "P");
    EMIT (e, " = ");
    sett_emit_conversion_open (e, &last->variable->type);
    EMIT (e, "v[%zu]", i);
    sett_emit_conversion_close (e, &last->variable->type);
    EMIT (e, ";\n");
  }
  EMIT (e, "}\n");
}

/* Finds the message and leaves its place in i, or i == length. */
static void emit_search (emitter *e, const statement *s, const fit *fits,
                         const char *get, const char *length) {
  EMIT (e, "int i = 0;\nfor (; i < %s; i++) {\n%s if (", length, get);
  emit_match (e, &s->arguments, fits);
  EMIT (e, ") break;\n");
  if (!s->anywhere)
    EMIT (e, "i = %s; break;\n", length);
  EMIT (e, "}\n");
}

static void emit_taking (emitter *e, const transition *t, const fit *fits,
                         const char *drop) {
  sett_emit_open (e, t);
  if (!t->statement->keeps)
    emit_event (e, EVENT_RECEIVE, t->statement->target);
  emit_assignments (e, &t->statement->arguments, fits);
  if (!t->statement->keeps)
    EMIT (e, "%s", drop);
  sett_emit_close (e, t);
}

static void emit_known_receive (emitter *e, const transition *t,
                                const known_channel *k) {
  const statement *s = t->statement;
  const fit fits = fit_of (e, s, "");
  char get[80], drop[80];
  if (emit_misfit (e, t, k->shape) || !k->shape->capacity)
    return; /* in a rendezvous the sender moves */
  snprintf (get, sizeof get, "get_%u (s + q, i, v);", k->shape->id);
  snprintf (drop, sizeof drop, "drop_%u (T + q, i);\n", k->shape->id);
  EMIT (e, "{ int v[%zu]; const unsigned q = ", k->shape->fields.count);
  sett_emit_channel_offset (e, k);
  EMIT (e, ";\nif (s[q] && !c->violation) {\n");
  emit_search (e, s, &fits, get, "s[q]");
  EMIT (e, "if (i < s[q] && !c->violation) {\n");
  emit_taking (e, t, &fits, drop);
  EMIT (e, "}\n}\n");
  sett_emit_failure (e, t, 1);
  EMIT (e, "}\n");
}

void sett_emit_receive (emitter *e, const transition *t) {
  const statement *s = t->statement;
  known_channel k;
  if (sett_find_known_channel (e->tree, s->target, &k)) {
    emit_known_receive (e, t, &k);
    return;
  }
  const fit fits = fit_of (e, s, "sett_fields[shape]");
  EMIT (e, "{ int v[SETT_MOST_FIELDS]; const int q = ");
  sett_emit_expression (e, s->target);
  EMIT (e, ";\nif (sett_channel (c, q)) {\n");
  EMIT (e, "const int shape = c->channel_shape[q];\n"
           "const unsigned char *Q = s + c->channel_at[q];\n");
  if (e->tree->strict_messages)
    EMIT (e,
          "if (sett_fields[shape] != %zu) c->violation = SETT_VIOLATION_SHAPE; "
          "else\n",
          s->arguments.count);
  EMIT (e, "if (sett_capacity[shape] && Q[0]) {\n");
  emit_search (e, s, &fits, "get (shape, Q, i, v);", "Q[0]");
  EMIT (e, "if (i < Q[0] && !c->violation) {\n");
  emit_taking (e, t, &fits, "drop (shape, T + c->channel_at[q], i);\n");
  EMIT (e, "}\n}\n}\n");
  sett_emit_failure (e, t, 1);
  EMIT (e, "}\n");
}

/* ------------------------------------------------------------- polls --- */

/* The fields from `first` on that a poll compares, as bits of one word. */
static uint64_t compared_fields (const expression *x, size_t first) {
  uint64_t mask = 0;
  for (size_t i = first; i < x->arguments.count && i < first + 64; i++)
    if (x->arguments.at[i]->kind != EXPRESSION_VARIABLE &&
        x->arguments.at[i]->kind != EXPRESSION_ANY)
      mask |= (uint64_t)1 << (i - first);
  return mask;
}

/* poll (c, s, q, anywhere, count, mask, values): fields whose bit in mask is
   set must be equal. */
void sett_emit_poll (emitter *e, const expression *x) {
  EMIT (e, "poll (c, s, ");
  sett_emit_expression (e, x->left);
  EMIT (e, ", %d, %zu, (SETT_PRIVATE sett_bits[]) {", x->op != '?',
        x->arguments.count);
  for (size_t i = 0; i < x->arguments.count; i += 64)
    EMIT (e, "%s0x%llx", i ? ", " : "",
          (unsigned long long)compared_fields (x, i));
  EMIT (e, "}, (SETT_PRIVATE int[]) {");
  for (size_t i = 0; i < x->arguments.count; i++) {
    EMIT (e, i ? ", " : "");
    sett_emit_expression (e, x->arguments.at[i]);
  }
  EMIT (e, "})");
}

/* --------------------------------------------------------- rendezvous --- */

int sett_uses_rendezvous (const emitter *e) {
  for (size_t i = 0; i < e->tree->shapes.count; i++)
    if (!e->tree->shapes.at[i]->capacity)
      return 1;
  return 0;
}

/* The receive that a transition can answer an offer with, or null. */
static const transition *answer_of (emitter *e, const transition *t) {
  known_channel k;
  if (t->kind != TRANSITION_STATEMENT ||
      t->statement->kind != STATEMENT_RECEIVE)
    return NULL;
  if (sett_find_known_channel (e->tree, t->statement->target, &k) &&
      k.shape->capacity)
    return NULL;
  return t;
}

/* The rest of a d_step that begins with the receive, and the end of the step;
   a violation is the receiver's from here on. */
static void emit_end_of_answer (emitter *e, const transition *receive,
                                const transition *whole) {
  if (whole->kind == TRANSITION_D_STEP)
    EMIT (e,
          "if (c->violation) sett_blame (c, %u);\n"
          "else d_step_%u (c, T, pid, %u);\n",
          receive->number, whole->d_step, receive->target->number);
  EMIT (e, "if (c->violation) sett_fail (c, %u, pid);\nelse {\n",
        whole->number);
  sett_emit_resets (e, &whole->resets, "P");
  EMIT (e, "P->_p = %u;\nfinish (c, T, transition, sender, pid, pid, %s);\n}\n",
        whole->target->number,
        whole->keeps_control ? "pid" : "SETT_NO_PROCESS");
}

/* Process `pid` takes message v, which matches, from process `sender`. */
static void emit_meeting (emitter *e, const transition *receive,
                          const transition *whole) {
  const statement *s = receive->statement;
  EMIT (e,
        "unsigned char *T = sett_next (c);\n"
        "struct globals *G = (void *) T;\n"
        "struct process_%u *P = (void *) (T + c->at[pid]);\n"
        "(void) G;\n"
        "*(unsigned short *) (T + c->at[sender]) = target;\n"
        "reset_sender (T + c->at[sender], transition);\n"
        "if (c->sink->received && !c->probing) "
        "c->sink->received[transition] = c->sink->received[%u] = 1;\n",
        e->process->number, whole->number);
  emit_event (e, EVENT_SEND, s->target);
  if (!s->keeps)
    emit_event (e, EVENT_RECEIVE, s->target);
  EMIT (e, "if (c->violation) sett_fail (c, transition, sender);\nelse {\n");
  const fit fits = fit_of (e, s, "count");
  emit_assignments (e, &s->arguments, &fits);
  emit_end_of_answer (e, receive, whole);
  EMIT (e, "}\n");
}

/* Process `pid` answers the offer of message v on channel q, if it can. */
static void emit_answer (emitter *e, const transition *receive,
                         const transition *whole) {
  const statement *s = receive->statement;
  known_channel k;
  EMIT (e, "{ const int mine = ");
  if (sett_find_known_channel (e->tree, s->target, &k))
    emit_channel_number (e, &k);
  else
    sett_emit_expression (e, s->target);
  EMIT (e, ";\nint matches = 0;\nif (!c->violation && mine == q) {\n");
  if (e->tree->strict_messages)
    EMIT (e, "if (count != %zu) c->violation = SETT_VIOLATION_SHAPE; else\n",
          s->arguments.count);
  EMIT (e, "matches = ");
  const fit fits = fit_of (e, s, "count");
  emit_match (e, &s->arguments, &fits);
  EMIT (e,
        ";\n}\nif (c->violation) sett_fail (c, %u, pid);\n"
        "else if (matches) {\n",
        receive->number);
  emit_meeting (e, receive, whole);
  EMIT (e, "}\n}\n");
}

static size_t emit_answers (emitter *e, const location *l, int count_only) {
  size_t answers = 0;
  for (size_t i = 0; i < l->transitions.count; i++) {
    const transition *t = l->transitions.at[i];
    if (t->kind == TRANSITION_D_STEP) {
      const location *first = t->inner_entry;
      for (size_t k = 0; k < first->transitions.count; k++)
        if (answer_of (e, first->transitions.at[k])) {
          answers++;
          if (!count_only)
            emit_answer (e, first->transitions.at[k], t);
        }
    } else if (answer_of (e, t)) {
      answers++;
      if (!count_only)
        emit_answer (e, t, t);
    }
  }
  return answers;
}

static void emit_accepting_location (emitter *e, const location *l) {
  size_t answers = emit_answers (e, l, 1);
  for (size_t i = 0; i < l->escapes.count; i++)
    answers += emit_answers (e, l->escapes.at[i], 1);
  if (!answers)
    return;
  EMIT (e, "case %u:\n", l->number);
  for (size_t i = 0; i < l->escapes.count; i++)
    if (emit_answers (e, l->escapes.at[i], 1)) {
      emit_answers (e, l->escapes.at[i], 0);
      EMIT (e, "if (c->sink->count != before) break;\n");
    }
  emit_answers (e, l, 0);
  EMIT (e, "break;\n");
}

static void emit_accept (emitter *e, process_type *process) {
  e->process = process;
  EMIT (e,
        "static SETT_APART void accept_%u (context *c, unsigned pid, unsigned "
        "sender, "
        "unsigned target, uint32_t transition, int q, const int *v, int count) "
        "{\n"
        "const unsigned char *s = c->state;\n"
        "const struct globals *g = (const void *) s;\n"
        "const struct process_%u *p = (const void *) (s + c->at[pid]);\n"
        "const unsigned before = c->sink->count;\n"
        "(void) g; (void) before; (void) sender; (void) target; "
        "(void) transition; (void) q; (void) v; (void) count;\n",
        process->number, process->number);
  if (process->provided) {
    EMIT (e, "if (!");
    sett_emit_expression (e, process->provided);
    EMIT (e, ") return;\n");
  }
  EMIT (e, "switch (p->_p) {\n");
  for (size_t i = 0; i < process->automaton->locations.count; i++)
    if (!process->automaton->locations.at[i]->d_step)
      emit_accepting_location (e, process->automaton->locations.at[i]);
  EMIT (e, "default: break;\n}\n}\n");
}

/* What is dead in the sender after a rendezvous. */
static void emit_reset_sender (emitter *e) {
  EMIT (e, "static void reset_sender (unsigned char *sender, "
           "uint32_t transition) {\n(void) sender;\nswitch (transition) {\n");
  for (size_t i = 0; i < e->all->transitions.count; i++) {
    const transition *t = e->all->transitions.at[i];
    if (t->kind != TRANSITION_STATEMENT ||
        t->statement->kind != STATEMENT_SEND || !t->resets.count)
      continue;
    EMIT (e,
          "case %zu: {\n"
          "struct process_%u *P = (void *) sender;\n",
          i, t->process->number);
    sett_emit_resets (e, &t->resets, "P");
    EMIT (e, "break;\n}\n");
  }
  EMIT (e, "default: break;\n}\n}\n");
}

void sett_emit_rendezvous (emitter *e) {
  const tree *t = e->tree;
  emit_reset_sender (e);
  for (size_t i = 0; i < t->processes.count; i++)
    emit_accept (e, t->processes.at[i]);
  EMIT (e, "static SETT_APART void offer (context *c, unsigned sender, "
           "unsigned target, "
           "uint32_t transition, int q, const int *v, int count) {\n"
           "for (unsigned pid = c->nr_pr; pid--;)\nif (pid != sender)\n"
           "switch (process_type (c->state, c->at[pid])) {\n");
  for (size_t i = 0; i < t->processes.count; i++)
    EMIT (e,
          "case %zu: accept_%zu (c, pid, sender, target, transition, q, v, "
          "count); break;\n",
          i, i);
  EMIT (e, "default: break;\n}\n}\n");
}
