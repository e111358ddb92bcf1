/* Hooks at accesses to fields and elements, plain, volatile and atomic.

   Plain memory is watched for races; it is no event unless a race on it was
   reported before (--all-errors), or every access shall be one (--discipline
   none).  Volatile fields, and whatever Unsafe and VarHandle do, are events. */

#include "java/agent/memory_accesses.h"

#include "base/assert.h"
#include "java/agent/class_names.h"
#include "java/agent/jvm_names.h"
#include "java/agent/births.h"
#include "java/agent/field_values.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/locking.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/whole_methods.h"
#include "java/agent/scheduler.h"
#include "java/agent/sites.h"
#include "java/agent/rounds.h"
#include "java/agent/spins.h"

#include <stdio.h>
#include <string.h>

static int is_promoted (sett_thing *thing, sett_cell *cell) {
  return sett_promoted_has (sett_cell_key (thing, cell));
}

/*------------------------------------------------------------------------*/
/* What accesses are. */

typedef sett_access access;

static uintptr_t address_of (const access *a) {
  SETT_ASSERT (a->thing);
  return a->address ? a->address : sett_place_address (a->place);
}

/* Of what the JDK has made for itself nobody knows which locks of its own it
   uses. */
static void fail_race (JNIEnv *env, const access *a, sett_violation_kind kind,
                       const char *what) {
  char text[64];
  const sett_cell *cell = sett_last_jrace.cell;
  if (world.warming) /* or what comes behind it would not be set up */
    return;
  if (!a->thing->key && !sett_thing_is_made (a->thing)) {
    sett_jnote (1, address_of (a),
                "threads share what the JDK has made, and nothing orders what "
                "they do: not told apart from a race");
    return;
  }
  world.promoted = sett_cell_key (a->thing, cell);
  sett_narrate_cell (env, a->place, a->offset, text, sizeof text);
  sett_jfail (env, kind, address_of (a), "%s %s", what, text);
  sett_junwind (env);
}

static void fail (JNIEnv *env, const access *a) {
  fail_race (env, a, SETT_VIOLATION_RACE, "data race on");
}

/* For counterexamples: what the event that comes is about. */
static void name (sett_jthread *t, const access *a) {
  t->naming = a->place + 1;
  t->naming_offset = a->offset;
}

/* Nobody else has begun: what is done now happens before all that others will
   do. */
static int is_alone (const sett_jthread *t) {
  return sett_is_alone (t) && !sett_promoted_any () && !world.all_visible;
}

static void plain (JNIEnv *env, sett_jthread *t, const access *a) {
  if (a->writes)
    sett_round_end (t);
  if (is_alone (t) || a->thing->unshared || sett_is_unpublished (t, a->thing))
    return;
  sett_note_use (t, a->thing, a->place);
  sett_cell *cell = sett_thing_cell (a->thing, a->offset);
  if (world.all_visible ||
      (sett_promoted_any () && is_promoted (a->thing, cell))) {
    const uint32_t number = sett_thing_memory (a->thing, cell);
    const sett_effect_kind kind =
        a->writes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD;
    name (t, a);
    if (sett_jvisible (env, t, a->writes ? SETT_DO_WRITE : SETT_DO_READ,
                       a->thing, number, kind, NULL, address_of (a)))
      sett_jaffect (number, kind, 0);
    return;
  }
  if (world.narrating)
    sett_narrate_before (env, a);
  if (!world.shared->orders.races)
    return;
  if (!sett_races_plain (t, a->thing, cell, a->writes, a->place,
                         address_of (a)))
    fail (env, a);
  else if (world.locking && !sett_locking_use (t, a->thing, cell, a->writes,
                                               a->place, address_of (a)))
    fail_race (env, a, SETT_VIOLATION_DISCIPLINE,
               "no lock is held at every access to");
}

void sett_access_plain (JNIEnv *env, sett_jthread *t, const sett_access *a) {
  plain (env, t, a);
}

/* Atomic accesses that the JDK makes are to its own memory, or to volatile
   fields. */
static int is_free_of_races (JNIEnv *env, sett_jthread *t, const access *a,
                             sett_cell *cell, int writes) {
  if (world.narrating)
    sett_narrate_before (env, a);
  if (sett_place_at (a->place)->is_foreign || !world.shared->orders.races ||
      sett_races_atomic (t, a->thing, cell, writes, a->place, address_of (a)))
    return 1;
  fail (env, a);
  return 0;
}

