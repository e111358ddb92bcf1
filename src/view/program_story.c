/* The story of a program or of a system of processes: see story.h.

   Threads are lanes; objects are numbered as they are first mentioned. */

#include "base/assert.h"
#include "view/story.h"

#include "base/json.h"
#include "base/text.h"
#include "program/explain.h"
#include "view/message_flow.h"

#include <string.h>

typedef struct object {
  unsigned process; /* 0 for what all share */
  uintptr_t address;
  char name[sizeof ((sett_address_info *)0)->name]; /* without an address */
} object;

typedef struct story {
  sett_explainer *explainer;
  json_t *objects;
  SETT_VECTOR (object) known;
} story;

static const char *const operations[] = {
#define OPERATION(NAME, ...) #NAME,
#include "kernel/operation.def"
#undef OPERATION
};

static void set (json_t *o, const char *key, json_t *value) {
  json_object_set_new (o, key, value);
}

static json_t *taken (sett_text *text) {
  json_t *string = sett_json_string (sett_text_get (text));
  sett_text_release (text);
  *text = (sett_text){0};
  return string;
}

/*------------------------------------------------------------------------*/
/* Objects and places. */

static int is_same (const object *a, const object *b) {
  return a->process == b->process && a->address == b->address &&
         !strcmp (a->name, b->name);
}

static json_t *describe_object (story *s, unsigned process,
                                const sett_address_info *l) {
  static const char *const kinds[] = {"none", "static", "heap", "stack",
                                      "shared"};
  sett_text name = {0};
  sett_explain_add_object (s->explainer, process, l, &name);
  json_t *o = json_object ();
  set (o, "name", taken (&name));
  set (o, "storage",
       json_string (kinds[l->kind <= SETT_PLACE_COMMON ? l->kind : 0]));
  return o;
}

/* Its number; -1: there is none. */
static int number_of (story *s, unsigned process, const sett_address_info *l) {
  object fresh = {.process = process, .address = l->address};
  if (l->kind == SETT_PLACE_NONE)
    return -1;
  if (l->kind == SETT_PLACE_COMMON) {
    fresh = (object){0};
    memcpy (fresh.name, l->name, sizeof fresh.name - 1);
  }
  for (size_t i = 0; i < s->known.count; i++)
    if (is_same (&s->known.at[i], &fresh))
      return (int)i;
  SETT_PUSH (s->known, fresh);
  json_array_append_new (s->objects, describe_object (s, process, l));
  SETT_ASSERT (json_array_size (s->objects) == s->known.count);
  return (int)s->known.count - 1;
}

static void set_object (story *s, json_t *o, const char *key, unsigned process,
                        const sett_address_info *l) {
  const int number = number_of (s, process, l);
  if (number >= 0)
    set (o, key, json_integer (number));
}

static void set_place (const story *s, json_t *o, unsigned process,
                       const sett_backtrace *stack) {
  if (!stack->depth)
    return;
  const sett_call_frame frame =
      sett_explain_frame (s->explainer, process, stack);
  if (frame.file && frame.line && !frame.foreign) {
    set (o, "file", sett_json_string (frame.file));
    set (o, "line", json_integer (frame.line));
  }
  if (frame.function)
    set (o, "function", sett_json_string (frame.function));
}

/* One string for each frame, innermost first. */
static void set_stack (const story *s, json_t *o, unsigned process,
                       const sett_backtrace *stack) {
  sett_call_frame frames[SETT_MOST_FRAMES];
  const size_t count = sett_explain_frames (s->explainer, process, stack,
                                            frames, SETT_MOST_FRAMES);
  json_t *array = json_array ();
  for (size_t i = 0; i < count; i++) {
    json_t *frame = json_object ();
    if (frames[i].function)
      set (frame, "function", sett_json_string (frames[i].function));
    if (frames[i].file && frames[i].line) {
      set (frame, "file", sett_json_string (frames[i].file));
      set (frame, "line", json_integer (frames[i].line));
    }
    json_array_append_new (array, frame);
  }
  set (o, "stack", array);
}

/*------------------------------------------------------------------------*/
/* Steps. */

static const char hex[] = "0123456789abcdef";

/* Bytes as a string: two hexadecimal digits each. */
static json_t *hexadecimal (const unsigned char *bytes, size_t count) {
  char text[2 * SETT_MOST_PAYLOAD];
  for (size_t i = 0; i < count; i++) {
    text[2 * i] = hex[bytes[i] >> 4];
    text[2 * i + 1] = hex[bytes[i] & 15];
  }
  return json_stringn (text, 2 * count);
}

static void set_transfer (const sett_counterexample_step *step, json_t *o) {
  const size_t most = sizeof step->payload;
  set (o, "bytes", json_integer ((json_int_t)step->size));
  if (step->payload_length && step->payload_length <= most)
    set (o, "data", hexadecimal (step->payload, step->payload_length));
  if (step->lost)
    set (o, "lost", json_true ());
}

