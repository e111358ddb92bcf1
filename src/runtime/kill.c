/* Signals from one process to another.

   A signal is a bit in a word of the process that it is for (sett_life).  The
   next event of a thread that takes it is the signal, whatever the thread was
   about to do: the handler runs, or the process ends.  Then the thread is about
   to do the same as before.  If it was blocked, and may be interrupted, that
   fails with EINTR.

   So every event of a process that can get signals reads this word, and a
   blocked thread waits for it, too.  Who sends one needs to know what the
   process would do; that is part of the same object, and said in the commons
   (handled, ignored, held). */

#include "runtime/kill.h"

#include "runtime/chance.h"
#include "runtime/commons.h"
#include "runtime/handlers.h"
#include "runtime/knowledge.h"
#include "runtime/races.h"
#include "runtime/relatives.h"
#include "runtime/schedule.h"
#include "runtime/signals.h"
#include "runtime/spin.h"
#include "runtime/syscalls.h"
#include "runtime/system.h"

#include <signal.h>

static uint64_t bit (int signal) {
  return (uint64_t)1 << (signal - 1);
}

static sett_life *own_life (void) {
  return &commons->lives[engine.process];
}

/* Without a handler nothing happens. */
static uint64_t harmless (void) {
  return bit (SIGCHLD) | bit (SIGURG) | bit (SIGWINCH) | bit (SIGCONT);
}

static uint64_t stopping (void) {
  return bit (SIGSTOP) | bit (SIGTSTP) | bit (SIGTTIN) | bit (SIGTTOU);
}

/*------------------------------------------------------------------------*/
/* Taking. */

static uint64_t deadly (uint64_t signals) {
  return signals & ~own_life ()->handled & ~harmless ();
}

/* The kernel prefers the first thread; but whoever runs next is dead. */
static uint64_t accepted (const sett_thread *t) {
  const uint64_t signals = ~t->signal_mask;
  const sett_thread *first =
      &world->threads[engine.board->members[engine.process].main];
  if (t == first || !first->alive)
    return signals;
  return signals & (first->signal_mask | deadly (signals));
}

uint64_t sett_kill_taken_by (const sett_thread *t) {
  if (t->operation == SETT_DO_START || t->operation == SETT_DO_EXIT ||
      world->in_atomic == t->number)
    return 0;
  return accepted (t);
}

static uint64_t due (const sett_thread *t) {
  return own_life ()->signals & accepted (t);
}

int sett_kill_due (const sett_thread *t) {
  return own_life ()->signals &&
         (own_life ()->signals & sett_kill_taken_by (t));
}

int sett_kill_is_deadly (const sett_thread *t) {
  return deadly (due (t)) != 0;
}

sett_interruption sett_kill_take (uintptr_t place) {
  sett_life *mine = own_life ();
  const uint64_t signals = due (sett_self ());
  const uint64_t ends = deadly (signals);
  const int signal = __builtin_ctzll (ends ? ends : signals) + 1;
  mine->signals &= ~bit (signal);
  sett_races_acquire (&mine->signals);
  sett_spin_progress ();
  if (ends)
    sett_system_exit (signal);
  const int restarts = !!(outside->actions[signal].sa_flags & SA_RESTART);
  void *outer =
      sett_handlers_enter (outside->actions[signal].sa_handler, place);
  sett_signals_deliver (signal, place);
  sett_handlers_leave (outer);
  return restarts ? SETT_RESTARTED : SETT_INTERRUPTED;
}

/*------------------------------------------------------------------------*/
/* Sending. */

/* It would be lost, unless somebody waits for it later. */
static int is_lost (const sett_life *l, int signal) {
  if (l->held & bit (signal))
    return 0;
  return (l->ignored & bit (signal)) != 0 ||
         (!(l->handled & bit (signal)) && (harmless () & bit (signal)));
}

static void post (unsigned process, int signal) {
  sett_life *l = &commons->lives[process];
  if (!l->signals)
    commons->signalled_by[process] = sett_now ();
  l->signals |= bit (signal);
  sett_races_release (&l->signals);
}

int sett_signals_child_ends (unsigned process) {
  const sett_life *l = &commons->lives[process];
  const int lost = is_lost (l, SIGCHLD);
  sett_affect (&l->signals, lost ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE,
               l->signals);
  if (!lost)
    post (process, SIGCHLD);
  return (l->ignored & bit (SIGCHLD)) || l->no_zombies;
}

