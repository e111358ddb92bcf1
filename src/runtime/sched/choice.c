/* What a program can say to its checker (sett.h; and the words of the software
   verification competition). */

#include "runtime/sched/choice.h"

#include "runtime/race/bounds.h"
#include "runtime/core/knowledge.h"
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
    sett_know_assumes ();
  sett_visible (SETT_DO_ASSUME, NULL, 0, NULL, place);
  sett_end (SETT_ASSUMED);
}

static void assertion (int holds, const char *text, uintptr_t place) {
  if (!holds && engine.board->orders.assertions)
    sett_fail (SETT_FAULT_ASSERTION, place, NULL,
               "assertion '%s' does not hold", text);
}

static void reached (const char *name, uintptr_t place) {
  if (engine.board->orders.assertions)
    sett_fail (SETT_FAULT_ASSERTION, place, NULL, "%s is reached", name);
}

/* All atomic blocks are one object. */
static const char blocks;

static void begin_block (uintptr_t place) {
  sett_thread *t = sett_self ();
  if (t->atomic++)
    return;
  sett_visible (SETT_DO_ATOMIC, &blocks, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (&blocks, SETT_EFFECT_CHANGE, 0);
  sett_races_acquire (&blocks);
  world->in_atomic = t->number;
}

static void end_block (uintptr_t place) {
  sett_thread *t = sett_self ();
  if (!t->atomic)
    sett_fail (SETT_FAULT_MISUSE, place, NULL,
               "the end of an atomic block without its begin");
  if (--t->atomic)
    return;
  world->in_atomic = -1;
  sett_races_release (&blocks);
}

/* An operation on an abstract object: one event, whatever it does inside. */
static void begin_operation (const void *object, int kind, uintptr_t place) {
  static const sett_effect_kind effects[] = {SETT_EFFECT_LOAD, SETT_EFFECT_ADD,
                                             SETT_EFFECT_CHANGE};
  sett_thread *t = sett_self ();
  const sett_effect_kind effect = effects[kind < 0 || kind > 2 ? 2 : kind];
  if (!t->atomic++) {
    sett_visible (SETT_DO_ABSTRACT, object, effect, NULL, place);
    world->in_atomic = t->number;
  }
  sett_affect (object, effect, 0);
  sett_races_acquire (object);
  sett_spin_progress ();
  t->ignoring++;
}

static void end_operation (const void *object) {
  sett_thread *t = sett_self ();
  t->ignoring--;
  sett_races_release (object);
  if (!--t->atomic)
    world->in_atomic = -1;
}

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/*------------------------------------------------------------------------*/
/* sett.h */

EXPORT int __sett_choose (int count) {
  return sett_active () ? sett_choose (count > 0 ? count : 0, SETT_HERE) : 0;
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

EXPORT void __sett_operation_begin (const volatile void *object, int kind) {
  if (sett_active ())
    begin_operation ((const void *)object, kind, SETT_HERE);
}

EXPORT void __sett_operation_end (const volatile void *object) {
  if (sett_active ())
    end_operation ((const void *)object);
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
  if (sett_active () && !strcmp (name, engine.board->orders.reach))
    sett_fail (SETT_FAULT_LABEL, SETT_HERE, NULL, "label '%s' is reached",
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