static void set_values (const sett_counterexample_step *step, json_t *o) {
  if (step->has_value)
    set (o, "value", json_integer ((json_int_t)step->value));
  if (step->preempts)
    set (o, "preempts", json_true ());
  if (step->failed)
    set (o, "failed", json_true ());
  if (step->error)
    set (o, "error", json_string (strerrorname_np (step->error)));
  if (step->signal)
    set (o, "signal", json_integer (step->signal));
  if (step->has_size)
    set_transfer (step, o);
}

static json_t *tell_step (story *s, const sett_counterexample_step *step) {
  const unsigned process = sett_explain_process (s->explainer, step->thread);
  json_t *o = json_object ();
  sett_text text = {0};
  sett_explain_add_operation (s->explainer, step, &text);
  set (o, "thread", json_integer (step->thread));
  set (o, "operation", json_string (operations[step->operation]));
  set (o, "text", taken (&text));
  set (o, "event", json_integer (step->event));
  set_place (s, o, process, &step->stack);
  set_object (s, o, "object", process, &step->object);
  set_object (s, o, "second", process, &step->second);
  if (step->partner >= 0)
    set (o, "partner", json_integer (step->partner));
  set_values (step, o);
  return o;
}

/* As its type has it. */
static json_t *value_of (story *s, const sett_counterexample_access *access,
                         int old) {
  sett_text text = {0};
  sett_explain_add_accessed (s->explainer, access, old, &text);
  return taken (&text);
}

/* What was there before ("was"), and what was read or written ("value"), as far
   as it is known. */
static void set_access_values (story *s,
                               const sett_counterexample_access *access,
                               json_t *o) {
  if (!access->has_old || access->is_free)
    return;
  if (!access->is_write)
    set (o, "value", value_of (s, access, 1));
  else
    set (o, "was", value_of (s, access, 1));
  if (access->is_write && access->has_new)
    set (o, "value", value_of (s, access, 0));
}

/* The accesses of a race are steps, too. */
static json_t *tell_access_step (story *s,
                                 const sett_counterexample_access *access) {
  const unsigned process = sett_explain_process (s->explainer, access->thread);
  json_t *o = json_object ();
  sett_text text = {0};
  sett_text_add (&text, access->is_free    ? "free "
                        : access->is_write ? "write "
                                           : "read ");
  sett_explain_add_object (s->explainer, process, &access->place, &text);
  set (o, "thread", json_integer (access->thread));
  set (o, "operation",
       json_string (access->is_free    ? "FREE"
                    : access->is_write ? "WRITE"
                                       : "READ"));
  set (o, "text", taken (&text));
  set (o, "event", json_integer (access->step));
  set_place (s, o, process, &access->stack);
  set_object (s, o, "object", process, &access->place);
  set_access_values (s, access, o);
  set (o, "access", json_true ());
  return o;
}

static json_t *tell_steps (story *s) {
  const sett_counterexample *a = s->explainer->counterexample;
  json_t *array = json_array ();
  uint32_t told = 0; /* accesses */
  for (uint32_t i = 0; i < a->step_count; i++) {
    for (; told < a->access_count && a->accesses[told].before <= i; told++)
      json_array_append_new (array, tell_access_step (s, &a->accesses[told]));
    json_array_append_new (array, tell_step (s, a->steps + i));
  }
  for (; told < a->access_count; told++)
    json_array_append_new (array, tell_access_step (s, &a->accesses[told]));
  return array;
}

/*------------------------------------------------------------------------*/
/* Threads at the end. */

static json_t *tell_held (story *s, unsigned process,
                          const sett_counterexample_thread *thread) {
  const uint32_t most = sizeof thread->held / sizeof *thread->held;
  json_t *array = json_array ();
  for (uint32_t i = 0; i < thread->held_count && i < most; i++) {
    json_t *o = json_object ();
    set_object (s, o, "object", process, &thread->held[i].lock);
    set_place (s, o, process, &thread->held[i].stack);
    if (thread->held[i].shared)
      set (o, "shared", json_true ());
    json_array_append_new (array, o);
  }
  return array;
}

static json_t *tell_wait (story *s, unsigned process,
                          const sett_counterexample_thread *thread) {
  json_t *o = json_object ();
  sett_text text = {0};
  sett_explain_add_reason (s->explainer, process, thread, &text);
  set (o, "text", taken (&text));
  set (o, "operation", json_string (operations[thread->operation]));
  set_object (s, o, "object", process, &thread->object);
  if (thread->holder >= 0)
    set (o, "holder", json_integer (thread->holder));
  set_place (s, o, process, &thread->stack);
  set_stack (s, o, process, &thread->stack);
  return o;
}

