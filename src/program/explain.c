/* Words for counterexamples: see explain.h. */

#include "program/explain.h"

#include "base/assert.h"
#include "base/terminal.h"
#include "base/text.h"
#include "program/shared_map.h"
#include "program/types.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Soundness. */

static int has_array (const sett_shared *shared, const void *at, size_t count,
                      size_t size) {
  return !count || (count < SETT_SHARED_SIZE / size &&
                    sett_shared_contains (shared, at, count * size));
}

static int are_steps_sound (const sett_counterexample *a) {
  for (uint32_t i = 0; i < a->step_count; i++)
    if (a->steps[i].operation >= SETT_OPERATIONS)
      return 0;
  for (uint32_t i = 0; i < a->thread_count; i++)
    if (a->threads[i].operation >= SETT_OPERATIONS)
      return 0;
  return 1;
}

int sett_counterexample_is_sound (const sett_shared *shared,
                                  const sett_counterexample *a) {
  return sett_shared_contains (shared, a, sizeof *a) && a->violation > 0 &&
         a->violation < SETT_VIOLATIONS &&
         a->thread_count <= SETT_MOST_THREADS && a->access_count <= 2 &&
         memchr (a->message, 0, sizeof a->message) &&
         has_array (shared, a->choices, a->choice_count, sizeof *a->choices) &&
         has_array (shared, a->steps, a->step_count, sizeof *a->steps) &&
         has_array (shared, a->threads, a->thread_count, sizeof *a->threads) &&
         has_array (shared, a->output, a->output_length, 1) &&
         are_steps_sound (a);
}

/*------------------------------------------------------------------------*/
/* Threads. */

static const sett_call_frame unknown = {.foreign = 1};

static uint32_t depth_of (const sett_backtrace *stack) {
  return stack->depth < SETT_MOST_FRAMES ? stack->depth : SETT_MOST_FRAMES;
}

static sett_call_frames frames_of (const sett_explainer *t, unsigned process,
                                   const sett_backtrace *stack, uint32_t i) {
  return sett_symbols_frames (
      sett_symbolise_image (t->symboliser, process, stack->image),
      stack->frames[i]);
}

/* Those that the system starts with have the first threads. */
unsigned sett_explain_process (const sett_explainer *t, int thread) {
  const sett_counterexample *a = t->counterexample;
  if (thread < 0)
    return 0;
  if ((uint32_t)thread < t->symboliser->shared->initial_count)
    return (unsigned)thread;
  return (uint32_t)thread < a->thread_count ? a->threads[thread].process : 0;
}

/* The outermost frame in the user's own source: where the thread began. */
static const char *first_function (const sett_explainer *t, unsigned process,
                                   const sett_backtrace *stack) {
  for (uint32_t i = depth_of (stack); i--;) {
    const sett_call_frames frames = frames_of (t, process, stack, i);
    for (size_t j = frames.count; j--;)
      if (!frames.at[j].foreign && frames.at[j].function)
        return frames.at[j].function;
  }
  return NULL;
}

/* By the name that the program gave it (pthread_setname_np); else by the
   function that it was created with, if that is the user's: a thread of C++
   starts inside its library. */
static const char *find_name (const sett_explainer *t, unsigned thread) {
  const sett_counterexample *a = t->counterexample;
  const sett_shared *shared = t->symboliser->shared;
  const unsigned process = sett_explain_process (t, (int)thread);
  const char *name = NULL;
  if (thread < a->thread_count && *a->threads[thread].name &&
      memchr (a->threads[thread].name, 0, sizeof a->threads[thread].name))
    return a->threads[thread].name;
  if (process < shared->member_count && shared->members[process].main == thread)
    return "main";
  if (thread < a->thread_count) {
    const uintptr_t start = a->threads[thread].start;
    const sett_call_frames frames = sett_symbols_function (
        sett_symbolise_symbols (t->symboliser, process), start);
    if (start && !frames.at->foreign)
      name = frames.at[frames.count - 1].function;
    if (!name)
      name = first_function (t, process, &a->threads[thread].stack);
  }
  for (uint32_t i = 0; i < a->step_count && !name; i++)
    if (a->steps[i].thread == thread)
      name = first_function (t, process, &a->steps[i].stack);
  return name ? name : "thread";
}

