/* What threads of random programs declare (print.c): the objects that they use
   at most, and those of the threads that they create.

   A thread that uses what has no name, or ends the program, declares nothing.
 */

#include "print.h"

enum {
  USES_POINTER = ATOMIC,
  USES_MUTEX,
  USES_CONDITION = USES_MUTEX + MUTEXES,
  USES_RWLOCK,
  USES_SPINLOCK,
  USES_BARRIER,
  USES_SEMAPHORE,
  USES
};

enum { LOOKS = 1, CHANGES = 2 };

typedef struct uses {
  uint8_t how[USES];
  int undeclared; /* it ends the program, or uses what has no name */
} uses;

static const char *used (unsigned i) {
  static const char *const letters[] = {"c", "w", "k", "b", "s"};
  if (i < ATOMIC)
    return atomic (i);
  if (i == USES_POINTER)
    return name ("hp");
  return i < USES_CONDITION ? name ("m%u", i - USES_MUTEX)
                            : name ("%s", letters[i - USES_CONDITION]);
}

static void add_use (const program *p, const operation *o, uses *u) {
  switch (o->code) {
  case OP_LOAD:
  case OP_WHEN:
  case OP_AWAIT:
  case OP_AWAIT_YIELD:
  case OP_RETRY:
    u->how[o->x] |= LOOKS;
    break;
  case OP_AWAIT_TWO:
    u->how[o->x] |= LOOKS;
    u->how[(o->x + 1) % ATOMIC] |= LOOKS;
    break;
  case OP_BOTH:
  case OP_AWAIT_BACK:
    u->how[o->x] |= CHANGES;
    u->how[(o->x + 1) % ATOMIC] |= LOOKS;
    break;
  case OP_AWAIT_POLL:
    u->how[USES_MUTEX + o->w] |= CHANGES;
    break;
  case OP_STORE:
  case OP_ADD:
  case OP_SWAP:
  case OP_CAS:
  case OP_AWAIT_CAS:
    u->how[o->x] |= CHANGES;
    break;
  case OP_DUMP:
    for (unsigned i = 0; i < ATOMIC; i++)
      u->how[i] |= uses_atomic (p, i) ? LOOKS : 0;
    break;
  case OP_USE:
  case OP_USE_ANYHOW:
  case OP_FREE:
    u->how[USES_POINTER] |= LOOKS;
    break;
  case OP_PUBLISH:
  case OP_CONSUME:
    u->how[USES_POINTER] |= CHANGES;
    break;
  case OP_LOCK:
  case OP_UNLOCK:
  case OP_TRYLOCK:
  case OP_TIMEDLOCK:
  case OP_AWAIT_LOCK:
    u->how[USES_MUTEX + o->x % MUTEXES] |= CHANGES;
    break;
  case OP_WAIT:
  case OP_WAIT_LOOP:
  case OP_WAIT_TIMED:
    u->how[USES_MUTEX] |= CHANGES;
    u->how[USES_CONDITION] |= CHANGES;
    break;
  case OP_SIGNAL:
  case OP_BROADCAST:
    u->how[USES_CONDITION] |= CHANGES;
    break;
  case OP_SEM_WAIT:
  case OP_SEM_TRY:
  case OP_SEM_TIMED:
  case OP_SEM_POST:
  case OP_SEM_VALUE:
    u->how[USES_SEMAPHORE] |= CHANGES;
    break;
  case OP_READ_LOCK:
  case OP_WRITE_LOCK:
  case OP_TRY_READ:
  case OP_TRY_WRITE:
  case OP_TIMED_READ:
  case OP_TIMED_WRITE:
  case OP_RW_UNLOCK:
    u->how[USES_RWLOCK] |= CHANGES;
    break;
  case OP_SPIN_LOCK:
  case OP_SPIN_TRY:
  case OP_SPIN_UNLOCK:
    u->how[USES_SPINLOCK] |= CHANGES;
    break;
  case OP_ARRIVE:
    u->how[USES_BARRIER] |= CHANGES;
    break;
  case OP_KEY:
    u->how[COUNTER] |= CHANGES;
    break;
  case OP_READ:
  case OP_WRITE:
  case OP_INCREMENT:
  case OP_FENCE:
  case OP_CONSISTENT:
  case OP_CHOOSE:
  case OP_ASSUME:
  case OP_ASSERT:
  case OP_LOCAL:
  case OP_CREATE:
  case OP_JOIN:
  case OP_DETACH:
  case OP_EXIT:
  case OP_QUICK_EXIT:
  case OP_LEAVE:
    break;
  default: /* something that has no name: files, pipes, ... */
    u->undeclared = 1;
    break;
  }
}

static void add_uses (const program *p, unsigned thread, uses *u) {
  for (unsigned i = 0; i < p->length[thread]; i++) {
    const operation *o = &p->code[thread][i];
    add_use (p, o, u);
    if (o->code == OP_CREATE)
      add_uses (p, o->x, u);
    if (thread && (o->code == OP_EXIT || o->code == OP_QUICK_EXIT))
      u->undeclared = 1;
  }
}

/* Every other program declares everything. */
void print_declaration (const program *p, unsigned thread, const char *word) {
  uses u = {0};
  add_uses (p, thread, &u);
  if (u.undeclared || p->seed % 2)
    return;
  for (unsigned i = 0; i < USES; i++)
    if (u.how[i])
      line ("sett_will_use (&%s, sizeof %s, %s);", used (i), used (i),
            u.how[i] & CHANGES ? "SETT_CHANGE" : "SETT_OBSERVE");
  line ("%s ();", word);
}
