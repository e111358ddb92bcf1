/* Two threads that initialise two classes which need each other wait for each
   other inside of the virtual machine.  Here initialisers run one after the
   other (scheduler.c), so that this is never seen: the verdict is bounded if it
   can happen.

   It can happen only if the initialiser of X may have to initialise another
   class Y, and that of Y may have to initialise X.  What an initialiser may
   have to initialise is over-estimated: the superclass, what its own code
   needs, and, as soon as it calls something, what any code of the class that it
   calls uses, and what these use. */

#include "java/agent/initialisers.h"

#include "base/assert.h"
#include "java/agent/class_names.h"
#include "java/agent/jvm_names.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct reference {
  uint32_t from, to;
  sett_reference kind;
} reference;

static reference *references;
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void sett_initialisers_refer (void *context, const char *class_name,
                              const char *other, sett_reference kind) {
  (void)context;
  if (sett_is_foreign_class (class_name) || sett_is_foreign_class (other) ||
      *other == '[')
    return;
  pthread_mutex_lock (&lock);
  if (count == room) {
    room = 2 * room + 256;
    references = realloc (references, room * sizeof *references);
    if (!references)
      sett_jgive_up ("out of memory");
  }
  SETT_ASSERT (count < room);
  references[count++] =
      (reference){sett_jname (class_name), sett_jname (other), kind};
  pthread_mutex_unlock (&lock);
}

/*------------------------------------------------------------------------*/
/* What is reached from an initialiser: initialisers, and the code of classes.
 */

typedef struct reach {
  uint8_t *initialisers, *code; /* by the number of a class's name */
} reach;

static int put (uint8_t *set, uint32_t name) {
  const int fresh = !set[name];
  set[name] = 1;
  return fresh;
}

/* From those that are reached to those that they need.  True: there are more.
 */
static int go_forth (reach *r, const reference *e) {
  const int reached =
      e->kind == SETT_IS_USED ? r->code[e->from] : r->initialisers[e->from];
  if (!reached)
    return 0;
  const int runs = e->kind == SETT_IS_USED || e->kind == SETT_IS_CALLED;
  return put (r->initialisers, e->to) | (runs && put (r->code, e->to));
}

/* From those that are needed to those that need them. */
static int go_back (reach *r, const reference *e) {
  const int runs = e->kind == SETT_IS_USED || e->kind == SETT_IS_CALLED;
  if (!r->initialisers[e->to] && !(runs && r->code[e->to]))
    return 0;
  return put (e->kind == SETT_IS_USED ? r->code : r->initialisers, e->from);
}

static reach reach_from (uint32_t name, uint32_t most,
                         int (*go) (reach *, const reference *)) {
  reach r = {.initialisers = calloc (most + 1, 1),
             .code = calloc (most + 1, 1)};
  int more = 1;
  if (!r.initialisers || !r.code)
    sett_jgive_up ("out of memory");
  SETT_ASSERT (name && name <= most); /* names have numbers from 1 on */
  r.initialisers[name] = 1;
  while (more) {
    more = 0;
    for (size_t i = 0; i < count; i++)
      more |= go (&r, &references[i]);
  }
  return r;
}

static void release (reach *r) {
  free (r->initialisers);
  free (r->code);
}

static uint32_t highest_name (uint32_t name) {
  for (size_t i = 0; i < count; i++) {
    if (references[i].from > name)
      name = references[i].from;
    if (references[i].to > name)
      name = references[i].to;
  }
  return name;
}

/* Another class whose initialiser needs this one's, and the other way round; or
   0. */
static uint32_t partner_of (uint32_t name) {
  const uint32_t most = highest_name (name);
  reach needs = reach_from (name, most, go_forth);
  reach needed = reach_from (name, most, go_back);
  uint32_t found = 0;
  for (uint32_t other = 1; other <= most && !found; other++)
    if (other != name && needs.initialisers[other] &&
        needed.initialisers[other])
      found = other;
  release (&needs);
  release (&needed);
  return found;
}

void sett_initialisers_ran (uint32_t name) {
  static size_t looked_at; /* then; more may have become known since */
  static uint32_t *done;
  static uint32_t done_count;
  if (looked_at != count)
    done_count = 0;
  looked_at = count;
  for (uint32_t i = 0; i < done_count; i++)
    if (done[i] == name)
      return;
  done = realloc (done, (done_count + 1) * sizeof *done);
  if (!done)
    sett_jgive_up ("out of memory");
  done[done_count++] = name;
  const uint32_t other = partner_of (name);
  if (other)
    sett_jnote (1, 0,
                "the initialisers of classes %.40s and %.40s need each other: "
                "whether threads wait there is not explored",
                sett_jname_text (name), sett_jname_text (other));
}