static unsigned most_threads (const sett_counterexample *a) {
  unsigned count = a->thread_count;
  for (uint32_t i = 0; i < a->step_count; i++)
    if (a->steps[i].thread >= count)
      count = a->steps[i].thread + 1u;
  return count < SETT_MOST_THREADS ? count : SETT_MOST_THREADS;
}

void sett_explain_init (sett_explainer *t,
                        const sett_counterexample *counterexample,
                        sett_symboliser *symboliser) {
  SETT_ASSERT (
      sett_counterexample_is_sound (symboliser->shared, counterexample));
  *t = (sett_explainer){.counterexample = counterexample,
                        .symboliser = symboliser};
  const unsigned count = most_threads (counterexample);
  for (unsigned i = 0; i < count; i++) {
    sett_text text = {0};
    const char *process =
        sett_symbolise_name (symboliser, sett_explain_process (t, (int)i));
    sett_text_addf (&text, "%s%s%u %s", process, *process ? " " : "", i,
                    find_name (t, i));
    t->names[i] =
        sett_arena_copy (&t->arena, sett_text_get (&text), text.length);
    sett_text_release (&text);
  }
}

void sett_explain_release (sett_explainer *t) {
  SETT_RELEASE (t->blocks);
  sett_arena_release (&t->arena);
}

const char *sett_explain_thread (const sett_explainer *t, int thread) {
  if (thread < 0 || thread >= SETT_MOST_THREADS || !t->names[thread])
    return "?";
  return t->names[thread];
}

const char *sett_explain_own_name (const sett_explainer *t, int thread) {
  const char *process =
      sett_symbolise_name (t->symboliser, sett_explain_process (t, thread));
  const char *name = sett_explain_thread (t, thread);
  return *process && *name != '?' ? name + strlen (process) + 1 : name;
}

const char *sett_explain_name_for (const sett_explainer *t, int thread,
                                   unsigned process) {
  return sett_explain_process (t, thread) == process
             ? sett_explain_own_name (t, thread)
             : sett_explain_thread (t, thread);
}

const char *sett_explain_process_name (const sett_explainer *t,
                                       unsigned process) {
  return sett_symbolise_name (t->symboliser, process);
}

/*------------------------------------------------------------------------*/
/* Places. */

sett_call_frame sett_explain_frame (const sett_explainer *t, unsigned process,
                                    const sett_backtrace *stack) {
  for (uint32_t i = 0; i < depth_of (stack); i++) {
    const sett_call_frames frames = frames_of (t, process, stack, i);
    SETT_ASSERT (frames.count); /* unknown ones, too */
    for (size_t j = 0; j < frames.count; j++)
      if (!frames.at[j].foreign)
        return frames.at[j];
  }
  return depth_of (stack) ? *frames_of (t, process, stack, 0).at : unknown;
}

size_t sett_explain_frames (const sett_explainer *t, unsigned process,
                            const sett_backtrace *stack, sett_call_frame *own,
                            size_t most) {
  size_t count = 0;
  for (uint32_t i = 0; i < depth_of (stack); i++) {
    const sett_call_frames frames = frames_of (t, process, stack, i);
    for (size_t j = 0; j < frames.count; j++)
      if (!frames.at[j].foreign && count < most)
        own[count++] = frames.at[j];
  }
  return count;
}

static void add_line (const sett_call_frame *frame, sett_text *text) {
  sett_text_addf (text, "%s:%u", frame->file, frame->line);
}

void sett_explain_add_where (const sett_explainer *t, unsigned process,
                             const sett_backtrace *stack, sett_text *text) {
  const sett_call_frame frame = sett_explain_frame (t, process, stack);
  if (frame.file && !frame.foreign)
    add_line (&frame, text);
  else if (frame.function)
    sett_text_add (text, frame.function);
}