typedef enum strength { LOADS, STORES, UPDATES } strength;

/* What an access orders.  A volatile write happens before all reads that are
   volatile and come later; one with less strength before those that find its
   value, or one that was made of it. */
enum { ACQUIRES = 1, RELEASES = 2, IS_VOLATILE = 4 };

static void acquire (sett_jthread *t, const sett_cell *cell, int orders) {
  if (orders & ACQUIRES)
    sett_clock_acquire (t, cell->clock);
  if ((orders & ACQUIRES) && (orders & IS_VOLATILE))
    sett_clock_acquire (t, cell->volatile_clock);
}

static void release (sett_jthread *t, sett_cell *cell, int orders, strength s) {
  SETT_ASSERT (s != LOADS);
  if (s == STORES && cell->clock)
    memset (cell->clock, 0, sizeof (sett_vector_clock));
  if (orders & RELEASES)
    sett_clock_release (t, &cell->clock);
  if ((orders & RELEASES) && (orders & IS_VOLATILE))
    sett_clock_release (t, &cell->volatile_clock);
}

/* What a compare-and-set that has not said its result does. */
void sett_access_settle (sett_jthread *t, int done) {
  sett_thing *thing = t->compared;
  SETT_ASSERT (thing && t->number == world.current);
  sett_cell *cell = sett_thing_cell (thing, t->compared_offset);
  if (done)
    sett_round_end (t);
  t->compared = NULL;
  sett_jaffect (sett_thing_memory (thing, cell),
                done ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, 0);
  if (done)
    sett_spins_change (thing, t->compared_offset);
}

/* Whether a compare-and-set stores, and releases, is known when it has said so
   (sett_hook_result); nothing happens in between. */
static void synchronise (JNIEnv *env, sett_jthread *t, const access *a,
                         strength s, int compares, int orders) {
  const int is_own = sett_is_unpublished (t, a->thing);
  if (s == STORES || (s == UPDATES && (is_own || !compares)))
    sett_round_end (t);
  if (is_own)
    return;
  sett_cell *cell = sett_thing_cell (a->thing, a->offset);
  const uint32_t number = sett_thing_memory (a->thing, cell);
  const sett_effect_kind kind =
      s == LOADS ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE;
  const uintptr_t place = sett_place_address (a->place);
  if (s == LOADS && !sett_spins_meet (env, t, a->place))
    return;
  name (t, a);
  t->whole.alone = sett_place_at (a->place)->is_alone;
  if (s != LOADS)
    sett_whole_stores (t, number);
  const int goes = sett_jvisible (env, t,
                                  compares      ? SETT_DO_EXCHANGE
                                  : s == LOADS  ? SETT_DO_LOAD
                                  : s == STORES ? SETT_DO_STORE
                                                : SETT_DO_UPDATE,
                                  a->thing, number, kind, NULL, place);
  t->whole.alone = 0;
  if (!goes)
    return;
  if (s != STORES)
    sett_spins_look (t, a->thing, a->offset, a->place);
  if (!compares)
    sett_jaffect (number, kind, 0);
  if (!compares && s != LOADS)
    sett_spins_change (a->thing, a->offset);
  cell = sett_thing_cell (a->thing, a->offset); /* others may have added some */
  if (s != STORES)
    acquire (t, cell, orders);
  t->compared = compares ? a->thing : NULL;
  t->compared_offset = a->offset;
  t->compared_at = a->place;
  t->compared_orders = orders;
  if (!is_free_of_races (env, t, a, cell, s != LOADS && !compares))
    return;
  if (s != LOADS && !compares)
    release (t, cell, orders, s);
}

/*------------------------------------------------------------------------*/
/* Fields. */

static void field (JNIEnv *env, sett_jthread *t, jobject object,
                   sett_thing *thing, int number, int writes) {
  const sett_place *p = sett_place_at (number);
  const access a = {thing, p->offset, writes, number, 0, object};
  if (p->kind == SETT_FIELD_VOLATILE)
    synchronise (env, t, &a, writes ? STORES : LOADS, 0,
                 ACQUIRES | RELEASES | IS_VOLATILE);
  else if (p->kind == SETT_FIELD_PLAIN)
    plain (env, t, &a);
}

static int is_of_interest (JNIEnv *env, int number) {
  sett_place *p = sett_place_at (number);
  if (p->kind == SETT_FIELD_UNKNOWN && !sett_place_resolve (env, p))
    return 0;
  return p->kind != SETT_FIELD_IGNORED;
}

