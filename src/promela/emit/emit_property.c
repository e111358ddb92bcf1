/* The propositions of a property as one function, and what can be wrong with
   a state as such as another.

   A proposition whose evaluation fails does not hold; the violation is reported
   beside the bits, so that nobody takes them for an answer. */

#include "base/assert.h"
#include "promela/emit/emit.h"

/* -------------------------------------------------------- propositions --- */

/* Does the condition need to know where the processes and channels are? */
static int needs_places (emitter *e, const expression *x) {
  known_channel k;
  if (!x)
    return 0;
  switch (x->kind) {
  case EXPRESSION_AT_LABEL:
  case EXPRESSION_REMOTE:
  case EXPRESSION_NO_PROGRESS:
  case EXPRESSION_ACCEPTING:
  case EXPRESSION_PC_VALUE:
  case EXPRESSION_POLL:
  case EXPRESSION_C:
    return 1;
  case EXPRESSION_CHANNEL:
    if (!sett_find_known_channel (e->tree, x->left, &k))
      return 1;
    break;
  default:
    break;
  }
  for (const selector *s = x->where; s; s = s->next)
    if (needs_places (e, s->index))
      return 1;
  return needs_places (e, x->left) || needs_places (e, x->right) ||
         needs_places (e, x->third);
}

static int any_needs_places (emitter *e) {
  for (size_t i = 0; i < e->tree->propositions.count; i++)
    if (needs_places (e, e->tree->propositions.at[i].condition))
      return 1;
  return 0;
}

static void emit_helpers (emitter *e) {
  EMIT (e, "static int accepting (context *c, const unsigned char *s) {\n"
           "  for (int pid = 0; alive (c, s, pid); pid++)\n"
           "    if (location_accept[*(const unsigned short *) "
           "(s + c->at[pid])])\n      return 1;\n"
           "  return 0;\n}\n"
           "static const void *peek (context *c, const unsigned char *s, "
           "int type, int pid) {\n"
           "  pid = find_process (c, s, type, pid);\n"
           "  return pid >= 0 ? s + c->at[pid] : nothing;\n}\n");
}

static void emit_proposition (emitter *e, const proposition *p, size_t number) {
  SETT_ASSERT (number < 64); /* a bit each */
  EMIT (e, "if (");
  sett_emit_expression (e, p->condition);
  EMIT (e, ") bits |= 1ull << %zu;\n", number);
  if (p->may_fail)
    EMIT (e,
          "if (c->violation) {\nbits &= ~(1ull << %zu);\n"
          "if (!*violation) *violation = c->violation;\nc->violation = 0;\n}\n",
          number);
}

void sett_emit_propositions (emitter *e) {
  const tree *t = e->tree;
  if (!t->propositions.count)
    return;
  emit_helpers (e);
  e->process = NULL;
  e->mode = EMIT_PROPERTY;
  EMIT (e,
        "#define SETT_HAS_PROPOSITIONS 1\n"
        "unsigned long long sett_model_propositions (const unsigned char *s, "
        "uint32_t size, uint32_t *violation) {\n"
        "context context_, *c = &context_;\n"
        "const struct globals *g = (const void *) s;\n"
        "const unsigned pid = 0;\n"
        "unsigned long long bits = 0;\n"
        "(void) g; (void) pid; (void) size;\n%s*violation = 0;\n",
        any_needs_places (e) ? "prepare (c, s, size, 0);\n"
                             : "c->violation = 0;\n");
  for (size_t i = 0; i < t->propositions.count; i++)
    emit_proposition (e, &t->propositions.at[i], i);
  EMIT (e, "return bits;\n}\n");
  e->mode = EMIT_STEPS;
}

/* ---------------------------------------------------------- complaints --- */

static void emit_blame (emitter *e, const transition *t,
                        const char *violation) {
  EMIT (e, "{ *transition = %u; return SETT_VIOLATION_%s; }\n", t->number,
        violation);
}

/* The condition that the channel is full, or not empty. */
static void emit_channel_test (emitter *e, const expression *channel,
                               int full) {
  known_channel k;
  if (!sett_find_known_channel (e->tree, channel, &k)) {
    EMIT (e, "%s (c, s, ", full ? "sett_full" : "sett_length");
    sett_emit_expression (e, channel);
    EMIT (e, ")");
  } else if (!k.shape->capacity) {
    EMIT (e, "0");
  } else {
    EMIT (e, "s[");
    sett_emit_channel_offset (e, &k);
    EMIT (e, full ? "] == %u" : "] > 0", k.shape->capacity);
  }
}

