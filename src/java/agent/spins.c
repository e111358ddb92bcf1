/* Busy waiting inside of the JDK: see spins.h. */

#include "java/agent/spins.h"

#include "base/assert.h"
#include "java/agent/jvm_names.h"
#include "java/agent/stack_frames.h"
#include "java/agent/jdk.h"
#include "java/agent/scheduler.h"
#include "java/agent/sites.h"
#include "java/agent/things.h"

#include <string.h>

/* Times that they go round before they park: programs cannot tell.  What is
   computed from these when a class is initialised stays. */
void sett_spins_open (JNIEnv *env) {
  static const struct {
    const char *class_name, *field;
    jint value;
  } fields[] = {
      {"java/util/concurrent/Phaser", "NCPU", 1},
      {"java/util/concurrent/Phaser", "SPINS_PER_ARRIVAL", 0},
      {"java/util/concurrent/Exchanger", "NCPU", 1},
  };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    jfieldID field =
        sett_jfield (env, fields[i].class_name, fields[i].field, "I", 1);
    if (field)
      (*env)->SetStaticIntField (env, sett_jclass (env, fields[i].class_name),
                                 field, fields[i].value);
  }
}

/*------------------------------------------------------------------------*/

/* Exchanger.slotExchange: the field. */
static int is_in_exchange (int site, const char *member) {
  static uint32_t exchanger;
  const sett_place *p = sett_place_at (site);
  if (!exchanger)
    exchanger = sett_jname ("java/util/concurrent/Exchanger");
  return p->class_name == exchanger &&
         !strcmp (sett_jname_text (p->method), "slotExchange") &&
         !strcmp (sett_jname_text (p->member), member);
}

static void look_for_match (sett_jthread *t, sett_thing *thing, int64_t offset,
                            int site) {
  if (is_in_exchange (site, "slot"))
    t->match.slot_step = t->steps;
  else if (is_in_exchange (site, "match")) {
    t->match.thing = thing;
    t->match.offset = offset;
    t->match.changed = SETT_NO_CAUSE;
  }
}

static int has_match (const sett_jthread *t) {
  return t->match.changed != SETT_NO_CAUSE;
}

/* It would have done something else in between if its slot were not empty. */
int sett_spins_meet (JNIEnv *env, sett_jthread *t, int site) {
  if (!t->match.thing || t->match.slot_step != t->steps ||
      !is_in_exchange (site, "match"))
    return 1;
  if (!sett_jvisible (env, t, SETT_DO_YIELD, NULL, 0, 0, has_match,
                      sett_frame_here (env)))
    return 0;
  SETT_ASSERT (t->match.changed < sett_jnow ());
  sett_jevent ()->cause = t->match.changed;
  return 1;
}

void sett_spins_look (sett_jthread *t, sett_thing *thing, int64_t offset,
                      int site) {
  enum { MOST = sizeof t->looked / sizeof *t->looked };
  look_for_match (t, thing, offset, site);
  for (unsigned i = 0; i < t->look_count && i < MOST; i++)
    if (t->looked[i].thing == thing && t->looked[i].offset == offset)
      return;
  if (t->look_count < MOST) {
    t->looked[t->look_count].thing = thing;
    t->looked[t->look_count].offset = offset;
    t->looked[t->look_count].site = site;
  }
  t->look_count++;
}

void sett_spins_change (const sett_thing *thing, int64_t offset) {
  enum { MOST = sizeof world.threads->looked / sizeof *world.threads->looked };
  for (sett_thread_set rest = world.alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    sett_jthread *t = &world.threads[sett_threads_first (rest)];
    if (t->match.thing == thing && t->match.offset == offset && !has_match (t))
      t->match.changed = sett_jnow ();
    if (t->number == world.current)
      continue; /* what it stores itself is part of its round */
    for (unsigned i = 0; i < t->look_count && i < MOST; i++)
      if (t->looked[i].thing == thing && t->looked[i].offset == offset &&
          t->look_changed == SETT_NO_CAUSE)
        t->look_changed = sett_jnow ();
  }
}

