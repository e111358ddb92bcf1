/* What a program can say to its checker (sett.h; and the words of the software
   verification competition). */

#include "runtime/sched/choice.h"

#include "base/assert.h"
#include "runtime/race/bounds.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/os_model.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/race/unshared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sett_choose (unsigned count, uintptr_t place) {
  if (count <= 1)
    return 0;
  sett_visible (SETT_DO_CHOOSE, NULL, 0, NULL, place);
  sett_spin_progress ();
  return (int)sett_alternative (count < UINT16_MAX ? count : UINT16_MAX);
}

/* Others can still go wrong before the execution ends. */
static void assume (int holds, uintptr_t place) {
  if (holds)
    return;
  if (world->bounded)
    sett_know_undeclared ();
  sett_visible (SETT_DO_ASSUME, NULL, 0, NULL, place);
  sett_end (SETT_ASSUMED);
}

static void assertion (int holds, const char *text, uintptr_t place) {
  if (!holds && engine.shared->orders.assertions)
    sett_fail (SETT_VIOLATION_ASSERTION, place, NULL,
               "assertion '%s' does not hold", text);
}

static void reached (const char *name, uintptr_t place) {
  if (engine.shared->orders.assertions)
    sett_fail (SETT_VIOLATION_ASSERTION, place, NULL, "%s is reached", name);
}

/* All atomic blocks are one object. */
static const char blocks;

static void begin_block (uintptr_t place) {
  sett_thread *t = sett_self ();
  SETT_ASSERT (!t->atomic || world->in_atomic == (int)t->number);
  if (t->atomic++)
    return;
  if (world->bounded)
    sett_know_undeclared ();
  sett_visible (SETT_DO_ATOMIC, &blocks, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (&blocks, SETT_EFFECT_CHANGE, 0);
  sett_races_acquire (&blocks);
  world->in_atomic = t->number;
}

static void end_block (uintptr_t place) {
  sett_thread *t = sett_self ();
  SETT_ASSERT (!t->atomic || world->in_atomic == (int)t->number);
  if (!t->atomic)
    sett_fail (SETT_VIOLATION_MISUSE, place, NULL,
               "the end of an atomic block without its begin");
  if (--t->atomic)
    return;
  world->in_atomic = -1;
  sett_races_release (&blocks);
}

/* Operations on abstract objects (sett.h), each one event, whatever it does
   inside.  A class says which kinds conflict; what does so usually is what
   effects do, too.  Else each pair of kinds that conflict is an object of its
   own: the one kind looks at it, the other one adds to it; two of a kind that
   conflict store.  So exactly those conflict that shall.

   What happened before an operation is before those that conflict with it and
   come later, and before no others: these could have come first. */

enum { OBSERVE, ADD, CHANGE, KINDS = 8 };

static const unsigned char usual[KINDS] = {[OBSERVE] = 1 << ADD | 1 << CHANGE,
                                           [ADD] = 1 << OBSERVE | 1 << CHANGE,
                                           [CHANGE] = 1 << CHANGE};

/* Of a word beside the object: no address has these bits. */
static const void *beside (const void *object, unsigned number) {
  return (const void *)((uintptr_t)object | (uintptr_t)(64 + number) << 55);
}

static unsigned pair_of (unsigned a, unsigned b) {
  return a < b ? KINDS * a + b : KINDS * b + a;
}

static int conflict (const unsigned char *conflicts, unsigned a, unsigned b) {
  return (conflicts[a] >> b & 1) || (conflicts[b] >> a & 1);
}

/* Processes that share the object may know it by one name only. */
static int is_plain (const void *object) {
  return sett_is_common (object) || sett_is_shared (object);
}

static void affect_pairs (const void *object, const unsigned char *conflicts,
                          unsigned kind) {
  for (unsigned other = 0; other < KINDS; other++)
    if (conflict (conflicts, kind, other))
      sett_affect (beside (object, pair_of (kind, other)),
                   kind == other  ? SETT_EFFECT_STORE
                   : kind < other ? SETT_EFFECT_LOAD
                                  : SETT_EFFECT_ADD,
                   0);
}

static sett_effect_kind effect_of (const unsigned char *conflicts,
                                   unsigned kind) {
  static const sett_effect_kind effects[] = {SETT_EFFECT_LOAD, SETT_EFFECT_ADD,
                                             SETT_EFFECT_CHANGE};
  return conflicts == usual ? effects[kind] : SETT_EFFECT_CHANGE;
}

/* Who waits to begin an operation of a class touches nobody knows what. */
static void enter (const void *object, const unsigned char *conflicts,
                   unsigned kind, uintptr_t place) {
  const int known = conflicts == usual || is_plain (object) || engine.narrating;
  if (sett_self ()->atomic++)
    return;
  sett_visible (SETT_DO_ABSTRACT, known ? object : NULL,
                known ? effect_of (conflicts, kind) : 0, NULL, place);
  world->in_atomic = sett_self ()->number;
}

static void begin_operation (const void *object, const unsigned char *conflicts,
                             unsigned kind, uintptr_t place) {
  enter (object, conflicts, kind, place);
  if (conflicts == usual || is_plain (object))
    sett_affect (object, effect_of (conflicts, kind), 0);
  else
    affect_pairs (object, conflicts, kind);
  if (is_plain (object))
    sett_races_acquire (object);
  else
    for (unsigned other = 0; other < KINDS; other++)
      if (conflict (conflicts, kind, other))
        sett_races_acquire (beside (object, KINDS * KINDS + other));
  sett_spin_progress ();
  sett_self ()->ignoring++;
}

static void end_operation (const void *object, unsigned kind) {
  sett_thread *t = sett_self ();
  SETT_ASSERT (t->ignoring && t->atomic);
  t->ignoring--;
  sett_races_release (
      is_plain (object) ? object : beside (object, KINDS * KINDS + kind));
  if (!--t->atomic)
    world->in_atomic = -1;
}

/* A class that the program made. */
static void begin_of_class (const unsigned char *conflicts, const void *object,
                            int kind, uintptr_t place) {
  if (kind < 0 || kind >= KINDS)
    sett_fail (SETT_VIOLATION_MISUSE, place, NULL,
               "an operation of kind %d: a class has kinds 0 to %d", kind,
               KINDS - 1);
  begin_operation (object, conflicts, (unsigned)kind, place);
}

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/*------------------------------------------------------------------------*/
/* sett.h */

EXPORT int __sett_choose (int count) {
  return sett_active ()
             ? sett_choose (count > 0 ? (unsigned)count : 0, SETT_HERE)
             : 0;
}

EXPORT void __sett_assert (int holds, const char *text) {
  if (sett_active ())
    assertion (holds, text, SETT_HERE);
  else if (!holds)
    abort ();
}

EXPORT void __sett_assume (int holds) {
  if (sett_active ())
    assume (holds, SETT_HERE);
}

EXPORT void __sett_atomic_begin (void) {
  if (sett_active ())
    begin_block (SETT_HERE);
}

EXPORT void __sett_atomic_end (void) {
  if (sett_active ())
    end_block (SETT_HERE);
}

static unsigned usual_kind (int kind) {
  return kind == OBSERVE || kind == ADD ? (unsigned)kind : CHANGE;
}

EXPORT void __sett_operation_begin (const volatile void *object, int kind) {
  if (sett_active ())
    begin_operation ((const void *)object, usual, usual_kind (kind), SETT_HERE);
}

EXPORT void __sett_operation_end (const volatile void *object, int kind) {
  if (sett_active ())
    end_operation ((const void *)object, usual_kind (kind));
}

EXPORT void __sett_class_begin (const unsigned char *conflicts,
                                const volatile void *object, int kind) {
  if (sett_active ())
    begin_of_class (conflicts, (const void *)object, kind, SETT_HERE);
}

EXPORT void __sett_class_end (const volatile void *object, int kind) {
  if (sett_active ())
    end_operation ((const void *)object, (unsigned)kind);
}

EXPORT void __sett_unshared (const volatile void *address, size_t size) {
  if (sett_active ())
    sett_unshared_add ((const void *)address, size, 0);
}

EXPORT void __sett_tentatively_unshared (const volatile void *address,
                                         size_t size) {
  if (sett_active ())
    sett_unshared_add ((const void *)address, size, 1);
}

EXPORT void __sett_will_use (const volatile void *address, size_t size,
                             int kind) {
  if (sett_active ())
    sett_bounds_list ((const void *)address, size, kind == 0);
}

EXPORT void __sett_will_use_nothing_else (int child) {
  if (sett_active ())
    sett_bounds_close (child);
}

EXPORT void __sett_label (const char *name) {
  if (sett_active () && !strcmp (name, engine.shared->orders.reach))
    sett_fail (SETT_VIOLATION_LABEL, SETT_HERE, NULL, "label '%s' is reached",
               name);
}

/*------------------------------------------------------------------------*/
/* The competition's. */

/* Any value of a type cannot be tried; some interesting ones are. */
static long interesting (const long *values, unsigned count, uintptr_t place) {
  sett_note_add (1, place, "__VERIFIER_nondet of a number: a few values tried");
  return values[sett_choose (count, place)];
}

#define NONDET(NAME, TYPE, ...)                                                \
  EXPORT TYPE __VERIFIER_nondet_##NAME (void) {                                \
    static const long values[] = {__VA_ARGS__};                                \
    if (!sett_active ())                                                       \
      return 0;                                                                \
    return (TYPE)interesting (values, sizeof values / sizeof *values,          \
                              SETT_HERE);                                      \
  }

