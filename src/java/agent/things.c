/* Objects and their names.  What always holds: a name means the same in all
   executions (things.h). */

#include "java/agent/things.h"

#include "base/assert.h"
#include "base/memory.h"

#include "java/agent/execution_memory.h"
#include "java/agent/jvm_names.h"
#include "java/agent/jvm_upcalls.h"
#include "java/agent/object_numbers.h"
#include "java/agent/scheduler.h"
#include "java/agent/statics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Names and numbers. */

static uint64_t mix (uint64_t h, uint64_t more) {
  h = (h + more) * 0x9e3779b97f4a7c15ul;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9ul;
  return h ^ h >> 32;
}

enum { KIND_AT = 62 };
enum { MADE_BY_THREAD, MADE_BY_CLASS, IS_CLASS, UNWATCHED };

/* What a class has to do with: by its name, so that it is the same in another
   virtual machine. */
static uint64_t key_by_class (uint64_t kind, uint32_t name, uint64_t which) {
  return kind << KIND_AT | mix (sett_jname_hash (name), which) >> 2;
}

/* Its name.  A part gets its own when it is needed: of made ones these are
   apart by the bits above the number of the thread. */
static uint64_t key_of (sett_thing *thing) {
  enum { PART_AT = 54, PARTS = 0x80 };
  if (thing->key)
    return thing->key;
  const uint64_t h = thing->whole ? key_of (thing->whole) : 0;
  const uint32_t part = thing->whole ? ++thing->whole->parts : 0;
  return thing->key = (uint64_t)PARTS << PART_AT | mix (h, part) >> 10;
}

static void end_if_shared (const sett_thing *);

uint32_t sett_thing_monitor (sett_thing *thing) {
  end_if_shared (thing);
  if (!thing->monitor)
    thing->monitor =
        sett_object_number (key_of (thing), SETT_NUMBER_MONITOR, 0);
  return thing->monitor;
}

uint32_t sett_thing_queue (sett_thing *thing) {
  end_if_shared (thing);
  if (!thing->queue)
    thing->queue = sett_object_number (key_of (thing), SETT_NUMBER_QUEUE, 0);
  return thing->queue;
}

uint32_t sett_thing_memory (sett_thing *thing, sett_cell *cell) {
  if (!cell->number)
    cell->number =
        sett_object_number (key_of (thing), SETT_NUMBER_MEMORY, cell->offset);
  return cell->number;
}

uint64_t sett_cell_key (sett_thing *thing, const sett_cell *cell) {
  uint64_t h = key_of (thing) * 0x9e3779b97f4a7c15ul + (uint64_t)cell->offset;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9ul;
  return h >> 8 | 1;
}

/*------------------------------------------------------------------------*/
/* Things.  The tag of an object is the number of the execution and the place in
   the list of things; what an earlier execution wrote there means nothing. */

enum { INDEX_BITS = 26 };

static sett_thing **things;
static uint32_t thing_count, thing_room;

typedef struct sighting { /* of a class, in this execution, by a process */
  uint32_t name, count;
  unsigned process;
  int shared; /* several threads use one of them */
} sighting;
static sighting *sightings;
static uint32_t sighting_count, sighting_room;

/* By the process, and the number of their name. */
static sett_thing **class_things[SETT_SYSTEM_PROCESSES];
static uint32_t class_rooms[SETT_SYSTEM_PROCESSES];

void sett_things_begin (void) {
  for (unsigned p = 0; p < world.process_count; p++)
    for (uint32_t i = 0; i < class_rooms[p]; i++)
      class_things[p][i] = NULL;
  thing_count = sighting_count = 0;
  sett_execution_memory_begin ();
}

static sett_thing *add_thing (uint64_t key) {
  SETT_ASSERT (thing_count <= thing_room &&
               world.process < world.process_count);
  if (thing_count >> INDEX_BITS)
    sett_jgive_up ("more objects than can be told apart");
  if (thing_count == thing_room) {
    thing_room = 2 * thing_room + 1024;
    things = realloc (things, thing_room * sizeof *things);
    if (!things)
      sett_jgive_up ("out of memory");
  }
  sett_thing *thing = sett_jalloc (sizeof *thing);
  thing->key = key;
  thing->process = world.process;
  thing->owner = -1;
  thing->serial = thing_count;
  things[thing_count++] = thing;
  return thing;
}

static jlong tag_of (const sett_thing *thing) {
  return (jlong)(world.execution << INDEX_BITS | thing->serial);
}

static sett_thing *find (jobject object) {
  jlong tag = 0;
  (*world.jvmti)->GetTag (world.jvmti, object, &tag);
  const uint64_t index = (uint64_t)tag & ((1u << INDEX_BITS) - 1);
  return tag && (uint64_t)tag >> INDEX_BITS == world.execution &&
                 index < thing_count
             ? things[index]
             : NULL;
}

