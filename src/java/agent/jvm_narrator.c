/* Tells what happens while a schedule is run again: names of objects and
   variables, steps, stacks, who waits for what.  Nothing here decides what
   happens. */

#include "java/agent/jvm_narrator.h"

#include "base/assert.h"
#include "java/agent/guest.h"
#include "java/agent/jvm_names.h"
#include "java/agent/learnt_words.h"
#include "java/agent/stack_frames.h"
#include "java/agent/jdk.h"
#include "java/agent/monitors.h"
#include "java/agent/kept_output.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/sites.h"
#include "java/agent/things.h"
#include "java/agent/field_values.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TESTIMONIES = 100000 };

/* What is told, so far. */
static struct {
  sett_counterexample_step *steps; /* malloc */
  uint32_t count, room;
  sett_backtrace about_to[SETT_MOST_THREADS], born[SETT_MOST_THREADS];
  uint32_t names[SETT_MOST_THREADS]; /* frames that stand for them */
  sett_counterexample_thread threads[SETT_MOST_THREADS];
  sett_counterexample_access accesses[2];
  uint32_t access_count;
  char value[SETT_MOST_VALUE]; /* before the access that comes */
  sett_backtrace stack;
} tale;

/*------------------------------------------------------------------------*/
/* Names. */

/* Without the package and the classes around it. */
static const char *simple_name (const char *class_name) {
  const char *slash = strrchr (class_name, '/');
  const char *base = slash ? slash + 1 : class_name;
  const char *inner = strrchr (base, '$');
  return inner && inner[1] > '9' ? inner + 1 : base;
}

/* How many of its class there were before. */
static unsigned ordinal_of (uint32_t class_name) {
  static struct {
    uint32_t name;
    unsigned count;
  } seen[1024];
  static unsigned count;
  for (unsigned i = 0; i < count; i++)
    if (seen[i].name == class_name)
      return ++seen[i].count;
  if (count == sizeof seen / sizeof *seen)
    return 0;
  seen[count].name = class_name;
  return seen[count++].count = 1;
}

void sett_narrate_thing (JNIEnv *env, jobject object, sett_thing *thing) {
  char *signature = NULL;
  jclass class = (*env)->GetObjectClass (env, object);
  if (*thing->name ||
      (*world.jvmti)->GetClassSignature (world.jvmti, class, &signature, NULL))
    return;
  if (*signature == 'L')
    signature[strlen (signature) - 1] = 0;
  const char *name = simple_name (signature + (*signature == 'L'));
  if (*signature == '[')
    name = "array";
  if (strstr (signature, "ReentrantReadWriteLock$"))
    name = "ReentrantReadWriteLock"; /* what its two locks are made of */
  snprintf (thing->name, sizeof thing->name, "%.40s@%u", name,
            ordinal_of (sett_jname (name)));
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)signature);
  (*env)->DeleteLocalRef (env, class);
}

static const char *element_type (const sett_place *p) {
  return p->hook == SETT_HOOK_LOAD || p->hook == SETT_HOOK_STORE ||
                 p->hook == SETT_HOOK_COPY || p->hook == SETT_HOOK_RANGE
             ? "[]"
             : "";
}

/* Of its class: that is the same in all executions. */
void sett_narrate_cell (JNIEnv *env, int site, int64_t offset, char *text,
                        size_t room) {
  (void)env, (void)offset;
  const sett_place *p = sett_place_at (site);
  if (p->hook == SETT_HOOK_CONTENTS)
    snprintf (text, room, "the contents of a %.30s",
              simple_name (sett_jname_text (p->class_name)));
  else if (p->hook == SETT_HOOK_COPIED)
    snprintf (text, room, "an object that is cloned");
  else if (p->hook == SETT_HOOK_HANDLE || p->hook == SETT_HOOK_UNSAFE)
    snprintf (text, room, "what a VarHandle or Unsafe leads to");
  else if (*element_type (p) && p->is_foreign)
    snprintf (text, room, "an element of a %.30s",
              simple_name (sett_jname_text (p->class_name)));
  else if (*element_type (p))
    snprintf (text, room, "an element of an array");
  else
    snprintf (text, room, "%.30s.%.30s",
              simple_name (sett_jname_text (p->declared)),
              sett_jname_text (p->member));
}

