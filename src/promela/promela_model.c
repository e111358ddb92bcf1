/* A Promela model as the kernel sees it. */

#include "base/watch.h"
#include "base/assert.h"
#include "kernel/violation.h"
#include "promela/analyse/automaton.h"
#include "promela/emit/c_probe.h"
#include "promela/analyse/c_text.h"
#include "promela/emit/compile.h"
#include "promela/parse/diagnostics.h"
#include "promela/emit/emit.h"
#include "promela/analyse/forget.h"
#include "promela/analyse/layout.h"
#include "promela/analyse/liveness.h"
#include "promela/analyse/merge_locations.h"
#include "promela/analyse/monitor.h"
#include "promela/promela.h"
#include "promela/analyse/checked_property.h"
#include "promela/emit/show_automata.h"
#include "promela/emit/show_expression.h"
#include "promela/emit/show_state.h"
#include "promela/parse/source_formula.h"
#include "promela/analyse/accesses.h"
#include "promela/analyse/visible.h"

#include <string.h>
#include <xxhash.h>

#define SECONDS_BEFORE_ACCELERATION 0.03

typedef struct promela_model {
  sett_model base; /* first: the kernel's view */
  tree *tree;
  automata *all;
  sett_text code;
  compile_options compile_options;
  compiled *compiled;
  sett_transition *transitions; /* in the tree's arena */
  checked_property property;
  sett_control control;
  char *name;
  int accelerates;
} promela_model;

static promela_model *own (sett_model *m) {
  return (promela_model *)m;
}

/* ----------------------------------------------------------- interface --- */

static void initial (sett_model *m, sett_sink *sink) {
  sett_compiled_initial (own (m)->compiled) (sink);
}

static void steps (sett_model *m, const unsigned char *state, uint32_t size,
                   unsigned holder, sett_sink *sink) {
  sett_compiled_steps (own (m)->compiled) (state, size, holder, sink);
}

static void steps_of (sett_model *m, const unsigned char *state, uint32_t size,
                      unsigned process, sett_sink *sink) {
  sett_compiled_steps (own (m)->compiled) (state, size, process | SETT_ALONE,
                                           sink);
}

static unsigned standings (sett_model *m, const unsigned char *state,
                           uint32_t size,
                           sett_standing out[SETT_MOST_PROCESSES]) {
  (void)size;
  return sett_touch_map_standings (own (m)->all->accesses, state, out);
}

static void touches (sett_model *m, const unsigned char *bytes,
                     unsigned process, uint32_t number, uint8_t *does,
                     uint8_t *needs) {
  sett_touch_map_add (own (m)->all->accesses, bytes, process, number, does,
                      needs);
}

static void place_objects (sett_model *m, const unsigned char *state,
                           uint32_t size, uint32_t *objects) {
  sett_objects_place (own (m)->all->accesses, state, size, objects);
}

static const char *name_object (sett_model *m, uint32_t object) {
  return sett_object_name (own (m)->all->accesses, object);
}

static int is_end (sett_model *m, const unsigned char *state, uint32_t size) {
  const tree *t = own (m)->tree;
  const automata *all = own (m)->all;
  (void)size;
  if (t->monitor && !sett_monitor_may_end (t, state))
    return 0;
  uint32_t at = t->globals_size;
  for (unsigned i = sett_state_processes (t, state); i--;) {
    uint16_t number;
    memcpy (&number, state + at, 2);
    const location *l = all->locations.at[number];
    SETT_ASSERT (number < all->locations.count);
    if (!l->valid_end)
      return 0;
    at += l->process->size;
  }
  return 1;
}

static const sett_transition *get_transition (sett_model *m, uint32_t number) {
  SETT_ASSERT (number < m->transitions + m->dead);
  return &own (m)->transitions[number];
}

static void name_process (sett_model *m, const unsigned char *state,
                          uint32_t size, unsigned process, sett_text *out) {
  (void)size;
  sett_show_process_name (own (m)->tree, own (m)->all, state, process, out);
}

static void show_position (sett_model *m, const unsigned char *state,
                           uint32_t size, unsigned process, sett_text *out) {
  (void)size;
  sett_show_process_position (own (m)->tree, own (m)->all, state, process, out);
}

static unsigned processes (sett_model *m, const unsigned char *state,
                           uint32_t size) {
  (void)size;
  return sett_state_processes (own (m)->tree, state);
}