void sett_explain_add_place (const sett_explainer *t, unsigned process,
                             const sett_backtrace *stack, sett_text *text) {
  const sett_call_frame frame = sett_explain_frame (t, process, stack);
  const int line = frame.file && !frame.foreign;
  if (line)
    add_line (&frame, text);
  if (frame.function)
    sett_text_addf (text, "%sin %s", line ? " " : "", frame.function);
}

static void add_frame (const sett_call_frame *frame, int indent,
                       const sett_colours *c, sett_text *text) {
  sett_text_addf (text, "%*s%scalled ", indent, "", c->faint);
  if (frame->file) {
    sett_text_add (text, "at ");
    add_line (frame, text);
    sett_text_add (text, " ");
  }
  sett_text_addf (text, "in %s%s\n", frame->function ? frame->function : "?",
                  c->off);
}

void sett_explain_add_callers (const sett_explainer *t, unsigned process,
                               const sett_backtrace *stack, int indent,
                               const sett_colours *c, sett_text *text) {
  size_t shown = 0; /* the first one is known */
  for (uint32_t i = 0; i < depth_of (stack); i++) {
    const sett_call_frames frames = frames_of (t, process, stack, i);
    for (size_t j = 0; j < frames.count; j++)
      if (!frames.at[j].foreign && shown++)
        add_frame (frames.at + j, indent, c, text);
  }
}

/*------------------------------------------------------------------------*/
/* Objects. */

/* Objects of synchronisation come without a size: the smallest part is meant.
 */
static size_t size_of (const sett_address_info *l) {
  return l->size ? l->size : 1;
}

/* Blocks are told apart by their numbers: the first that is mentioned is 1. */
static size_t number_of (sett_explainer *t, unsigned process,
                         const sett_address_info *l, uintptr_t place) {
  const sett_told_block fresh = {process, l->base, place};
  for (size_t i = 0; i < t->blocks.count; i++)
    if (t->blocks.at[i].base == l->base && t->blocks.at[i].process == process)
      return i + 1;
  SETT_PUSH (t->blocks, fresh);
  return t->blocks.count;
}

/* The same among those of its place. */
static size_t number_there (sett_explainer *t, unsigned process,
                            const sett_address_info *l, uintptr_t place) {
  size_t number = 0, end = number_of (t, process, l, place);
  for (size_t i = 0; i < end; i++)
    number +=
        t->blocks.at[i].place == place && t->blocks.at[i].process == process;
  SETT_ASSERT (end && number <= end);
  return number ? number : end;
}

/* The call that says what the block is: the innermost of the user's own that
   does, as functions that allocate for others cannot tell. */
static const sett_block_type *find_block_type (sett_explainer *t,
                                               unsigned process,
                                               const sett_address_info *l,
                                               uint32_t *frame) {
  sett_symbols *s =
      sett_symbolise_image (t->symboliser, process, l->allocated.image);
  for (uint32_t i = 0; i < depth_of (&l->allocated); i++) {
    const sett_block_type *type =
        sett_symbols_block (s, l->allocated.frames[i]);
    if (sett_block_type_fits (type, l->block)) {
      *frame = i;
      return type;
    }
  }
  return NULL;
}

static void add_allocated (sett_explainer *t, unsigned process,
                           const sett_backtrace *stack, sett_text *text) {
  if (sett_explain_frame (t, process, stack).foreign)
    return;
  sett_text_add (text, " (allocated ");
  sett_explain_add_where (t, process, stack, text);
  sett_text_add (text, ")");
}

static void add_heap (sett_explainer *t, unsigned process,
                      const sett_address_info *l, sett_text *text,
                      Dwarf_Die *leaf) {
  uint32_t frame = 0;
  const size_t offset = l->address - l->base;
  const sett_block_type *type =
      offset < l->block ? find_block_type (t, process, l, &frame) : NULL;
  if (type) {
    const sett_backtrace there = {.depth = 1,
                                  .image = l->allocated.image,
                                  .frames = {l->allocated.frames[frame]}};
    sett_block_type_add_part (
        type, l->block, offset, size_of (l),
        number_there (t, process, l, l->allocated.frames[frame]), text, leaf);
    add_allocated (t, process, &there, text);
    return;
  }
  sett_text_addf (text, "block %zu", number_of (t, process, l, 0));
  if (offset)
    sett_text_addf (text, "+%zu", offset);
  add_allocated (t, process, &l->allocated, text);
}

