/* See monitor.h.  Only simple sends and receives on global channels whose
   fields are constants or `_` are events; all else but control flow is
   refused. */

#include "promela/analyse/monitor.h"
#include "promela/parse/diagnostics.h"
#include "base/assert.h"

#include <string.h>

enum { LONGEST_JUMP = 1000 };

/* -------------------------------------------------------------- checks --- */

static const char *reason_against_channel (const expression *channel) {
  int32_t index;
  const variable *v = channel->where->variable;
  if (v->owner || !v->channel || v->is_assigned || channel->where->next)
    return "a trace can only observe global channels that are declared with "
           "their capacity and never assigned";
  if (channel->where->index &&
      (channel->where->index->kind != EXPRESSION_CONSTANT ||
       (index = channel->where->index->value) < 0 ||
       (uint32_t)index >= v->count))
    return "the index of a channel in a trace must be a constant within its "
           "bounds";
  return NULL;
}

static const char *reason_against_event (const statement *s) {
  if (s->sorted || s->anywhere || s->keeps)
    return "only simple sends and receives can stand in a trace";
  const char *reason = reason_against_channel (s->target);
  if (reason)
    return reason;
  const variable *v = s->target->where->variable;
  if (s->arguments.count != v->channel->fields.count)
    return "the event has not as many fields as the messages of its channel";
  for (size_t i = 0; i < s->arguments.count; i++)
    if (s->arguments.at[i]->kind != EXPRESSION_CONSTANT &&
        s->arguments.at[i]->kind != EXPRESSION_ANY)
      return "the fields of an event in a trace must be constants or '_'";
  return NULL;
}

static int is_event (const statement *s) {
  return s->kind == STATEMENT_SEND || s->kind == STATEMENT_RECEIVE;
}

static int is_control (const statement *s) {
  switch (s->kind) {
  case STATEMENT_GOTO:
  case STATEMENT_BREAK:
  case STATEMENT_IF:
  case STATEMENT_DO:
  case STATEMENT_BLOCK:
  case STATEMENT_ATOMIC:
    return 1;
  default:
    return 0;
  }
}

static void check_body (const sequence *q, diagnostics *d) {
  for (size_t i = 0; i < q->statements.count; i++) {
    const statement *s = q->statements.at[i];
    const char *reason = is_event (s) ? reason_against_event (s) : NULL;
    if (reason)
      sett_report_error (d, &s->place, "%s", reason);
    else if (!is_event (s) && !is_control (s))
      sett_report_error (d, &s->place,
                         "a trace consists of sends and receives, found '%s'",
                         s->text);
    for (size_t k = 0; k < s->parts.count; k++)
      check_body (s->parts.at[k], d);
  }
}

/* ------------------------------------------------------------ building --- */

static int is_jump_only (const location *l) {
  return l->transitions.count == 1 &&
         l->transitions.at[0]->kind == TRANSITION_JUMP;
}

const location *sett_monitor_settle (const location *l) {
  for (unsigned i = 0; is_jump_only (l) && i < LONGEST_JUMP; i++)
    l = l->transitions.at[0]->target;
  return l;
}

static void add_events (tree *t, monitor *m, const location *l,
                        diagnostics *d) {
  for (size_t i = 0; i < l->transitions.count && !is_jump_only (l); i++) {
    const transition *way = l->transitions.at[i];
    if (way->kind == TRANSITION_JUMP)
      sett_report_error (
          d, sett_transition_place (way),
          "an option of a trace must begin with a send or receive");
    if (way->kind != TRANSITION_STATEMENT)
      continue;
    const statement *s = way->statement;
    const event e = {.kind =
                         s->kind == STATEMENT_SEND ? EVENT_SEND : EVENT_RECEIVE,
                     .statement = s,
                     .variable = s->target->where->variable};
    TREE_PUSH (&t->arena, m->events, e);
  }
}

void sett_monitor_build (tree *t, process_type *claim, diagnostics *d) {
  SETT_ASSERT (!t->monitor);
  check_body (claim->body, d);
  if (d->errors)
    return;
  monitor *m = SETT_NEW (&t->arena, monitor);
  m->claim = claim;
  m->negated = claim->kind == PROCESS_NOTRACE;
  m->all = sett_automata_build_claim (t, claim, d);
  m->entry = sett_monitor_settle (claim->automaton->entry);
  for (size_t i = 0; i < m->all->locations.count; i++)
    add_events (t, m, m->all->locations.at[i], d);
  t->monitor = m;
}

/* ----------------------------------------------------------- questions --- */

int sett_monitor_may_observe (const tree *t, event_kind kind,
                              const expression *channel) {
  if (!t->monitor)
    return 0;
  const variable *v = channel->where->variable;
  const int known =
      !v->owner && !v->is_assigned && v->channel && !channel->where->next;
  for (size_t i = 0; i < t->monitor->events.count; i++) {
    const event *e = &t->monitor->events.at[i];
    if (e->kind == kind && (!known || e->variable == v))
      return 1;
  }
  return 0;
}

uint32_t sett_monitor_channel (const statement *s) {
  const expression *index = s->target->where->index;
  return s->target->where->variable->first_channel +
         (index ? (uint32_t)index->value : 0);
}

int sett_monitor_may_end (const tree *t, const unsigned char *state) {
  SETT_ASSERT (t->monitor);
  uint16_t at;
  memcpy (&at, state + t->monitor_offset, 2);
  return t->monitor->negated || !state[t->nr_pr_offset] ||
         t->monitor->all->locations.at[at]->valid_end;
}