static void show_state (sett_model *m, const unsigned char *state,
                        uint32_t size, int indent, sett_text *out) {
  (void)size;
  sett_show_whole_state (own (m)->tree, own (m)->all, state, indent, out);
}

static void show_proposition (sett_model *m, unsigned number, sett_text *out) {
  sett_show_expression (own (m)->tree->propositions.at[number].condition, out);
}

static void list_items (sett_model *m, const unsigned char *state,
                        uint32_t size, sett_item_visitor visit, void *context) {
  (void)size;
  sett_list_state_items (own (m)->tree, own (m)->all, state, visit, context);
}

static void show_changes (sett_model *m, const unsigned char *before,
                          uint32_t before_size, const unsigned char *after,
                          uint32_t after_size, int indent, sett_text *out) {
  (void)before_size;
  (void)after_size;
  sett_show_state_changes (own (m)->tree, own (m)->all, before, after, indent,
                           out);
}

static uint64_t propositions (sett_model *m, const unsigned char *state,
                              uint32_t size) {
  const propositions_function evaluate =
      sett_compiled_propositions (own (m)->compiled);
  uint32_t violation;
  return evaluate ? evaluate (state, size, &violation) : 0;
}

static unsigned complaint (sett_model *m, const unsigned char *state,
                           uint32_t size, unsigned *process, uint32_t *number) {
  const propositions_function evaluate =
      sett_compiled_propositions (own (m)->compiled);
  const complaint_function complain =
      sett_compiled_complaint (own (m)->compiled);
  uint32_t violation = SETT_VIOLATION_NONE;
  *process = SETT_NO_PROCESS;
  *number = SETT_YIELD;
  if (evaluate)
    evaluate (state, size, &violation);
  if (violation || !complain)
    return violation;
  sett_sink scratch;
  sett_sink_init (&scratch);
  violation = complain (state, size, &scratch, process, number);
  sett_sink_release (&scratch);
  return violation;
}

static void accelerate (sett_model *m, double seconds) {
  if (own (m)->accelerates && seconds >= SECONDS_BEFORE_ACCELERATION)
    sett_compiled_accelerate (own (m)->compiled);
}

static void destroy (sett_model *base) {
  promela_model *m = own (base);
  if (m->compiled)
    sett_compiled_release (m->compiled);
  sett_text_release (&m->code);
  sett_property_release (&m->property);
  sett_strfree (m->name);
  sett_tree_release (m->tree);
  sett_free (m, sizeof *m);
}

/* ------------------------------------------------------------- loading --- */

/* Embedded C finds headers beside the model and where the preprocessor does.
   The paths live in the tree's arena. */
static compile_options find_options (tree *t, const char *name,
                                     const sett_promela_options *o) {
  compile_options found = {.hosted = t->uses_c};
  if (!t->uses_c)
    return found;
  const unsigned count = o->include_paths_count + 1;
  const char **paths = sett_arena_get (&t->arena, count * sizeof *paths);
  const char *slash = strrchr (name, '/');
  paths[0] =
      slash ? sett_arena_copy (&t->arena, name, (size_t)(slash - name)) : ".";
  for (unsigned i = 1; i < count; i++)
    paths[i] = sett_arena_copy (&t->arena, o->include_paths[i - 1],
                                strlen (o->include_paths[i - 1]));
  found.include_paths = paths;
  found.include_paths_count = count;
  return found;
}

static void prepare_c (tree *t, automata *all, const char *name,
                       const sett_promela_options *o, diagnostics *d) {
  const compile_options options = find_options (t, name, o);
  sett_c_texts_collect (t, all, d);
  if (!d->errors)
    sett_c_probe_sizes (t, &options, d);
}

static void reduce (tree *t, automata *all, unsigned reductions,
                    unsigned mutant) {
  if (reductions & SETT_STATIC_DEAD_VARIABLES)
    sett_forget_compute (t, mutant);
  if (reductions & SETT_STATIC_MERGING)
    sett_merge_compute (t, all);
  if (reductions & SETT_STATIC_DEAD_VARIABLES)
    sett_liveness_compute (t, all);
}

/* Merging hides states: not from what counts steps or looks at each state. */
static unsigned static_reductions (const sett_promela_options *o,
                                   const checked_property *p) {
  const int sees_all = o->receptions || o->overflows ||
                       o->property.kind == SETT_PROPERTY_NEVER ||
                       sett_formula_has_next (p->formula);
  return o->static_reductions & ~(sees_all ? (unsigned)SETT_STATIC_MERGING : 0);
}