static int64_t index_of (const sett_place *p, int64_t offset) {
  static const uint8_t scales[] = {4, 8, 4, 8, 4, 1, 2, 2};
  return (offset - 16) /
         scales[p->opcode >= 0x4f ? p->opcode - 0x4f : p->opcode - 0x2e];
}

static sett_address_info locate (const sett_thing *thing) {
  sett_address_info l = {0};
  if (!thing)
    return l;
  l.kind = SETT_PLACE_COMMON;
  snprintf (l.name, sizeof l.name, "%s", thing->name);
  return l;
}

/* A part of it, as the code at this place says. */
static sett_address_info locate_part (const sett_thing *thing,
                                      const sett_place *p, int64_t offset) {
  sett_address_info l = locate (thing);
  switch (p->hook) {
  case SETT_HOOK_LOAD:
  case SETT_HOOK_STORE:
    snprintf (l.name, sizeof l.name, "%.24s[%lld]",
              (thing->whole ? thing->whole : thing)->name,
              (long long)index_of (p, offset));
    break;
  case SETT_HOOK_GETSTATIC:
  case SETT_HOOK_PUTSTATIC:
    snprintf (l.name, sizeof l.name, "%.22s.%.22s",
              simple_name (sett_jname_text (p->declared)),
              sett_jname_text (p->member));
    break;
  case SETT_HOOK_GETFIELD:
  case SETT_HOOK_PUTFIELD:
    snprintf (l.name, sizeof l.name, "%.24s.%.20s", thing->name,
              sett_jname_text (p->member));
    break;
  default:
    break;
  }
  return l;
}

static sett_address_info locate_object (const sett_jthread *t) {
  return t->naming ? locate_part (t->thing, sett_place_at (t->naming - 1),
                                  t->naming_offset)
                   : locate (t->thing);
}

/*------------------------------------------------------------------------*/
/* Steps. */

void sett_narrate_stack (JNIEnv *env, sett_backtrace *stack) {
  if (env)
    (*env)->PushLocalFrame (env, 128);
  sett_frames_walk (stack);
  if (env)
    (*env)->PopLocalFrame (env, NULL);
}

static sett_counterexample_step make_step (unsigned thread,
                                           sett_operation operation) {
  return (sett_counterexample_step){.thread = (uint8_t)thread,
                                    .operation = (uint8_t)operation,
                                    .alternatives = 1,
                                    .partner = -1};
}

/* Steps that were told, by whomever. */
static uint32_t told_count (void) {
  return world.guest ? world.shared->errands->told_count : tale.count;
}

static void add_step (const sett_counterexample_step *step) {
  if (tale.count == tale.room) {
    tale.room = 2 * tale.room + 256;
    tale.steps = realloc (tale.steps, tale.room * sizeof *tale.steps);
    if (!tale.steps)
      sett_jgive_up ("out of memory");
  }
  SETT_ASSERT (tale.count < tale.room && step->thread < SETT_MOST_THREADS);
  tale.steps[tale.count++] = *step;
}

static sett_counterexample_step step_of (const sett_jthread *t) {
  sett_counterexample_step s = make_step (t->number, t->operation);
  s.object = locate_object (t);
  s.stack = tale.about_to[t->number];
  if (t->operation == SETT_DO_JOIN)
    s.partner = (int)t->second->number;
  if (t->operation == SETT_DO_START)
    s.stack = (sett_backtrace){0};
  return s;
}

