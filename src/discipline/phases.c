/* The locking discipline of one variable: see phases.h, which has the argument.
 */

#include "discipline/phases.h"

#include "base/assert.h"
#include "base/memory.h"

/* Turns of a thread of one kind: the last of them. */
typedef struct turn {
  struct turn *next;
  uint32_t clock, locks;
  int writes;
} turn;

/* It begins with turns of one thread, which nothing else comes between; then
   there are uses that are none.  The very first phase has no turns. */
typedef struct phase {
  struct phase *before;
  unsigned thread;
  uint32_t first; /* of its turns: clock of the thread */
  turn *turns;
  /* Of the other uses. */
  int used, written;
  uint32_t locks; /* held at each */
} phase;

/* The last use by a thread. */
typedef struct mark {
  struct mark *next;
  unsigned thread;
  uint32_t clock;
} mark;

struct sett_phases {
  phase *last;
  uint32_t count;
  mark *marks;
};

/*------------------------------------------------------------------------*/

#ifndef MANY_PHASES
#define MANY_PHASES 8
#endif

enum { CHUNK = 1 << 16 };

typedef struct chunk {
  struct chunk *next;
  char room[CHUNK - sizeof (void *)];
} chunk;

/* Chunks in a row: those before `current` are full, those behind are free. */
struct sett_phase_memory {
  chunk *first, *current;
  size_t used; /* of the current one */
  sett_lock_sets *sets;
  int (*is_settled) (unsigned thread, uint32_t clock);
  uintptr_t next_row; /* of clocks */
};

static chunk *create_chunk (void) {
  chunk *c = sett_alloc (sizeof *c);
  c->next = NULL;
  return c;
}

sett_phase_memory *sett_phase_memory_create (uintptr_t bytes_to_next_row) {
  sett_phase_memory *m = sett_zalloc (1, sizeof *m);
  SETT_ASSERT (bytes_to_next_row >= SETT_PHASE_ROW * sizeof (uint32_t));
  m->next_row = bytes_to_next_row;
  m->first = m->current = create_chunk ();
  m->sets = sett_lock_sets_create ();
  return m;
}

void sett_phase_memory_destroy (sett_phase_memory *m) {
  for (chunk *c = m->first, *next; c; c = next) {
    next = c->next;
    sett_free (c, sizeof *c);
  }
  sett_lock_sets_destroy (m->sets);
  sett_free (m, sizeof *m);
}

void sett_phase_memory_clear (sett_phase_memory *m) {
  m->current = m->first;
  m->used = 0;
}

void sett_phase_memory_forget_by (sett_phase_memory *m,
                                  int (*is_settled) (unsigned, uint32_t)) {
  m->is_settled = is_settled;
}

sett_lock_sets *sett_phase_lock_sets (sett_phase_memory *m) {
  return m->sets;
}

void *sett_phase_memory_take (sett_phase_memory *m, size_t size) {
  size = (size + 15) & ~(size_t)15;
  SETT_ASSERT (size <= sizeof m->current->room);
  if (m->used + size > sizeof m->current->room) {
    if (!m->current->next)
      m->current->next = create_chunk ();
    m->current = m->current->next;
    m->used = 0;
  }
  m->used += size;
  SETT_ASSERT (m->used <= sizeof m->current->room);
  return m->current->room + m->used - size;
}

/*------------------------------------------------------------------------*/

static void add_phase (sett_phase_memory *m, sett_phases *p, unsigned thread,
                       uint32_t first) {
  phase *new = sett_phase_memory_take (m, sizeof *new);
  *new = (phase){.before = p->last, .thread = thread, .first = first};
  p->last = new;
  p->count++;
  SETT_ASSERT (p->count && p->last);
}

sett_phases *sett_phases_create (sett_phase_memory *m) {
  sett_phases *p = sett_phase_memory_take (m, sizeof *p);
  *p = (sett_phases){0};
  add_phase (m, p, 0, 0);
  return p;
}

static turn *copy_turns (sett_phase_memory *m, const turn *old) {
  turn *first = NULL, **end = &first;
  for (; old; old = old->next) {
    *end = sett_phase_memory_take (m, sizeof **end);
    **end = *old;
    end = &(*end)->next;
  }
  return first;
}

static mark *copy_marks (sett_phase_memory *m, const mark *old) {
  mark *first = NULL, **end = &first;
  for (; old; old = old->next) {
    *end = sett_phase_memory_take (m, sizeof **end);
    **end = *old;
    end = &(*end)->next;
  }
  return first;
}