/* Who does something wrong is in the middle of it. */
static int is_stopped (const sett_counterexample *a, int number) {
  for (uint32_t i = 0; i < a->access_count; i++)
    if (a->accesses[i].thread == number)
      return 1;
  return a->thread == number &&
         !strstr (sett_violation_category (a->violation), "lock");
}

static json_t *tell_thread (story *s, int number) {
  const sett_counterexample_thread *thread =
      s->explainer->counterexample->threads + number;
  const unsigned process = sett_explain_process (s->explainer, number);
  json_t *o = json_object ();
  set (o, "name",
       sett_json_string (sett_explain_own_name (s->explainer, number)));
  set (o, "process", json_integer (process));
  if (thread->creator >= 0)
    set (o, "creator", json_integer (thread->creator));
  set (o, "alive", json_boolean (thread->alive));
  if (thread->alive && thread->waits &&
      !is_stopped (s->explainer->counterexample, number))
    set (o, "waits", tell_wait (s, process, thread));
  if (thread->alive && thread->held_count)
    set (o, "holds", tell_held (s, process, thread));
  return o;
}

static json_t *tell_threads (story *s) {
  json_t *array = json_array ();
  for (int i = 0; i < (int)s->explainer->counterexample->thread_count; i++)
    json_array_append_new (array, tell_thread (s, i));
  return array;
}

static json_t *tell_processes (const story *s) {
  const sett_counterexample *a = s->explainer->counterexample;
  const uint32_t count = s->explainer->symboliser->shared->member_count;
  json_t *array = json_array ();
  for (uint32_t i = 0; i < count && i < SETT_SYSTEM_PROCESSES; i++) {
    json_t *o = json_object ();
    set (o, "name",
         sett_json_string (sett_explain_process_name (s->explainer, i)));
    if (a->ends[i].ended)
      set (o, "status", json_integer (a->ends[i].status));
    if (a->ends[i].crashed)
      set (o, "crashed", json_true ());
    json_array_append_new (array, o);
  }
  return array;
}

/*------------------------------------------------------------------------*/
/* The two accesses of a race. */

static json_t *tell_access (story *s,
                            const sett_counterexample_access *access) {
  const uint32_t most = sizeof access->held / sizeof *access->held;
  const unsigned process = sett_explain_process (s->explainer, access->thread);
  json_t *o = json_object (), *held = json_array ();
  set (o, "thread", json_integer (access->thread));
  set (o, "how",
       json_string (access->is_free    ? "free"
                    : access->is_write ? "write"
                                       : "read"));
  set (o, "atomic", json_boolean (access->is_atomic));
  set (o, "event", json_integer (access->step));
  set_object (s, o, "object", process, &access->place);
  set_access_values (s, access, o);
  set_place (s, o, process, &access->stack);
  set_stack (s, o, process, &access->stack);
  for (uint32_t i = 0; i < access->held_count && i < most; i++)
    json_array_append_new (
        held, json_integer (number_of (s, process, &access->held[i])));
  set (o, "holds", held);
  return o;
}

static json_t *tell_accesses (story *s) {
  const sett_counterexample *a = s->explainer->counterexample;
  json_t *array = json_array ();
  for (uint32_t i = 0; i < a->access_count; i++)
    json_array_append_new (array, tell_access (s, a->accesses + i));
  return array;
}

/*------------------------------------------------------------------------*/

static void set_end (story *s, json_t *root) {
  const sett_counterexample *a = s->explainer->counterexample;
  json_t *o = json_object ();
  if (a->thread >= 0) {
    const unsigned process = sett_explain_process (s->explainer, a->thread);
    set (o, "thread", json_integer (a->thread));
    set_place (s, o, process, &a->stack);
    set_stack (s, o, process, &a->stack);
    set_object (s, o, "object", process, &a->what);
  }
  set (root, "end", o);
}

json_t *sett_story_of_program (sett_explainer *explainer) {
  const sett_counterexample *a = explainer->counterexample;
  story s = {.explainer = explainer, .objects = json_array ()};
  json_t *root = json_object ();
  sett_text output = {0};
  sett_text_add_bytes (&output, a->output, a->output_length);
  set (root, "input",
       json_string (explainer->symboliser->system->multi ? "system"
                                                         : "program"));
  set (root, "processes", tell_processes (&s));
  json_t *steps = tell_steps (&s), *threads = tell_threads (&s);
  set (root, "steps", steps);
  set (root, "threads", threads);
  set (root, "messages", sett_messages_of (steps, threads));
  set (root, "accesses", tell_accesses (&s));
  set_end (&s, root);
  set (root, "preemptions", json_integer (a->preemptions));
  set (root, "output", taken (&output));
  set (root, "objects", s.objects);
  SETT_RELEASE (s.known);
  return root;
}