static void emit_transition_complaint (emitter *e, const transition *t) {
  const statement *s = t->statement;
  if (t->kind == TRANSITION_D_STEP) {
    for (size_t i = 0; i < t->inner_entry->transitions.count; i++)
      emit_transition_complaint (e, t->inner_entry->transitions.at[i]);
    return;
  }
  if (t->kind != TRANSITION_STATEMENT)
    return;
  const int overflow = s->kind == STATEMENT_SEND && e->tree->overflows;
  const int reception =
      s->kind == STATEMENT_RECEIVE && !s->anywhere && e->tree->receptions;
  if (!overflow && !reception)
    return;
  EMIT (e, "if (");
  emit_channel_test (e, s->target, overflow);
  EMIT (e, " && !c->violation%s) ", overflow ? "" : " && is_stuck (c, pid)");
  emit_blame (e, t, overflow ? "CHANNEL_OVERFLOW" : "UNSPECIFIED_RECEPTION");
  EMIT (e, "c->violation = 0;\n");
}

static void emit_location_complaint (emitter *e, const location *l) {
  EMIT (e, "case %u:\n", l->number);
  for (size_t i = 0; i < l->transitions.count; i++)
    emit_transition_complaint (e, l->transitions.at[i]);
  for (size_t i = 0; i < l->escapes.count; i++)
    for (size_t k = 0; k < l->escapes.at[i]->transitions.count; k++)
      emit_transition_complaint (e, l->escapes.at[i]->transitions.at[k]);
  EMIT (e, "break;\n");
}

static void emit_process_complaint (emitter *e, process_type *p) {
  e->process = p;
  EMIT (e,
        "static unsigned complaint_%u (context *c, unsigned pid, "
        "uint32_t *transition) {\n"
        "const unsigned char *s = c->state;\n"
        "const struct globals *g = (const void *) s;\n"
        "const struct process_%u *p = (const void *) (s + c->at[pid]);\n"
        "(void) g; (void) transition;\n",
        p->number, p->number);
  if (p->provided) {
    EMIT (e, "if (!");
    sett_emit_expression (e, p->provided);
    EMIT (e, ") return 0;\n");
  }
  EMIT (e, "switch (p->_p) {\n");
  for (size_t i = 0; i < p->automaton->locations.count; i++)
    if (!p->automaton->locations.at[i]->d_step)
      emit_location_complaint (e, p->automaton->locations.at[i]);
  EMIT (e, "default: break;\n}\nreturn 0;\n}\n");
}

/* Can the process do nothing, neither by itself nor as a receiver? */
static void emit_stuck (emitter *e) {
  EMIT (e, "static int is_stuck (context *c, unsigned pid) {\n"
           "  sett_sink *o = c->sink;\n"
           "  const unsigned count = o->count, used = o->bytes_used;\n"
           "  steps_of (c, pid);\n"
           "  int moves = o->count != count;\n"
           "  for (unsigned i = 0; i < c->nr_pr && !moves; i++) {\n"
           "    steps_of (c, i);\n"
           "    for (unsigned k = count; k < o->count; k++)\n"
           "      moves |= o->steps[k].partner == pid;\n"
           "    o->count = count;\n    o->bytes_used = used;\n  }\n"
           "  o->count = count;\n  o->bytes_used = used;\n"
           "  return !moves;\n}\n");
}

/* With `timeout` true: who waits for it is not stuck. */
void sett_emit_complaint (emitter *e) {
  const tree *t = e->tree;
  if (!t->receptions && !t->overflows)
    return;
  emit_stuck (e);
  for (size_t i = 0; i < t->processes.count; i++)
    emit_process_complaint (e, t->processes.at[i]);
  EMIT (e, "unsigned sett_model_complaint (const unsigned char *state, "
           "uint32_t size, sett_sink *sink, unsigned *process, "
           "uint32_t *transition) {\n"
           "context context_, *c = &context_;\nunsigned violation = 0;\n"
           "prepare (c, state, size, sink);\nc->timeout = 1;\n"
           "for (unsigned pid = 0; pid < c->nr_pr; pid++) {\n"
           "switch (process_type (state, c->at[pid])) {\n");
  for (size_t i = 0; i < t->processes.count; i++)
    EMIT (e,
          "case %zu: violation = complaint_%zu (c, pid, transition); break;\n",
          i, i);
  EMIT (e, "default: break;\n}\n"
           "if (violation) { *process = pid; return violation; }\n}\nreturn "
           "0;\n}\n");
}
