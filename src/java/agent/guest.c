/* Asking stand-ins: see guest.h.

   What always holds: where a thread stands that waits for its turn at an
   operation of its own is known to its stand-in, as it is, whenever a thread of
   the same process asks for something. */

#include "java/agent/guest.h"

#include "base/assert.h"
#include "java/agent/jvm_upcalls.h"
#include "java/agent/statics.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static sett_errands *errands (void) {
  return world.shared->errands;
}

static sett_errand *errand_of (const sett_jthread *t) {
  SETT_ASSERT (world.guest && t->number < SETT_MOST_THREADS);
  return &errands ()->of[t->number];
}

int sett_is_java_process (unsigned process) {
  return !world.guest || world.shared->members[process].stands_in;
}

/*------------------------------------------------------------------------*/
/* Words that both sides wait for. */

static uint32_t get_word (const volatile uint32_t *word) {
  return __atomic_load_n (word, __ATOMIC_SEQ_CST);
}

static void set_word (volatile uint32_t *word, uint32_t value) {
  __atomic_store_n (word, value, __ATOMIC_SEQ_CST);
  syscall (SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void await_change (const volatile uint32_t *word, uint32_t from) {
  while (get_word (word) == from)
    syscall (SYS_futex, word, FUTEX_WAIT, from, NULL, NULL, 0);
}

/*------------------------------------------------------------------------*/
/* Where threads stand. */

static int is_enabled (const sett_jthread *t) {
  return !t->guard || t->guard (t);
}

/* The thread of the process that is in an initialiser of a class: nobody else
   may go (scheduler.c); null: there is none. */
static const sett_jthread *initialiser (const sett_jthread *of) {
  SETT_EACH_THREAD (i, sett_fellows (of)) {
    if (world.threads[i].initialising)
      return &world.threads[i];
  }
  return NULL;
}

static void tell_posture (const sett_jthread *t, const sett_jthread *first) {
  const int may_go = (!first || first == t) && is_enabled (t);
  errand_of (t)->posture =
      (sett_posture){.is_known = 1,
                     .operation = (uint8_t)t->operation,
                     .intent = (uint8_t)t->intent,
                     .spreads = t->spreads != 0,
                     .is_open = may_go != 0,
                     .hopeless = t->waiting && !t->signalled && !t->timed,
                     .object = t->object_number,
                     .cause = t->cause,
                     .place = t->place};
}

static void tell_postures (const sett_jthread *t) {
  const sett_jthread *first = initialiser (t);
  SETT_EACH_THREAD (i, sett_fellows (t)) {
    if (errand_of (&world.threads[i])->posture.is_known)
      tell_posture (&world.threads[i], first);
  }
}

/*------------------------------------------------------------------------*/
/* Asking. */

static void ask (const sett_jthread *t, sett_errand_kind kind) {
  sett_errand *e = errand_of (t);
  SETT_ASSERT (world.current == t->number && e->turn == SETT_ERRAND_RUNS);
  e->kind = kind;
  e->posture.is_known = kind == SETT_ERRAND_VISIBLE;
  memcpy (e->clock, t->clock, sizeof e->clock);
  tell_postures (t);
  if (world.narrating)
    sett_jup->narrate_threads ();
  set_word (&e->turn, SETT_ERRAND_ASKS);
}

static void hear_clock (sett_jthread *t, const sett_errand *e) {
  const uint32_t count = world.shared->conduct.thread_count;
  if (world.thread_count < count)
    world.thread_count = count;
  for (uint32_t i = 0; i < count; i++)
    if (t->clock[i] < e->clock[i])
      t->clock[i] = e->clock[i];
}

static int await_turn (JNIEnv *env, sett_jthread *t) {
  sett_errand *e = errand_of (t);
  uint32_t now;
  while ((now = get_word (&e->turn)) != SETT_ERRAND_RUNS && !world.over)
    await_change (&e->turn, now);
  if (world.over) {
    sett_junwind (env);
    return 0;
  }
  world.current = t->number;
  hear_clock (t, e);
  sett_statics_switch (env, t->process);
  return 1;
}

/* The execution cannot go on as it should. */
static int give_up (JNIEnv *env, const sett_jthread *t, const char *why) {
  sett_jnote (1, t->place, "%s", why);
  sett_guest_end (SETT_CUT);
  sett_junwind (env);
  return 0;
}

/* While a class is initialised nobody else of the process may go: can they be
   kept from it?  If it has to wait, nobody would end that. */
static int keeps_others (const sett_jthread *t, int waits) {
  SETT_EACH_THREAD (i, sett_fellows (t)) {
    if (i != t->number &&
        (waits || !errand_of (&world.threads[i])->posture.is_known))
      return 0;
  }
  return 1;
}

static const char in_initialiser[] =
    "a class initialiser, and other threads, in a system with C programs: not "
    "explored";

static const char in_block[] = "an atomic block that waits, or uses a socket, "
                               "in a system with C programs: "
                               "not explored";

int sett_guest_visible (JNIEnv *env, sett_jthread *t) {
  if (world.in_atomic >= 0)
    return give_up (env, t, in_block);
  if (t->initialising && !keeps_others (t, !is_enabled (t)))
    return give_up (env, t, in_initialiser);
  errand_of (t)->posture.is_known = 1;
  ask (t, SETT_ERRAND_VISIBLE);
  if (!await_turn (env, t))
    return 0;
  errand_of (t)->posture.is_known = 0;
  t->cause = SETT_NO_CAUSE;
  t->steps++;
  t->naming = 0;
  return 1;
}

int sett_guest_start (JNIEnv *env, sett_jthread *t) {
  const int goes_on = await_turn (env, t);
  t->cause = SETT_NO_CAUSE;
  return goes_on;
}

unsigned sett_guest_birth (JNIEnv *env, unsigned creator, uint32_t ordinal) {
  sett_jthread *t = &world.threads[world.current];
  sett_errand *e = errand_of (t);
  e->a[0] = (long)creator;
  e->a[1] = (long)ordinal;
  ask (t, SETT_ERRAND_BIRTH);
  return await_turn (env, t) ? (unsigned)e->result : 0;
}

unsigned char *sett_guest_bytes (const sett_jthread *t) {
  return errand_of (t)->bytes;
}

long sett_guest_call (JNIEnv *env, sett_jthread *t, uintptr_t place,
                      long number, const long arguments[6]) {
  sett_errand *e = errand_of (t);
  const int lonely = !t->initialising || keeps_others (t, 1);
  t->place = place;
  if (!lonely || world.in_atomic >= 0) {
    give_up (env, t, lonely ? in_block : in_initialiser);
    return SETT_GUEST_OVER;
  }
  if (world.narrating)
    sett_jup->narrate_about_to (env, t);
  e->place = place;
  e->number = number;
  memcpy (e->a, arguments, sizeof e->a);
  ask (t, SETT_ERRAND_CALL);
  return await_turn (env, t) ? e->result : SETT_GUEST_OVER;
}

void sett_guest_output (JNIEnv *env, sett_jthread *t, int file,
                        const char *text, size_t count) {
  sett_errand *e = errand_of (t);
  for (size_t done = 0; done < count && !world.over; done += e->size) {
    const size_t left = count - done;
    e->size = left < sizeof e->bytes ? left : sizeof e->bytes;
    e->a[0] = file;
    memcpy (e->bytes, text + done, e->size);
    ask (t, SETT_ERRAND_OUTPUT);
    if (!await_turn (env, t))
      return;
  }
}

void sett_guest_aside (JNIEnv *env, sett_jthread *t,
                       const sett_counterexample_step *step) {
  errand_of (t)->step = *step;
  ask (t, SETT_ERRAND_ASIDE);
  await_turn (env, t);
}

/*------------------------------------------------------------------------*/
/* Ends.  Nobody answers. */

void sett_guest_leave (sett_jthread *t) {
  ask (t, SETT_ERRAND_LEAVE);
}

void sett_guest_exit (sett_jthread *t, int status, uintptr_t place) {
  errand_of (t)->a[0] = status;
  errand_of (t)->place = place;
  ask (t, SETT_ERRAND_EXIT);
}

/* Whoever waits, for a turn or for the end, is unwound. */
static void release (const sett_jthread *but) {
  world.over = 1;
  for (unsigned i = 0; i < world.thread_count; i++) {
    sett_jthread *t = &world.threads[i];
    if (!t->object)
      continue;
    sem_post (&t->turn);
    if (t != but)
      set_word (&errand_of (t)->turn, SETT_ERRAND_OVER);
  }
}

void sett_guest_end (sett_ending how) {
  const sett_jthread *t = &world.threads[world.current];
  sett_errand *e = errand_of (t);
  e->a[0] = (long)how;
  if (how == SETT_VIOLATING) {
    e->a[0] = (long)world.violation;
    e->place = world.violation_place;
    snprintf ((char *)e->bytes, sizeof e->bytes, "%s", world.message);
    errands ()->racing = world.promoted;
  }
  ask (t, how == SETT_VIOLATING ? SETT_ERRAND_FAIL : SETT_ERRAND_END);
  release (t);
}

/*------------------------------------------------------------------------*/
/* The engine. */

int sett_guest_await_execution (void) {
  await_change (&errands ()->wanted, errands ()->ready);
  if (errands ()->wanted & SETT_ERRANDS_SAVE)
    return 0;
  for (unsigned i = 0; i < SETT_MOST_THREADS; i++)
    errands ()->of[i].turn = SETT_ERRAND_IDLE;
  return 1;
}

void sett_guest_tell_known (const unsigned char *known, size_t length) {
  SETT_ASSERT (!world.open && errands ()->wanted & SETT_ERRANDS_SAVE);
  errands ()->known = known;
  errands ()->known_length = length;
  set_word (&errands ()->ready, errands ()->wanted);
}

void sett_guest_take_part (void) {
  const uint32_t number = errands ()->wanted;
  set_word (&errands ()->ready, number);
  await_change (&errands ()->wanted, number);
  release (NULL);
}