/* What remains when the automata are there. */
static void complete (tree *t, automata *all, const char *name,
                      const sett_promela_options *o, checked_property *p,
                      diagnostics *d) {
  t->receptions = o->receptions;
  t->overflows = o->overflows;
  t->strict_messages = o->strict_messages;
  sett_property_choose (t, &o->property, p, d);
  if (!d->errors)
    sett_layout_records (t);
  if (!d->errors && t->uses_c)
    prepare_c (t, all, name, o, d);
  if (!d->errors)
    sett_layout_tree (t, d);
  if (d->errors)
    return;
  reduce (t, all, static_reductions (o, p), o->mutant);
  all->accesses = sett_touch_map_build (t, all, o->mutant);
  sett_visible_compute (t, all, all->accesses);
}

/* Text to tree to automata; null after errors. */
static tree *understand (const char *name, const char *source,
                         const sett_promela_options *o, automata **all,
                         checked_property *property, sett_text *messages) {
  sett_text extended = {0};
  diagnostics d = {.out = messages, .source = source};
  if (o->property.formula && !sett_source_has_formula (source)) {
    sett_text_add (&extended, source);
    if (!sett_source_add_formula (&extended, o->property.formula, messages))
      d.errors++;
    d.source = sett_text_get (&extended);
  }
  sett_watch_phase ("reading the model");
  tree *t = d.errors ? NULL : sett_tree_parse (name, d.source, o->allow_c, &d);
  if (t) {
    sett_watch_phase ("analysing the model");
    *all = sett_automata_build (t, &d);
    complete (t, *all, name, o, property, &d);
  }
  sett_text_release (&extended);
  if (!d.errors)
    return t;
  sett_property_release (property);
  sett_tree_release (t);
  return NULL;
}

/* A jump that somebody wrote can be seen in the text; the end of an if or do
   inside of an atomic cannot. */
static int is_unwritten (const transition *t) {
  return t->kind == TRANSITION_JUMP && t->statement->kind != STATEMENT_GOTO &&
         t->statement->kind != STATEMENT_BREAK;
}

static sett_transition describe (const transition *t) {
  const place *at = sett_transition_place (t);
  return (sett_transition){
      .file = at->file,
      .line = at->line,
      .text = sett_transition_text (t),
      .process = t->process->name,
      .closing_line = t->kind == TRANSITION_END ? t->process->close.line : 0,
      .unwritten = is_unwritten (t)};
}

/* The statements of d_steps know of which one they are a part. */
static void describe_parts (promela_model *m) {
  const automata *all = m->all;
  uint32_t *wholes =
      sett_arena_get (&m->tree->arena, (all->d_steps + 1) * sizeof *wholes);
  for (size_t i = 0; i < all->transitions.count; i++)
    if (all->transitions.at[i]->kind == TRANSITION_D_STEP)
      wholes[all->transitions.at[i]->d_step] = (uint32_t)i + 1;
  for (size_t i = 0; i < all->locations.count; i++) {
    const location *l = all->locations.at[i];
    for (size_t k = 0; l->d_step && k < l->transitions.count; k++)
      m->transitions[l->transitions.at[k]->number].part_of = wholes[l->d_step];
  }
}

static void describe_transitions (promela_model *m) {
  const size_t count = m->all->transitions.count, dead = m->all->dead.count;
  m->transitions = sett_arena_get (&m->tree->arena,
                                   (count + dead + 1) * sizeof *m->transitions);
  for (size_t i = 0; i < count; i++)
    m->transitions[i] = describe (m->all->transitions.at[i]);
  for (size_t i = 0; i < dead; i++)
    m->transitions[count + i] = describe (m->all->dead.at[i]);
  describe_parts (m);
}

static void describe_control (promela_model *m) {
  m->control = *sett_touch_map_describe (m->all->accesses);
  m->control.standings = standings;
  m->control.touches = touches;
  m->control.place_objects = place_objects;
  m->control.name_object = name_object;
}

/* Do compiler and layout agree? */
static int layout_holds (const promela_model *m) {
  const unsigned *sizes = sett_compiled_layout (m->compiled);
  if (sizes[0] != m->tree->globals_size)
    return 0;
  for (size_t i = 0; i < m->tree->processes.count; i++)
    if (sizes[i + 1] != m->tree->processes.at[i]->size)
      return 0;
  return 1;
}