const sett_thing *sett_thing_made (jobject object) {
  const sett_thing *thing = object ? find (object) : NULL;
  return thing && thing->key && thing->key >> KIND_AT < IS_CLASS ? thing : NULL;
}

int sett_thing_is_made (const sett_thing *thing) {
  while (!thing->key && thing->whole)
    thing = thing->whole;
  return thing->key && thing->key >> KIND_AT < IS_CLASS;
}

static void mark (JNIEnv *env, jobject object, sett_thing *thing) {
  (*world.jvmti)->SetTag (world.jvmti, object, tag_of (thing));
  if (world.narrating)
    sett_jup->narrate_thing (env, object, thing);
}

/* Processes have classes of the same name, each its own. */
sett_thing *sett_thing_of_class (uint32_t name) {
  const unsigned p = world.process;
  if (name >= class_rooms[p]) {
    const uint32_t room = 2 * name + 64, before = class_rooms[p];
    class_things[p] =
        sett_resize (class_things[p], before * sizeof **class_things,
                     room * sizeof **class_things);
    memset (class_things[p] + before, 0,
            (room - before) * sizeof **class_things);
    class_rooms[p] = room;
  }
  SETT_ASSERT (name < class_rooms[p]);
  if (!class_things[p][name]) {
    sett_thing *thing = add_thing (key_by_class (IS_CLASS, name, p));
    snprintf (thing->name, sizeof thing->name, "%.40s.class",
              strrchr (sett_jname_text (name), '/')
                  ? strrchr (sett_jname_text (name), '/') + 1
                  : sett_jname_text (name));
    class_things[p][name] = thing;
  }
  return class_things[p][name];
}

/* "java/lang/Object" of "Ljava/lang/Object;". */
static uint32_t name_of_class (jclass class) {
  char *signature = NULL;
  if ((*world.jvmti)->GetClassSignature (world.jvmti, class, &signature, NULL))
    return sett_jname ("?");
  const size_t length = strlen (signature);
  if (*signature == 'L' && length > 1)
    signature[length - 1] = 0;
  const uint32_t name = sett_jname (signature + (*signature == 'L'));
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)signature);
  return name;
}

static sighting *sighting_of (uint32_t name) {
  for (uint32_t i = 0; i < sighting_count; i++)
    if (sightings[i].name == name && sightings[i].process == world.process)
      return &sightings[i];
  if (sighting_count == sighting_room) {
    sighting_room = 2 * sighting_room + 16;
    sightings = realloc (sightings, sighting_room * sizeof *sightings);
    if (!sightings)
      sett_jgive_up ("out of memory");
  }
  sightings[sighting_count] =
      (sighting){.name = name, .process = world.process};
  return &sightings[sighting_count++];
}

static void note_confusion (const sighting *s) {
  if (s->count > 1 && s->shared && !world.warming)
    sett_jnote (1, 0,
                "objects of class %.60s come from code that is not watched: "
                "not told apart in all orders",
                sett_jname_text (s->name));
}

static unsigned toucher (void) {
  const sett_jthread *t = sett_jself_any ();
  return t ? t->number + 1 : 1; /* the engine makes the first thread */
}

/* An object from code that is not watched.  If a single thread uses it, which
   one it is does not matter to anybody else. */
static void meet (sett_thing *thing, uint32_t name) {
  enum { PROCESS_AT = 32, TOUCHER_AT = 40 };
  sighting *s = sighting_of (name);
  s->count++;
  note_confusion (s);
  thing->key =
      key_by_class (UNWATCHED, name,
                    (uint64_t)(s->count > 1 ? toucher () : 0) << TOUCHER_AT |
                        (uint64_t)world.process << PROCESS_AT | s->count);
  thing->toucher = toucher ();
  thing->class_name = name;
}

static void meet_again (sett_thing *thing) {
  if (thing->key >> KIND_AT != UNWATCHED || thing->toucher == toucher ())
    return;
  sighting *s = sighting_of (thing->class_name);
  s->shared = 1;
  note_confusion (s);
}

/* An object of the JDK that several processes come across stands for one in
   each of them. */
static sett_thing *twin_of (sett_thing *thing) {
  while (thing && thing->process != world.process)
    thing = thing->twin;
  return thing;
}

/* A cache of the JDK's own: what is in it is the same for everybody. */
static int is_cache (const char *class_name) {
  static const char name[] = "java/util/concurrent/ConcurrentHashMap";
  return strstr (class_name, name) != NULL;
}

static void note_sharing (uint32_t class_name) {
  if (!world.over && !world.warming)
    sett_jnote (1, 0,
                "processes use the same object of the JDK (of class %.50s): "
                "not told apart",
                sett_jname_text (class_name));
}