NONDET (int, int, 0, 1, -1, 2)
NONDET (uint, unsigned, 0, 1, 2, -1)
NONDET (long, long, 0, 1, -1, 2)
NONDET (ulong, unsigned long, 0, 1, 2, -1)
NONDET (short, short, 0, 1, -1, 2)
NONDET (ushort, unsigned short, 0, 1, 2, -1)
NONDET (char, char, 0, 1, 'a', 127)
NONDET (uchar, unsigned char, 0, 1, 2, 255)
NONDET (size_t, size_t, 0, 1, 2, 3)

EXPORT _Bool __VERIFIER_nondet_bool (void) {
  return sett_active () ? sett_choose (2, SETT_HERE) : 0;
}

EXPORT void __VERIFIER_assume (int holds) {
  if (sett_active ())
    assume (holds, SETT_HERE);
}

EXPORT void __VERIFIER_atomic_begin (void) {
  if (sett_active ())
    begin_block (SETT_HERE);
}

EXPORT void __VERIFIER_atomic_end (void) {
  if (sett_active ())
    end_block (SETT_HERE);
}

EXPORT void __VERIFIER_error (void) {
  if (sett_active ())
    reached ("__VERIFIER_error", SETT_HERE);
  abort ();
}

EXPORT void reach_error (void) {
  if (sett_active ())
    reached ("reach_error", SETT_HERE);
  abort ();
}