static void instance (JNIEnv *env, jobject object, jint site, int writes) {
  sett_jthread *t = sett_jself ();
  if (!t || !object)
    return;
  if (writes)
    sett_round_end (t);
  if (world.over)
    sett_junwind (env);
  else if (is_of_interest (env, site)) {
    const sett_place *p = sett_place_at (site);
    if (p->kind != SETT_FIELD_VOLATILE && is_alone (t))
      return;
    field (env, t, object,
           p->is_foreign && p->kind == SETT_FIELD_PLAIN
               ? sett_thing_nameless (env, object)
               : sett_thing_of (env, object),
           site, writes);
  }
}

static void of_class (JNIEnv *env, jint site, int writes) {
  sett_jthread *t = sett_jself ();
  if (!t)
    return;
  if (writes)
    sett_round_end (t);
  if (world.over)
    sett_junwind (env);
  else {
    const int is_watched = is_of_interest (env, site);
    const sett_place *p = sett_place_at (site);
    /* Its own initialiser: nobody else can be there. */
    const unsigned depth = t->initialising;
    if (depth && depth <= sizeof t->initialised / sizeof *t->initialised &&
        t->initialised[depth - 1].name == p->declared)
      return;
    if (!sett_class_initialise (env, t, p))
      return;
    sett_class_used (t, p->declared);
    if (!is_watched)
      return;
    field (env, t, NULL, sett_thing_of_class (p->declared), site, writes);
    sett_class_used (t, p->declared); /* others may have initialised it */
  }
}

void JNICALL sett_hook_getfield (JNIEnv *env, jclass c, jobject o, jint site) {
  (void)c;
  instance (env, o, site, 0);
}

void JNICALL sett_hook_putfield (JNIEnv *env, jclass c, jobject o, jint site) {
  (void)c;
  instance (env, o, site, 1);
}

void JNICALL sett_hook_getstatic (JNIEnv *env, jclass c, jint site) {
  (void)c;
  of_class (env, site, 0);
}

void JNICALL sett_hook_putstatic (JNIEnv *env, jclass c, jint site) {
  (void)c;
  of_class (env, site, 1);
}

void JNICALL sett_hook_copied (JNIEnv *env, jclass c, jobject object,
                               jint site) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (!t || !object)
    return;
  if (world.over) {
    sett_junwind (env);
    return;
  }
  const access a = {sett_thing_nameless (env, object), 0, 0, site, 0, object};
  if (is_alone (t) || sett_is_unpublished (t, a.thing))
    return;
  if (world.all_visible || sett_promoted_any ())
    sett_jnote (1, address_of (&a),
                "an object is cloned: its fields are not events there");
  if (world.locking)
    sett_jnote (1, address_of (&a),
                "an object is cloned: that its fields are read there does not "
                "count for the locking discipline");
  if (world.narrating)
    sett_narrate_before (env, &a);
  if (world.shared->orders.races &&
      !sett_races_copy (t, a.thing, site, address_of (&a)))
    fail (env, &a);
}

/*------------------------------------------------------------------------*/
/* Elements: each is as large as its type, so that Unsafe and code agree on
   where it is. */

enum { ARRAY_BASE = 16 };

static int scale_of (unsigned opcode) {
  static const uint8_t scales[] = {4, 8, 4, 8,
                                   4, 1, 2, 2}; /* i l f d a b c s */
  return scales[opcode >= 0x4f ? opcode - 0x4f : opcode - 0x2e];
}

static void element (JNIEnv *env, jobject array, jint index, jint site,
                     int writes) {
  sett_jthread *t = sett_jself ();
  if (!t || !array || index < 0)
    return;
  if (writes)
    sett_round_end (t);
  if (world.over) {
    sett_junwind (env);
    return;
  }
  if (is_alone (t))
    return;
  const sett_place *p = sett_place_at (site);
  const int fenced =
      p->is_foreign && sett_is_fenced (sett_jname_text (p->class_name));
  const access a = {p->is_foreign && !fenced ? sett_thing_nameless (env, array)
                                             : sett_thing_of (env, array),
                    ARRAY_BASE + (int64_t)index * scale_of (p->opcode),
                    writes,
                    site,
                    0,
                    array};
  if (fenced)
    synchronise (env, t, &a, writes ? STORES : LOADS, 0,
                 ACQUIRES | RELEASES | IS_VOLATILE);
  else
    plain (env, t, &a);
}