static int has_changed (const sett_jthread *t) {
  return t->look_changed != SETT_NO_CAUSE;
}

/* Did it try to get what the synchroniser is for, this time round? */
static int has_tried (const sett_jthread *t) {
  enum { MOST = sizeof t->looked / sizeof *t->looked };
  for (unsigned i = 0; i < t->look_count && i < MOST; i++)
    if (!strcmp (sett_jname_text (sett_place_at (t->looked[i].site)->member),
                 "state"))
      return 1;
  return 0;
}

/* Loops whose only state is what they read in each round.  In `acquire` there
   are two: a thread that has not tried to get in waits for the one before it to
   become the first, and whatever else happens it stays there; one that has
   tried counts rounds before it parks. */
static const struct {
  const char *class_name, *method;
  int has_counter;
} loops[] = {
    {"Ljava/util/concurrent/ConcurrentHashMap;", "initTable", 0},
    {"Ljava/util/concurrent/FutureTask;", "awaitDone", 0},
    {"Ljava/util/concurrent/FutureTask;", "handlePossibleCancellationInterrupt",
     0},
    {"Ljava/util/concurrent/locks/AbstractQueuedSynchronizer;", "acquire", 1},
};

/* The caller is so many frames up. */
static int is_known_loop (const sett_jthread *t, jint up) {
  jvmtiFrameInfo frame;
  jint depth = 0;
  jclass class = NULL;
  char *name = NULL, *owner = NULL;
  int found = 0;
  (*world.jvmti)->GetStackTrace (world.jvmti, NULL, up, 1, &frame, &depth);
  if (depth < 1 ||
      (*world.jvmti)
          ->GetMethodDeclaringClass (world.jvmti, frame.method, &class) ||
      (*world.jvmti)->GetClassSignature (world.jvmti, class, &owner, NULL))
    return 0;
  if (!(*world.jvmti)
           ->GetMethodName (world.jvmti, frame.method, &name, NULL, NULL))
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
      found |= !strcmp (owner, loops[i].class_name) &&
               !strcmp (name, loops[i].method) &&
               !(loops[i].has_counter && has_tried (t));
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)owner);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)name);
  return found;
}

/* Like joining: what has changed comes before, in every order. */
static void wait_for_change (JNIEnv *env, sett_jthread *t) {
  if (!sett_jvisible (env, t, SETT_DO_YIELD, NULL, 0, 0, has_changed,
                      sett_frame_here (env)))
    return;
  SETT_ASSERT (t->look_changed < sett_jnow ());
  sett_jevent ()->cause = t->look_changed;
  t->look_changed = SETT_NO_CAUSE;
  t->look_count = 0;
}

/* A queue gets its first node by two steps of one thread, the head and then the
   tail.  One who comes in between tries again and again to be the first. */
static int is_first_in_queue (int site) {
  const sett_place *p = sett_place_at (site);
  return p->is_foreign &&
         !strcmp (sett_jname_text (p->method), "tryInitializeHead");
}

void sett_spins_fail (JNIEnv *env, sett_jthread *t, int site) {
  enum { MOST = sizeof t->looked / sizeof *t->looked };
  if (!is_first_in_queue (site))
    return;
  if (t->look_count <= MOST)
    wait_for_change (env, t);
  else {
    t->look_changed = SETT_NO_CAUSE;
    t->look_count = 0;
  }
}

/* Others may go on with everything they do anyway. */
static void go_round (JNIEnv *env, sett_jthread *t, jint up) {
  enum { MOST = sizeof t->looked / sizeof *t->looked };
  if (t->look_count <= MOST && is_known_loop (t, up))
    wait_for_change (env, t);
  else {
    t->time += 1000;
    t->look_changed = SETT_NO_CAUSE;
    t->look_count = 0;
  }
}

void JNICALL sett_thread_yield (JNIEnv *env, jclass c) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  else if (!t)
    jdk.real_yield (env, c);
  else
    go_round (env, t, 1);
}

void JNICALL sett_thread_spin (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  else if (t)
    go_round (env, t, 2);
}