/* In the event of the sender. */
static long send (unsigned process, int signal, uintptr_t place) {
  sett_life *l = &commons->lives[process];
  sett_affect (&l->over, SETT_EFFECT_LOAD, l->over);
  sett_affect (&l->signals, signal ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD,
               l->signals);
  if (l->ended && (l->forgotten || !l->is_child))
    return -ESRCH;
  if (!signal || l->ended || is_lost (l, signal))
    return 0;
  if ((stopping () & bit (signal)) && !(l->handled & bit (signal))) {
    sett_note_add (1, place, "stopped another process: ignored");
    return 0;
  }
  post (process, signal);
  return 0;
}

/* The first ancestor. */
static unsigned family_of (unsigned process) {
  while (commons->lives[process].is_child)
    process = commons->lives[process].father;
  return process;
}

/* To all relatives; the sender itself comes last. */
static long send_to_family (unsigned family, int signal, uintptr_t place) {
  for (unsigned i = 0; i < engine.board->member_count; i++)
    if (i != engine.process && commons->lives[i].there &&
        family_of (i) == family) {
      sett_know_signalled (i);
      send (i, signal, place);
    }
  return family_of (engine.process) == family
             ? sett_signals_send (signal, place)
             : 0;
}

/* To everybody but the sender, as Linux does it. */
static long send_to_all (int signal, uintptr_t place) {
  long result = -ESRCH;
  for (unsigned i = 0; i < engine.board->member_count; i++)
    if (i != engine.process && commons->lives[i].there) {
      sett_know_signalled (i);
      if (!send (i, signal, place))
        result = 0;
    }
  return result;
}

static void begin (uintptr_t place) {
  sett_visible (SETT_DO_KILL, NULL, 0, NULL, place);
  sett_spin_progress ();
}

long sett_call_kill (const sett_call *call, uintptr_t place) {
  const int number = (int)call->a[0], signal = (int)call->a[1];
  const int process =
      number > 0 ? sett_relatives_find (number) : (int)engine.process;
  if (signal < 0 || signal >= SETT_MOST_SIGNALS)
    return -EINVAL;
  if (process < 0)
    return -ESRCH;
  if (number > 0 && process == (int)engine.process)
    return sett_signals_send (signal, place);
  if (!engine.multi)
    return number > 0 || number == -1 ? -ESRCH
                                      : sett_signals_send (signal, place);
  begin (place);
  if (number > 0) {
    sett_know_signalled ((unsigned)process);
    return send ((unsigned)process, signal, place);
  }
  if (number == -1)
    return send_to_all (signal, place);
  const int other = number < -1 ? sett_relatives_find (-number) : process;
  if (other < 0)
    return -ESRCH;
  return send_to_family (family_of ((unsigned)other), signal, place);
}

/*------------------------------------------------------------------------*/
/* What others must know. */

int sett_kill_change (uintptr_t place) {
  if (!engine.multi || !engine.signalled || !engine.has_snapshot)
    return 0;
  const uint64_t *signals = &own_life ()->signals;
  sett_visible (SETT_DO_TRANSFER, signals, SETT_EFFECT_STORE, NULL, place);
  sett_affect (signals, SETT_EFFECT_STORE, *signals);
  return 1;
}

static uint64_t blocked_by_all (void) {
  uint64_t mask = ~(uint64_t)0;
  for (uint64_t rest = world->alive; rest; rest &= rest - 1)
    mask &= world->threads[__builtin_ctzll (rest)].signal_mask;
  return mask;
}

void sett_kill_tell (void) {
  sett_life *mine = own_life ();
  mine->handled = mine->ignored = 0;
  for (int i = 1; i < SETT_MOST_SIGNALS; i++)
    if (outside->actions[i].sa_handler == SIG_IGN)
      mine->ignored |= bit (i);
    else if (outside->actions[i].sa_handler != SIG_DFL)
      mine->handled |= bit (i);
  mine->no_zombies = !!(outside->actions[SIGCHLD].sa_flags & SA_NOCLDWAIT);
  mine->held = blocked_by_all ();
  mine->signals &= ~mine->ignored | mine->held;
  if (mine->handled && engine.multi)
    sett_know_signalled (engine.process);
}

uint64_t *sett_kill_word (void) {
  if (engine.multi)
    sett_know_signalled (engine.process);
  return &own_life ()->signals;
}