/* The stand-in of a guest tells the event. */
void sett_narrate_about_to (JNIEnv *env, const sett_jthread *t) {
  sett_narrate_stack (env, &tale.about_to[t->number]);
  if (!world.guest)
    return;
  sett_errand *e = &world.shared->errands->of[t->number];
  e->stack = tale.about_to[t->number];
  e->step = step_of (t);
}

void sett_narrate_event (const sett_jthread *t) {
  if (t->operation == SETT_DO_RISK ||
      (t->number < world.process_count && t->operation == SETT_DO_START))
    return;
  const sett_counterexample_step s = step_of (t);
  add_step (&s);
}

void sett_narrate_aside (JNIEnv *env, sett_operation operation,
                         sett_thing *thing, int partner, uintptr_t place) {
  sett_counterexample_step s = make_step (world.current, operation);
  s.object = locate (thing);
  s.partner = partner;
  sett_narrate_stack (env, &s.stack);
  if (!s.stack.depth && place)
    s.stack = (sett_backtrace){.depth = 1, .frames = {place}};
  if (world.guest)
    sett_guest_aside (env, &world.threads[world.current], &s);
  else
    add_step (&s);
}

static sett_counterexample_step *last_step (void) {
  if (world.guest)
    return world.shared->errands->told;
  if (!tale.count) {
    const sett_counterexample_step none = make_step (0, SETT_DO_NONE);
    add_step (&none);
  }
  return &tale.steps[tale.count - 1];
}

void sett_narrate_partner (int thread) {
  last_step ()->partner = thread;
}

void sett_narrate_failed (void) {
  last_step ()->failed = 1;
}

void sett_narrate_spurious (void) {
  last_step ()->failed = SETT_SPURIOUS;
}

void sett_narrate_value (uint64_t value) {
  last_step ()->has_value = 1;
  last_step ()->value = value;
}

void sett_narrate_error (int error) {
  last_step ()->error = error;
}

void sett_narrate_size (size_t bytes) {
  last_step ()->has_size = 1;
  last_step ()->size = bytes;
}

void sett_narrate_lost (void) {
  last_step ()->lost = 1;
}

void sett_narrate_second (const sett_thing *thing) {
  last_step ()->second = locate (thing);
}

void sett_narrate_words (const char *format, ...) {
  sett_counterexample_step *s = last_step ();
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (s->words, sizeof s->words, format, arguments);
  va_end (arguments);
}

void sett_narrate_hidden (void) {
  if (world.guest)
    last_step ()->hidden = 1;
  else if (tale.count)
    tale.count--;
}

/* Its name is that of the thread's. */
void sett_narrate_birth (JNIEnv *env, const sett_jthread *t) {
  char name[64] = "thread";
  sett_jthread *self = sett_jself_any ();
  self->muted++;
  jstring string = (*env)->CallObjectMethod (env, t->object, jdk.thread_name);
  const char *utf =
      string ? (*env)->GetStringUTFChars (env, string, NULL) : NULL;
  if (utf) {
    snprintf (name, sizeof name, "%s", utf);
    (*env)->ReleaseStringUTFChars (env, string, utf);
  }
  self->muted--;
  tale.names[t->number] = sett_frame_add (name, "", NULL, 1, 0);
  sett_narrate_stack (env, &tale.born[t->number]);
  sett_narrate_aside (env, SETT_DO_CREATE, NULL, (int)t->number, 0);
}

/*------------------------------------------------------------------------*/
/* Accesses. */

static uint32_t tell_held (const sett_jthread *t, sett_address_info *locks,
                           uint32_t most) {
  uint32_t n = 0;
  for (; n < t->held_count && n < most; n++)
    locks[n] = locate (t->held[n].lock);
  return n;
}

void sett_narrate_before (JNIEnv *env, const sett_access *a) {
  if (!sett_jvalue (env, a, tale.value, sizeof tale.value))
    *tale.value = 0;
}