static int compile (promela_model *m, sett_text *messages) {
  sett_text errors = {0};
  sett_watch_phase ("compiling the model");
  sett_emit_model (m->tree, m->all, &m->code);
  m->compiled = sett_compile_code (&m->code, &m->compile_options, &errors);
  const int good = m->compiled && layout_holds (m);
  if (!m->compiled)
    sett_compile_explain (&m->compile_options, &errors, messages);
  else if (!good)
    sett_text_add (messages, "sett: internal error: the compiler lays out "
                             "states in another way\n");
  sett_text_release (&errors);
  return good;
}

static int may_complain (const tree *t) {
  for (size_t i = 0; i < t->propositions.count; i++)
    if (t->propositions.at[i].may_fail)
      return 1;
  return t->receptions || t->overflows;
}

static void fill_interface (promela_model *m) {
  m->base = (sett_model){.name = m->name,
                         .transitions = (uint32_t)m->all->transitions.count,
                         .dead = (uint32_t)m->all->dead.count,
                         .single_threaded = m->tree->c_keeps_memory,
                         .initial = initial,
                         .steps = steps,
                         .steps_of = steps_of,
                         .control = &m->control,
                         .is_end = is_end,
                         .transition = get_transition,
                         .name_process = name_process,
                         .show_position = show_position,
                         .processes = processes,
                         .show_state = show_state,
                         .show_changes = show_changes,
                         .list_items = list_items,
                         .accelerate = accelerate,
                         .destroy = destroy};
  if (m->tree->propositions.count || m->property.formula ||
      m->property.claim.states.count) /* a property may have none */
  {
    m->base.propositions = propositions;
    m->base.show_proposition = show_proposition;
  }
  if (may_complain (m->tree))
    m->base.complaint = complaint;
}

sett_model *sett_promela_load (const char *name, const char *source,
                               const sett_promela_options *o,
                               sett_text *messages) {
  automata *all;
  checked_property property = {0};
  tree *t = understand (name, source, o, &all, &property, messages);
  if (!t)
    return NULL;
  promela_model *m = sett_zalloc (1, sizeof *m);
  m->tree = t;
  m->all = all;
  m->property = property;
  m->name = sett_strdup (name);
  m->compile_options = find_options (t, name, o);
  m->accelerates = !o->no_acceleration && !t->c_keeps_memory;
  describe_transitions (m);
  describe_control (m);
  fill_interface (m);
  if (compile (m, messages))
    return &m->base;
  destroy (&m->base);
  return NULL;
}

int sett_promela_show (const char *name, const char *source,
                       const sett_promela_options *o, sett_promela_view view,
                       sett_text *out, sett_text *messages) {
  automata *all;
  checked_property property = {0};
  tree *t = understand (name, source, o, &all, &property, messages);
  if (!t)
    return 0;
  if (view == SETT_VIEW_TEXT)
    sett_show_automata_text (t, all, out);
  else if (view == SETT_VIEW_DOT)
    sett_show_automata_dot (t, all, out);
  else
    sett_emit_model (t, all, out);
  sett_property_release (&property);
  sett_tree_release (t);
  return 1;
}

/* ---------------------------------------------------------- properties --- */

const sett_formula *sett_promela_formula (sett_model *m) {
  return own (m)->property.formula;
}

const sett_claim *sett_promela_claim (sett_model *m) {
  const sett_claim *claim = &own (m)->property.claim;
  return claim->states.count ? claim : NULL;
}

const char *sett_promela_device_code (sett_model *base, const char **reason) {
  const promela_model *m = own (base);
  *reason = m->tree->uses_c ? "it contains C code" : NULL;
  return *reason ? NULL : sett_text_get (&m->code);
}

uint64_t sett_promela_code_hash (sett_model *base) {
  const sett_text *code = &own (base)->code;
  return XXH3_64bits (sett_text_get (code), code->length);
}

int sett_promela_is_visible (sett_model *m, uint32_t number) {
  return own (m)->all->transitions.at[number]->visible;
}

int sett_promela_properties (const char *name, const char *source,
                             const sett_promela_options *o,
                             sett_property_list *list, sett_text *messages) {
  automata *all;
  checked_property property = {0};
  sett_promela_options options = *o;
  options.property = (sett_property){.kind = SETT_PROPERTY_SAFETY};
  tree *t = understand (name, source, &options, &all, &property, messages);
  if (!t)
    return 0;
  sett_list_properties (t, list);
  sett_tree_release (t);
  return 1;
}

void sett_property_list_release (sett_property_list *list) {
  SETT_RELEASE (list->items);
  sett_arena_release (&list->arena);
}
