/* What hooks tell of new objects, initialisers that begin and end, and parts of
   the JDK that are muted: see births.h. */

#include "java/agent/births.h"

#include "base/assert.h"
#include "java/agent/initialisers.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/sites.h"
#include "java/agent/things.h"

int sett_is_unpublished (const sett_jthread *t, const sett_thing *thing) {
  while (thing->whole)
    thing = thing->whole;
  return t->initialising && thing->initialising == (int)t->number + 1;
}

void sett_note_initialiser (const sett_jthread *t, int site) {
  if (t->initialising && sett_threads_many (sett_fellows (t)))
    sett_jnote (1, site >= 0 ? sett_place_address (site) : 0,
                "a class initialiser uses what other threads can see: when it "
                "runs is not varied");
}

/* An object of the JDK's classes is known to be made by the program when its
   constructor has ended; what that does is nobody else's business. */
void sett_note_use (sett_jthread *t, sett_thing *thing, int site) {
  enum { MOST = sizeof t->unborn / sizeof *t->unborn };
  SETT_ASSERT (t->unborn_count <= MOST);
  if (!t->initialising)
    return;
  for (unsigned i = 0; i < t->unborn_count; i++)
    if (t->unborn[i].thing == thing)
      return;
  if (sett_thing_is_made (thing) || t->unborn_count == MOST) {
    sett_note_initialiser (t, site);
    return;
  }
  t->unborn[t->unborn_count].thing = thing;
  t->unborn[t->unborn_count++].site = site;
}

/* The initialiser ends: what it has not made it has found. */
static void look_at_unborn (sett_jthread *t) {
  for (unsigned i = 0; i < t->unborn_count; i++)
    if (!sett_thing_is_made (t->unborn[i].thing))
      sett_note_initialiser (t, t->unborn[i].site);
  t->unborn_count = 0;
}

/* Whoever uses a class comes after its initialiser. */
static void publish (sett_jthread *t, uint32_t class_name) {
  if (!sett_is_alone (t))
    sett_clock_release (t, &sett_thing_of_class (class_name)->initialiser);
}

void sett_class_used (sett_jthread *t, uint32_t class_name) {
  if (class_name && !sett_is_alone (t))
    sett_clock_acquire (t, sett_thing_of_class (class_name)->initialiser);
}

void JNICALL sett_hook_born (JNIEnv *env, jclass c, jobject object, jint site) {
  (void)c, (void)site;
  sett_jthread *t = sett_jself ();
  if (t && !world.over)
    sett_thing_born (env, t, object);
}

enum { CONSTRUCTOR_CALL = 0xb7 };

/* Zero elements have nothing to be watched, and many share them. */
void JNICALL sett_hook_inner (JNIEnv *env, jclass c, jobject whole,
                              jobject part, jint site) {
  (void)c;
  const sett_jthread *t = sett_jself ();
  if (!t || world.over || !whole || !part)
    return;
  const int is_array = sett_place_at (site)->opcode != CONSTRUCTOR_CALL;
  if (!is_array || (*env)->GetArrayLength (env, part))
    sett_thing_adopt (env, whole, part);
}

/* Who initialises a class is by itself until it has ended (scheduler.c), and
   what it makes is the class's. */
void JNICALL sett_hook_begin (JNIEnv *env, jclass c, jint site) {
  (void)env, (void)c;
  sett_jthread *t = sett_jself_any ();
  if (!t || world.over)
    return;
  if (sett_thing_of_class (sett_place_at (site)->class_name)->user++)
    sett_jnote (1, 0,
                "several class loaders have classes of the same name: "
                "not told apart");
  SETT_ASSERT (t->number == world.current); /* nobody interrupts it */
  const unsigned depth = t->initialising++;
  if (depth < sizeof t->initialised / sizeof *t->initialised) {
    t->initialised[depth].name = sett_place_at (site)->class_name;
    t->initialised[depth].births = 0;
  }
}

void JNICALL sett_hook_mute (JNIEnv *env, jclass c, jint site) {
  (void)env, (void)c, (void)site;
  sett_jthread *t = sett_jself_any ();
  if (t)
    t->muted++;
}

/* The program's classes are initialised, those of the JDK muted. */
void JNICALL sett_hook_end (JNIEnv *env, jclass c, jint site) {
  (void)env, (void)c;
  sett_jthread *t = sett_jself_any ();
  if (!t)
    return;
  const sett_place *p = sett_place_at (site);
  unsigned *count = p->is_foreign ? &t->muted : &t->initialising;
  if (!p->is_foreign && !world.over) {
    look_at_unborn (t);
    publish (t, p->class_name);
  }
  if (*count)
    --*count;
  if (!p->is_foreign && !sett_is_alone (t))
    sett_initialisers_ran (p->class_name);
}