void JNICALL sett_hook_load (JNIEnv *env, jclass c, jobject array, jint index,
                             jint site) {
  (void)c;
  element (env, array, index, site, 0);
}

void JNICALL sett_hook_store (JNIEnv *env, jclass c, jobject array, jint index,
                              jint site) {
  (void)c;
  element (env, array, index, site, 1);
}

/* What the JDK does to many elements at once: an access to each of them, one
   after the other, and the last one does it. */

static int size_of_element (JNIEnv *env, jobject array) {
  const char type = sett_type_of_elements (env, array);
  return !type                        ? 0
         : type == 'J' || type == 'D' ? 8
         : type == 'B' || type == 'Z' ? 1
         : type == 'C' || type == 'S' ? 2
                                      : 4;
}

static void elements (JNIEnv *env, jobject array, int64_t from, int64_t to,
                      jint site, int writes) {
  enum { MOST = 4096 };
  sett_jthread *t = sett_jself ();
  const int size = array ? size_of_element (env, array) : 0;
  if (!t || !size || from < 0 || to > (*env)->GetArrayLength (env, array))
    return; /* it throws, if anything */
  sett_thing *thing = sett_thing_of (env, array);
  if (sett_is_unpublished (t, thing))
    return;
  if (to - from > MOST) {
    sett_jnote (1, sett_place_address (site),
                "the JDK changes or copies a long array: not watched");
    return;
  }
  for (int64_t i = from; i < to && !world.over; i++) {
    const access a = {thing, ARRAY_BASE + i * size, writes, site, 0, array};
    plain (env, t, &a);
  }
}

void JNICALL sett_hook_copy (JNIEnv *env, jclass c, jobject from, jint at,
                             jobject to, jint to_at, jint count, jint site) {
  (void)c;
  if (sett_jself () && world.over)
    sett_junwind (env);
  if (!sett_jself () || world.over || count <= 0)
    return;
  elements (env, from, at, (int64_t)at + count, site, 0);
  if (!world.over)
    elements (env, to, to_at, (int64_t)to_at + count, site, 1);
}

static int changes_array (const char *method) {
  return !strcmp (method, "fill") || strstr (method, "ort") ||
         !strncmp (method, "set", 3) || !strncmp (method, "parallel", 8);
}

void JNICALL sett_hook_range (JNIEnv *env, jclass c, jobject array, jint from,
                              jint to, jint site) {
  (void)c;
  if (sett_jself () && world.over)
    sett_junwind (env);
  if (!sett_jself () || world.over || !array || !size_of_element (env, array))
    return;
  const jint length = (*env)->GetArrayLength (env, array);
  const int writes =
      changes_array (sett_jname_text (sett_place_at (site)->member));
  if (from == -1 && to == -1)
    from = 0, to = length;
  if (!writes && to > length) /* of a copy, the rest is zero */
    to = length;
  elements (env, array, from, to, site, writes);
}

/*------------------------------------------------------------------------*/
/* Unsafe and VarHandle. */

/* What a method of that name does.  Plain and opaque accesses order nothing,
   but that they are made in one order is all that is asked here. */
static strength strength_of (const char *name) {
  if (!strncmp (name, "getAnd", 6) || !strncmp (name, "compareAnd", 10) ||
      !strncmp (name, "weakCompareAnd", 14))
    return UPDATES;
  return *name == 'g' ? LOADS : STORES;
}

/* Does it order anything?  Of VarHandle `get` and `set` are plain, of Unsafe
   what has no other word in its name; what reads and writes is volatile if it
   does not say otherwise. */
static int orders_of (const char *method, strength s) {
  if (strstr (method, "Plain") || strstr (method, "Opaque"))
    return 0;
  if (strstr (method, "Acquire"))
    return ACQUIRES;
  if (strstr (method, "Release") || strstr (method, "Ordered"))
    return RELEASES;
  return s == UPDATES || strstr (method, "Volatile")
             ? ACQUIRES | RELEASES | IS_VOLATILE
             : 0;
}

/* As if it were an access to a field that is not volatile. */
static int is_plain (const char *method, strength s) {
  return s != UPDATES && !orders_of (method, s) && !strstr (method, "Opaque");
}

static int compares (const char *name) {
  return !strncmp (name, "compareAndSet", 13) ||
         !strncmp (name, "weakCompareAndSet", 17);
}