const sett_jtestimony *sett_narrate_testify (void) {
  static uint32_t count;
  if (count++ > MOST_TESTIMONIES)
    return NULL;
  sett_jtestimony *t = calloc (1, sizeof *t);
  if (!t)
    return NULL;
  sett_frames_walk (&t->stack);
  t->told = told_count ();
  t->held_count = tell_held (&world.threads[world.current], t->held, 8);
  memcpy (t->value, tale.value, sizeof t->value);
  return t;
}

static void tell_access (sett_counterexample_access *a, const sett_epoch *e,
                         int writes) {
  const sett_jrace *r = &sett_last_jrace;
  SETT_ASSERT (r->thing && r->cell && e->thread < world.thread_count);
  *a = (sett_counterexample_access){.thread = e->thread,
                                    .is_write = (uint8_t)writes,
                                    .step = e->event,
                                    .before = told_count (),
                                    .place = locate (r->thing)};
  if (e->site)
    a->place =
        locate_part (r->thing, sett_place_at (e->site - 1), r->cell->offset);
  a->stack = (sett_backtrace){.depth = e->place != 0, .frames = {e->place}};
  if (!e->testimony)
    return;
  a->stack = e->testimony->stack;
  a->before = e->testimony->told;
  a->held_count = e->testimony->held_count;
  SETT_ASSERT (a->held_count <= sizeof a->held / sizeof *a->held);
  memcpy (a->held, e->testimony->held, a->held_count * sizeof *a->held);
  memcpy (a->old_words, e->testimony->value, sizeof a->old_words);
  a->has_old = *a->old_words != 0;
}

/* What the first one has written is there until the other one writes: an atomic
   write in between, ordered with it, would be told as its own. */
static void tell_written (const sett_jrace *r) {
  sett_counterexample_access *first = &tale.accesses[0];
  if (!r->first_writes || r->first.event != r->cell->write.event ||
      r->first.thread != r->cell->write.thread || r->cell->atomic_writes.count)
    return;
  memcpy (first->new_words, tale.accesses[1].old_words,
          sizeof first->new_words);
  first->has_new = first->has_old && *first->new_words;
}

void sett_narrate_violation (JNIEnv *env, uintptr_t place) {
  (void)env;
  tale.stack = (sett_backtrace){.depth = place != 0, .frames = {place}};
  if (world.violation != SETT_VIOLATION_RACE &&
      world.violation != SETT_VIOLATION_DISCIPLINE)
    return;
  tale.access_count = 2;
  tell_access (&tale.accesses[0], &sett_last_jrace.first,
               sett_last_jrace.first_writes);
  tell_access (&tale.accesses[1], &sett_last_jrace.second,
               sett_last_jrace.second_writes);
  tell_written (&sett_last_jrace);
  if (!world.guest)
    return;
  sett_errands *errands = world.shared->errands;
  memcpy (errands->accesses, tale.accesses, sizeof errands->accesses);
  errands->access_count = tale.access_count;
}

/*------------------------------------------------------------------------*/
/* The end. */

static void tell_thread (const sett_jthread *t) {
  sett_counterexample_thread *a = &tale.threads[t->number];
  const int waits_for_notify =
      t->operation == SETT_DO_WAKE && !t->signalled && !t->timed;
  *a = (sett_counterexample_thread){
      .process = (uint8_t)t->process,
      .alive = (uint8_t)t->alive,
      .waits = (uint8_t)(t->alive && t->guard && !t->guard (t)),
      .operation = (uint8_t)(waits_for_notify ? SETT_DO_WAIT : t->operation),
      .creator = t->number >= world.process_count ? (int)t->creator : -1,
      .start = tale.names[t->number],
      .created = tale.born[t->number],
      .stack = tale.about_to[t->number],
      .object = waits_for_notify ? locate (t->queue) : locate_object (t),
      .holder = (t->operation == SETT_DO_JOIN ||
                 t->operation == SETT_DO_WAIT_CHILD) &&
                        t->second
                    ? (int)t->second->number
                    : sett_monitor_holder (t),
  };
  a->held_count = t->held_count < 8 ? t->held_count : 8;
  for (uint32_t i = 0; i < a->held_count; i++) {
    a->held[i].lock = locate (t->held[i].lock);
    a->held[i].stack = t->held[i].stack;
  }
}

