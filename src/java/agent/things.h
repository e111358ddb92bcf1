/* Objects of the program: which of this execution is which of others, and what
   is known of their memory.

   Searches need names of objects that are the same in all executions.  An
   object is known by the thread that made it and how many that thread had made
   before; one that a class initialiser made by the class, since any thread may
   run that; a class by its name.  Objects that come out of code that is not
   watched have no such name: the first of its class is "the one of that class".
   If there are several of a class, and threads share one of them, the verdict
   is bounded.  What a collection is made of inside, nodes and arrays, is known
   by the collection and how many of its parts were named before.  Whatever is
   no object of searches (plain memory) needs no name until a race is found. */

#ifndef SETT_JAVA_AGENT_THINGS_H
#define SETT_JAVA_AGENT_THINGS_H

#include "java/agent/jvm_world.h"

/* An access, as it was. */
typedef struct sett_epoch {
  uint32_t time; /* 0: there was none */
  uint8_t thread;
  uintptr_t place;
  int site; /* plus 1 */
  uint32_t event;
  const struct sett_jtestimony *testimony; /* when narrating */
} sett_epoch;

typedef struct sett_epochs { /* one of each thread */
  sett_epoch *at;
  uint32_t count, room;
} sett_epochs;

/* A field or an element. */
typedef struct sett_cell {
  int64_t offset;  /* in the object, as Unsafe has it */
  uint32_t number; /* of the object of searches; 0: none yet */
  uint8_t visible; /* accesses are events: a race was reported */
  sett_epoch write;
  sett_epochs reads; /* since then */
  sett_epochs atomic_reads, atomic_writes;
  struct sett_jlocking *locking; /* its discipline (locking.h); or null */
  uint32_t *clock;          /* what the writer of the value had seen; or null */
  uint32_t *volatile_clock; /* all whose writes were volatile; or null */
} sett_cell;

/* The thing that an object is; null for null. */
sett_thing *sett_thing_of (JNIEnv *, jobject);
/* The same if it is known which thread or class has made it; else null. */
const sett_thing *sett_thing_made (jobject);
/* The same for an object that need not have a name. */
sett_thing *sett_thing_nameless (JNIEnv *, jobject);
/* Is it known which thread or class has made it, or what it is a part of? */
int sett_thing_is_made (const sett_thing *);
/* It belongs to that one. */
void sett_thing_adopt (JNIEnv *, jobject whole, jobject part);
/* The thing that stands for a class, by the number of its name. */
sett_thing *sett_thing_of_class (uint32_t name);
/* The object was just made by the thread. */
void sett_thing_born (JNIEnv *, sett_jthread *, jobject);

sett_cell *sett_thing_cell (sett_thing *, int64_t offset);

/* Numbers for searches. */
uint32_t sett_thing_monitor (sett_thing *);
uint32_t sett_thing_queue (sett_thing *);
uint32_t sett_thing_memory (sett_thing *, sett_cell *);

/* A word for a cell that means the same in all executions. */
uint64_t sett_cell_key (sett_thing *, const sett_cell *);

/* A new execution. */
void sett_things_begin (void);

#endif