static void add_stack_variable (sett_explainer *t, unsigned process,
                                const sett_address_info *l, sett_text *text,
                                Dwarf_Die *leaf) {
  if (l->base && l->allocated.depth &&
      sett_symbols_local (sett_symbolise_symbols (t->symboliser, process),
                          l->address, size_of (l), l->allocated.frames[0] - 1,
                          l->base, text, leaf))
    return;
  sett_text_addf (text, "a variable on the stack of %s",
                  sett_explain_name_for (t, l->thread, process));
}

static void add_common (const sett_address_info *l, sett_text *text) {
  if (*l->name && memchr (l->name, 0, sizeof l->name))
    sett_text_add (text, l->name);
  else
    sett_text_add (text, "something that processes share");
}

/* The C library's names for the standard streams and their locks. */
static const struct {
  const char *symbol, *name;
} streams[] = {{"_IO_2_1_stdin_", "stdin"},
               {"_IO_2_1_stdout_", "stdout"},
               {"_IO_2_1_stderr_", "stderr"},
               {"_IO_stdfile_0_lock", "the lock of stdin"},
               {"_IO_stdfile_1_lock", "the lock of stdout"},
               {"_IO_stdfile_2_lock", "the lock of stderr"}};

static void add_variable (const char *variable, sett_text *text) {
  for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
    if (!strncmp (variable, streams[i].symbol, strlen (streams[i].symbol)))
      variable = streams[i].name;
  sett_text_add (text, variable);
}

static void add_static (sett_explainer *t, unsigned process,
                        const sett_address_info *l, sett_text *text,
                        Dwarf_Die *leaf) {
  sett_text variable = {0};
  if (sett_symbols_variable (sett_symbolise_symbols (t->symboliser, process),
                             l->address, size_of (l), &variable, leaf))
    add_variable (sett_text_get (&variable), text);
  else
    sett_text_addf (text, "memory at 0x%" PRIxPTR, l->address);
  sett_text_release (&variable);
}

/* `leaf` (may be null): its type. */
static void add_object (sett_explainer *t, unsigned process,
                        const sett_address_info *l, sett_text *text,
                        Dwarf_Die *leaf) {
  switch (l->kind) {
  case SETT_PLACE_NONE:
    return;
  case SETT_PLACE_HEAP:
    add_heap (t, process, l, text, leaf);
    return;
  case SETT_PLACE_STACK:
    add_stack_variable (t, process, l, text, leaf);
    return;
  case SETT_PLACE_COMMON:
    add_common (l, text);
    return;
  default:
    add_static (t, process, l, text, leaf);
  }
}

void sett_explain_add_object (sett_explainer *t, unsigned process,
                              const sett_address_info *l, sett_text *text) {
  add_object (t, process, l, text, NULL);
}

/*------------------------------------------------------------------------*/
/* Values. */

static void add_typed (sett_explainer *t, unsigned process,
                       const sett_address_info *l, uint64_t value,
                       sett_text *text) {
  Dwarf_Die leaf = {0};
  sett_text name = {0};
  add_object (t, process, l, &name, &leaf);
  sett_type_add_value (&leaf, value, l->size, text);
  sett_text_release (&name);
}

void sett_explain_add_accessed (sett_explainer *t,
                                const sett_counterexample_access *a, int old,
                                sett_text *text) {
  const char *words = old ? a->old_words : a->new_words;
  if (*words)
    sett_text_add (text, words);
  else
    add_typed (t, sett_explain_process (t, a->thread), &a->place,
               old ? a->old_value : a->new_value, text);
}

/* ": 1 (was 0)"; of a write that is only about to happen the new value is not
   known: ": was 1". */