void sett_narrate_threads (void) {
  for (unsigned i = 0; i < world.thread_count; i++)
    if (world.threads[i].object) {
      tell_thread (&world.threads[i]);
      if (world.guest)
        world.shared->errands->of[i].thread = tale.threads[i];
    }
}

/*------------------------------------------------------------------------*/
/* Counterexamples. */

static uint32_t count_preemptions (const sett_log *log) {
  uint32_t n = 0;
  for (uint32_t i = 1; i < log->count; i++)
    n += log->events[i].thread != log->events[i - 1].thread &&
         sett_threads_have (sett_log_enabled (log, i),
                            log->events[i - 1].thread);
  return n;
}

static void *put (const void *from, size_t bytes) {
  return bytes ? memcpy (sett_shared_alloc (bytes), from, bytes) : NULL;
}

static void set_schedule (sett_counterexample *a) {
  const sett_log *log = world.log;
  uint32_t count;
  const uint64_t *learnt = sett_learnt_words (&count);
  a->choice_count = log->count;
  a->choices = sett_shared_alloc ((log->count + 1) * sizeof *a->choices);
  for (uint32_t i = 0; i < log->count; i++)
    a->choices[i] =
        (sett_choice){log->events[i].thread, log->events[i].alternative};
  a->preemptions = count_preemptions (log);
  a->learned = put (learnt, count * sizeof *learnt);
  a->learned_count = count;
}

static void set_tale (sett_counterexample *a) {
  a->steps = put (tale.steps, tale.count * sizeof *tale.steps);
  a->step_count = tale.count;
  a->thread_count = world.log->thread_count;
  for (unsigned i = 0; i < world.process_count && world.multi; i++) {
    a->ends[i].ended = world.processes[i].ended != 0;
    a->ends[i].status =
        world.processes[i].status << 8 | world.processes[i].signal;
  }
  a->threads = put (tale.threads, a->thread_count * sizeof *tale.threads);
  memcpy (a->accesses, tale.accesses, sizeof a->accesses);
  a->access_count = tale.access_count;
  if (tale.stack.depth)
    a->stack = tale.stack;
  const char *output = sett_joutput (&a->output_length);
  a->output = put (output, a->output_length);
}

sett_counterexample *sett_narrate_counterexample (int complete) {
  sett_counterexample *a = sett_shared_alloc (sizeof *a);
  a->violation = world.violation;
  memcpy (a->message, world.message, sizeof a->message);
  a->execution = world.execution;
  a->thread = world.violation_thread;
  a->exit_status = world.exit_status;
  if (world.violation_place)
    a->stack = (sett_backtrace){.depth = 1, .frames = {world.violation_place}};
  set_schedule (a);
  if (complete)
    set_tale (a);
  return a;
}

void sett_narrate_report (sett_counterexample *a) {
  sett_shared *shared = world.shared;
  sett_counterexample **last = &shared->counterexamples;
  while (*last)
    last = &(*last)->next;
  *last = a;
  shared->counterexample_count++;
}

/* The process of a thread, in whatever execution. */
static unsigned process_of (int thread) {
  unsigned t = thread < 0 ? 0 : (unsigned)thread;
  while (t >= world.process_count)
    t = world.shared->births[t].creator;
  return t;
}

int sett_narrate_is_known (void) {
  for (const sett_counterexample *a = world.shared->counterexamples; a;
       a = a->next)
    if (a->violation == world.violation &&
        process_of (a->thread) == process_of (world.violation_thread) &&
        !strcmp (a->message, world.message) &&
        a->stack.frames[0] == world.violation_place)
      return 1;
  return 0;
}