static void atomic (JNIEnv *env, sett_jthread *t, sett_thing *thing,
                    int64_t offset, jint site) {
  const char *method = sett_jname_text (sett_place_at (site)->member);
  const strength s = strength_of (method);
  const access a = {thing, offset, s != LOADS, site, 0, NULL};
  if (!sett_place_at (site)->is_foreign && is_plain (method, s))
    plain (env, t, &a);
  else
    synchronise (env, t, &a, s, compares (method), orders_of (method, s));
}

void JNICALL sett_hook_unsafe (JNIEnv *env, jclass c, jobject object,
                               jlong offset, jint site) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (!t || !object)
    return;
  if (world.over)
    sett_junwind (env);
  else
    atomic (env, t, sett_thing_of (env, object), offset, site);
}

/* The fields of a class of VarHandle's, which of these it has: found once. */
typedef struct handle_class {
  jclass class;
  jfieldID offset, base;                   /* of a field; of what, if static */
  jfieldID elements_begin, elements_shift; /* of an array */
} handle_class;

static jfieldID own_field (JNIEnv *env, jclass class, const char *name,
                           const char *type) {
  jfieldID field = (*env)->GetFieldID (env, class, name, type);
  (*env)->ExceptionClear (env);
  return field;
}

static const handle_class *class_of_handle (JNIEnv *env, jobject handle) {
  enum { MOST = 256 };
  static handle_class known[MOST];
  static unsigned count;
  jclass class = (*env)->GetObjectClass (env, handle);
  for (unsigned i = 0; i < count; i++)
    if ((*env)->IsSameObject (env, known[i].class, class))
      return &known[i];
  if (count == MOST)
    sett_jgive_up ("more kinds of VarHandle than there are");
  known[count] = (handle_class){
      .class = (*env)->NewGlobalRef (env, class),
      .offset = own_field (env, class, "fieldOffset", "J"),
      .base = own_field (env, class, "base", "Ljava/lang/Object;"),
      .elements_begin = own_field (env, class, "abase", "I"),
      .elements_shift = own_field (env, class, "ashift", "I")};
  return &known[count++];
}

/* Where the handle leads to: a field of an object, an element of an array, a
   field of a class. */
static sett_thing *follow (JNIEnv *env, jobject handle, jobject object,
                           jint index, int64_t *offset) {
  const handle_class *c = class_of_handle (env, handle);
  if (c->offset) {
    *offset = (*env)->GetLongField (env, handle, c->offset);
    if (c->base) /* what was taken for the object is the value */
      object = (*env)->GetObjectField (env, handle, c->base);
    return sett_thing_of (env, object);
  }
  if (!c->elements_begin || !c->elements_shift || !object)
    return NULL;
  *offset =
      (*env)->GetIntField (env, handle, c->elements_begin) +
      ((int64_t)index << (*env)->GetIntField (env, handle, c->elements_shift));
  return sett_thing_of (env, object);
}

void JNICALL sett_hook_handle (JNIEnv *env, jclass c, jobject handle,
                               jobject object, jint index, jint site) {
  (void)c;
  sett_jthread *t = sett_jself ();
  int64_t offset = 0;
  if (!t || !handle)
    return;
  if (world.over) {
    sett_junwind (env);
    return;
  }
  (*env)->PushLocalFrame (env, 16);
  t->muted++;
  sett_thing *thing = follow (env, handle, object, index, &offset);
  t->muted--;
  (*env)->PopLocalFrame (env, NULL);
  if (thing)
    atomic (env, t, thing, offset, site);
  else
    sett_jnote (1, sett_place_address (site),
                "a VarHandle of a kind that is not controlled is used");
}

/* A failed one has read, and that is all. */
void JNICALL sett_hook_result (JNIEnv *env, jclass c, jboolean done,
                               jint site) {
  (void)c, (void)site;
  sett_jthread *t = sett_jself ();
  if (!t || world.over || !t->compared)
    return;
  const access a = {t->compared, t->compared_offset, 1, t->compared_at, 0,
                    NULL};
  sett_cell *cell = sett_thing_cell (a.thing, a.offset);
  sett_access_settle (t, done);
  if (done && is_free_of_races (env, t, &a, cell, 1))
    release (t, cell, t->compared_orders, UPDATES);
  else if (!done) {
    if (world.narrating)
      sett_narrate_failed ();
    sett_spins_fail (env, t, a.place);
  }
}