static void add_values (sett_explainer *t, const sett_counterexample_access *a,
                        sett_text *text) {
  const int writes = a->is_write && a->has_new;
  if (!a->has_old || a->is_free)
    return;
  sett_text_add (text, ": ");
  if (writes)
    sett_explain_add_accessed (t, a, 0, text);
  if (a->is_write)
    sett_text_add (text, writes ? " (was " : "was ");
  sett_explain_add_accessed (t, a, 1, text);
  if (writes)
    sett_text_add (text, ")");
}

void sett_explain_add_access (sett_explainer *t,
                              const sett_counterexample_access *a,
                              sett_text *text) {
  const unsigned process = sett_explain_process (t, a->thread);
  sett_text_addf (text, "%s%s ", a->is_atomic ? "atomic " : "",
                  a->is_free    ? "free"
                  : a->is_write ? "write"
                                : "read");
  sett_explain_add_object (t, process, &a->place, text);
  add_values (t, a, text);
}

/*------------------------------------------------------------------------*/
/* Operations. */

static void add_object_after (sett_explainer *t, unsigned process,
                              const char *before, const sett_address_info *l,
                              sett_text *text) {
  if (l->kind == SETT_PLACE_NONE)
    return;
  sett_text_add (text, before);
  sett_explain_add_object (t, process, l, text);
}

/* Of variables by their types; small numbers below zero are meant as such. */
static void add_value (sett_explainer *t, unsigned process,
                       const sett_counterexample_step *s, sett_text *text) {
  const int is_status = s->operation == SETT_DO_EXIT;
  const sett_address_info none = {.size = s->object.size};
  add_typed (t, process, is_status ? &none : &s->object, s->value, text);
}

static const char *failure_of (const sett_counterexample_step *s) {
  const char *word = sett_operation_rows[s->operation].failed;
  if (s->operation == SETT_DO_LEAVE && s->failed == SETT_SPURIOUS)
    return "for no reason";
  return word ? word : "busy";
}

/* A process of a system has a name; of a program its first thread has. */
static const char *child_name (const sett_explainer *t, int thread) {
  const char *name =
      sett_symbolise_name (t->symboliser, sett_explain_process (t, thread));
  return *name ? name : sett_explain_thread (t, thread);
}

/* The thread or threads concerned. */
static void add_partner (const sett_explainer *t,
                         const sett_counterexample_step *s, sett_text *text) {
  const int wakes = s->operation == SETT_DO_SIGNAL ||
                    s->operation == SETT_DO_BROADCAST ||
                    s->operation == SETT_DO_FUTEX_WAKE;
  const int parental =
      s->operation == SETT_DO_FORK || s->operation == SETT_DO_WAIT_CHILD;
  if (s->partner >= 0 && parental)
    sett_text_addf (text, "%s %s", s->operation == SETT_DO_FORK ? "" : ":",
                    child_name (t, s->partner));
  else if (s->partner >= 0)
    sett_text_addf (text, "%s %s", wakes ? ", wakes" : "",
                    sett_explain_name_for (
                        t, s->partner, sett_explain_process (t, s->thread)));
  else if (s->operation == SETT_DO_SIGNAL)
    sett_text_add (text, ", nobody waits");
}

/* Of which there is nothing to be said but its name. */
static void add_call (sett_explainer *t, unsigned process,
                      const sett_counterexample_step *s, sett_text *text) {
  sett_text_add (text, s->call);
  if (strcmp (s->object.name, "files"))
    add_object_after (t, process, " on ", &s->object, text);
}

static int begins (const char *text, const char *with) {
  return !strncmp (text, with, strlen (with));
}

static void add_error (int error, sett_text *text) {
  if (error == EAGAIN)
    sett_text_add (text, ": would block");
  else if (error == ETIMEDOUT)
    sett_text_add (text, ": timed out");
  else {
    const char *words = strerror (error);
    sett_text_addf (text, ": %c%s", words[0] | 0x20, words + 1);
  }
}

/* What came of a system call. */
static void add_result (const sett_counterexample_step *s, sett_text *text) {
  const int receives =
      s->operation == SETT_DO_RECEIVE || s->operation == SETT_DO_RECEIVE_FROM;
  if (s->error)
    add_error (s->error, text);
  else if (s->has_size && !s->size && receives &&
           !begins (s->object.name, "UDP"))
    sett_text_add (text, ": end of stream");
  else if (s->has_size)
    sett_text_addf (text, ": %" PRIu64 " byte%s%s", s->size,
                    s->size == 1 ? "" : "s", s->lost ? ", lost" : "");
}