sett_phases *sett_phases_copy (sett_phase_memory *m, const sett_phases *old) {
  sett_phases *p = sett_phase_memory_take (m, sizeof *p);
  *p = *old;
  p->marks = copy_marks (m, old->marks);
  for (phase **at = &p->last; *at; at = &(*at)->before) {
    const phase *x = *at;
    *at = sett_phase_memory_take (m, sizeof **at);
    **at = *x;
    (*at)->turns = copy_turns (m, x->turns);
  }
  SETT_ASSERT (p->count == old->count);
  return p;
}

/*------------------------------------------------------------------------*/

static void share (sett_phase_memory *m, phase *p, uint32_t locks, int writes) {
  p->locks = p->used ? sett_lock_sets_common (m->sets, p->locks, locks) : locks;
  p->used = 1;
  p->written |= writes;
}

/* These are no turns any more: those from a moment of the thread on. */
static void share_turns (sett_phase_memory *m, phase *p, uint32_t from,
                         phase *into) {
  for (turn **at = &p->turns; *at;) {
    turn *t = *at;
    if (t->clock >= from) {
      share (m, into, t->locks, t->writes);
      *at = t->next;
    } else
      at = &t->next;
  }
}

static void merge (sett_phase_memory *m, sett_phases *p) {
  phase *last = p->last, *before = last->before;
  SETT_ASSERT (p->count > 1 && last->before);
  share_turns (m, last, 0, before);
  if (last->used)
    share (m, before, last->locks, last->written);
  p->last = before;
  p->count--;
}

static uint32_t clock_of (const sett_phase_memory *m, const void *clock,
                          unsigned thread) {
  const uintptr_t row =
      (uintptr_t)clock + thread / SETT_PHASE_ROW * m->next_row;
  return ((const uint32_t *)row)[thread % SETT_PHASE_ROW];
}

/* Only turns that this use comes after are still turns. */
static void withdraw (sett_phase_memory *m, sett_phases *p,
                      const sett_use *use) {
  SETT_ASSERT (p->last);
  for (; p->last->before; merge (m, p)) {
    phase *last = p->last;
    if (last->thread == use->thread)
      return;
    const uint32_t known = clock_of (m, use->before, last->thread);
    if (last->first <= known) {
      share_turns (m, last, known + 1, last);
      return;
    }
  }
}

static int is_turn (const sett_phase_memory *m, const sett_phases *p,
                    const sett_use *use) {
  for (const mark *x = p->marks; x; x = x->next)
    if (x->thread != use->thread &&
        x->clock > clock_of (m, use->given, x->thread))
      return 0;
  return 1;
}

static void set_mark (sett_phase_memory *m, sett_phases *p,
                      const sett_use *use) {
  mark *x = p->marks;
  while (x && x->thread != use->thread)
    x = x->next;
  if (!x) {
    x = sett_phase_memory_take (m, sizeof *x);
    *x = (mark){p->marks, use->thread, 0};
    p->marks = x;
  }
  x->clock = use->clock;
}

/* Phases before a turn that everybody comes after will not change. */
static void forget_settled (sett_phase_memory *m, sett_phases *p) {
  SETT_ASSERT (m->is_settled && p->last);
  uint32_t count = 1;
  phase *x = p->last;
  for (; x->before && !m->is_settled (x->thread, x->first); x = x->before)
    count++;
  if (!x->before)
    return;
  *x->before = (phase){0};
  p->count = count + 1;
  SETT_ASSERT (p->count >= 2);
}

static void add_turn (sett_phase_memory *m, sett_phases *p,
                      const sett_use *use) {
  phase *last = p->last;
  if (!last->before || last->used || last->thread != use->thread) {
    if (p->count > MANY_PHASES && m->is_settled)
      forget_settled (m, p);
    add_phase (m, p, use->thread, use->clock);
    last = p->last;
  }
  turn *t = last->turns;
  while (t && (t->locks != use->locks || t->writes != use->writes))
    t = t->next;
  if (!t) {
    t = sett_phase_memory_take (m, sizeof *t);
    *t = (turn){last->turns, 0, use->locks, use->writes};
    last->turns = t;
  }
  t->clock = use->clock;
}

int sett_phases_use (sett_phase_memory *m, sett_phases *p,
                     const sett_use *use) {
  withdraw (m, p, use);
  if (is_turn (m, p, use))
    add_turn (m, p, use);
  else
    share (m, p->last, use->locks, use->writes);
  set_mark (m, p, use);
  return !p->last->written || p->last->locks;
}