/* In separate machines they could not see what others do to it, nor wait for
   each other there, unless each has its own of it (statics.c). */
static void share (JNIEnv *env, jobject object, sett_thing *first,
                   sett_thing *twin, uint32_t class_name) {
  if (!sett_jself_any () || sett_statics_have (env, object))
    return;
  first->shared = twin->shared = class_name;
  if (!is_cache (sett_jname_text (class_name)))
    note_sharing (class_name);
}

/* Whoever has it really could make another process wait. */
static void end_if_shared (const sett_thing *thing) {
  if (!thing->shared || world.over)
    return;
  note_sharing (thing->shared);
  sett_jend (SETT_CUT);
}

static sett_thing *add_twin (sett_thing *thing) {
  sett_thing *twin = add_thing (0);
  twin->twin = thing->twin;
  thing->twin = twin;
  memcpy (twin->name, thing->name, sizeof twin->name);
  return twin;
}

/* System.out and the like are known by that. */
static int name_stream (JNIEnv *env, jobject object, sett_thing *thing) {
  const char *name = sett_statics_stream_name (env, object);
  if (!name)
    return 0;
  thing->key = key_by_class (IS_CLASS, sett_jname (name), world.process);
  snprintf (thing->name, sizeof thing->name, "%s", name);
  return 1;
}

sett_thing *sett_thing_of (JNIEnv *env, jobject object) {
  if (!object)
    return NULL;
  sett_thing *first = find (object), *thing = twin_of (first);
  if (thing && (thing->key || sett_thing_is_made (thing))) {
    meet_again (thing);
    return thing;
  }
  jclass class = (*env)->GetObjectClass (env, object);
  const uint32_t name = name_of_class (class);
  (*env)->DeleteLocalRef (env, class);
  if (!strcmp (sett_jname_text (name), "java/lang/Class")) {
    thing = sett_thing_of_class (name_of_class (object));
    if (!first)
      mark (env, object, thing);
    else if (first != thing)
      share (env, object, first, thing, name);
    return thing;
  }
  if (!thing && first) {
    thing = add_twin (first);
    share (env, object, first, thing, name);
  }
  if (!thing)
    mark (env, object, thing = add_thing (0));
  if (!name_stream (env, object, thing))
    meet (thing, name);
  return thing;
}

sett_thing *sett_thing_nameless (JNIEnv *env, jobject object) {
  sett_thing *first = find (object), *thing = twin_of (first);
  if (!thing && first)
    return add_twin (first);
  if (!thing)
    mark (env, object, thing = add_thing (0));
  return thing;
}

void sett_thing_adopt (JNIEnv *env, jobject whole, jobject part) {
  sett_thing *thing = sett_thing_nameless (env, part);
  if (!thing->key && !thing->whole)
    thing->whole = sett_thing_nameless (env, whole);
}

void sett_thing_born (JNIEnv *env, sett_jthread *t, jobject object) {
  enum {
    MOST = sizeof t->initialised / sizeof *t->initialised,
    PROCESS_AT = 48
  };
  sett_thing *thing = object ? find (object) : NULL;
  if (!object || (thing && thing->key))
    return;
  uint64_t key;
  const unsigned depth = t->initialising;
  if (depth && depth <= MOST)
    key = key_by_class (MADE_BY_CLASS, t->initialised[depth - 1].name,
                        (uint64_t)t->process << PROCESS_AT |
                            ++t->initialised[depth - 1].births);
  else
    key = (uint64_t)MADE_BY_THREAD << KIND_AT | (uint64_t)t->number << 48 |
          ++t->births;
  if (!thing)
    mark (env, object, thing = add_thing (key));
  thing->key = key;
  thing->initialising = depth ? (int)t->number + 1 : 0;
}

/*------------------------------------------------------------------------*/
/* Cells, sorted by their places: elements come in order. */

sett_cell *sett_thing_cell (sett_thing *thing, int64_t offset) {
  uint32_t low = 0, high = thing->cell_count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (thing->cells[middle].offset < offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < thing->cell_count && thing->cells[low].offset == offset)
    return &thing->cells[low];
  if (thing->cell_count == thing->cell_room) {
    const uint32_t room = thing->cell_room ? 2 * thing->cell_room : 4;
    sett_cell *wider = sett_jalloc (room * sizeof *wider);
    if (thing->cell_count)
      memcpy (wider, thing->cells, thing->cell_count * sizeof *wider);
    thing->cells = wider;
    thing->cell_room = room;
  }
  SETT_ASSERT (low <= thing->cell_count &&
               thing->cell_count < thing->cell_room);
  memmove (thing->cells + low + 1, thing->cells + low,
           (thing->cell_count - low) * sizeof *thing->cells);
  thing->cell_count++;
  thing->cells[low] = (sett_cell){.offset = offset};
  return &thing->cells[low];
}