/* "connection alice:49408 -> 7000": whose it is. */
static void add_client (const sett_address_info *l, sett_text *text) {
  const char *name = l->name + strcspn (l->name, " ");
  const char *end = strstr (name, " ->");
  if (l->kind != SETT_PLACE_COMMON || !memchr (l->name, 0, sizeof l->name) ||
      !end)
    return;
  sett_text_add (text, ":");
  sett_text_add_bytes (text, name, (size_t)(end - name));
}

static void add_second (sett_explainer *t, unsigned process,
                        const sett_counterexample_step *s, sett_text *text) {
  if (s->operation == SETT_DO_ACCEPT)
    add_client (&s->second, text);
  else
    add_object_after (t, process,
                      s->operation == SETT_DO_WAIT      ? ", unlock "
                      : s->operation == SETT_DO_SEND_TO ? " to "
                                                        : ", lock ",
                      &s->second, text);
}

static int names_object (const sett_counterexample_step *s) {
  return s->operation != SETT_DO_CREATE && s->operation != SETT_DO_JOIN &&
         s->operation != SETT_DO_FORK && s->operation != SETT_DO_REVIVE &&
         s->operation != SETT_DO_EXIT && s->operation != SETT_DO_HANDLE &&
         s->operation != SETT_DO_EXECUTE &&
         s->operation != SETT_DO_AWAIT_SIGNAL;
}

static void add_status (sett_explainer *t, unsigned process,
                        const sett_counterexample_step *s, sett_text *text) {
  sett_text_add (text, s->operation == SETT_DO_EXIT ? ": status " : ": ");
  add_value (t, process, s, text);
}

/* "send SIGUSR1 to child", "handle SIGUSR1 from parent". */
static void add_signal (const sett_explainer *t,
                        const sett_counterexample_step *s, sett_text *text) {
  const char *name = sigabbrev_np (s->signal);
  const int sends = s->operation == SETT_DO_KILL;
  sett_text_add (text, sends ? "send "
                       : s->operation == SETT_DO_HANDLE
                           ? "handle "
                           : "end of the process: ");
  if (name)
    sett_text_addf (text, "SIG%s", name);
  else
    sett_text_addf (text, "signal %d", s->signal);
  sett_text_addf (text, sends ? " to %s" : " from %s",
                  s->partner >= 0 ? child_name (t, s->partner)
                                  : "several processes");
}

void sett_explain_add_operation (sett_explainer *t,
                                 const sett_counterexample_step *s,
                                 sett_text *text) {
  const unsigned process = sett_explain_process (t, s->thread);
  if (s->signal) {
    add_signal (t, s, text);
    return;
  }
  if (*s->words && memchr (s->words, 0, sizeof s->words)) {
    sett_text_add (text, s->words);
    if (s->has_value)
      add_status (t, process, s, text);
    add_result (s, text);
    return;
  }
  if (*s->call && memchr (s->call, 0, sizeof s->call)) {
    add_call (t, process, s, text);
    add_result (s, text);
    return;
  }
  sett_text_add (text, sett_operation_name ((sett_operation)s->operation));
  if (s->operation == SETT_DO_CHOOSE) {
    sett_text_addf (text, " %u", s->alternative);
    if (s->alternatives > 1)
      sett_text_addf (text, " of 0..%u", s->alternatives - 1u);
  } else if (names_object (s))
    add_object_after (t, process, " ", &s->object, text);
  add_partner (t, s, text);
  add_second (t, process, s, text);
  if (s->has_value && s->operation != SETT_DO_CHOOSE)
    add_status (t, process, s, text);
  add_result (s, text);
  if (s->operation == SETT_DO_EXCHANGE)
    sett_text_add (text, s->failed ? ", failed" : ", succeeded");
  else if (s->failed)
    sett_text_addf (text, ": %s", failure_of (s));
}
