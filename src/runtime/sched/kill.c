/* Signals from one process to another.

   A signal is a bit in a word of the process that it is for (sett_life), and in
   a queue with what came with it: once, or as often as it was sent.  The
   next event of a thread that takes it is the signal, whatever the thread was
   about to do: the handler runs, or the process ends.  Then the thread is about
   to do the same as before.  If it was blocked, and may be interrupted, that
   fails with EINTR.  If it was not, and is about to do a system call, then the
   signal may also come during that: the handler runs when it has done its work,
   and before anything else.

   Which one of several threads takes a signal is the sender's choice, since any
   thread may that does not block it.  If none does then the first one that
   unblocks it takes it.  But one that ends the process is taken by whoever goes
   next.

   So every event of a process that can get signals reads this word, and a
   blocked thread waits for it, too.  Who sends one needs to know what the
   process would do; that is part of the same object, and said in the OS model
   (handled, ignored, held). */

#include "runtime/sched/kill.h"

#include "base/assert.h"
#include "runtime/core/narrator.h"
#include "runtime/sched/randomness.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/groups.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/handlers.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/cells.h"
#include "runtime/race/races.h"
#include "runtime/sched/children.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/signals.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sched/processes.h"

#include <signal.h>

static uint64_t bit (int signal) {
  SETT_ASSERT (signal > 0 && signal < SETT_MOST_SIGNALS);
  return (uint64_t)1 << (signal - 1);
}

static sett_life *own_life (void) {
  return &os_model->lives[engine.process];
}

/* Without a handler nothing happens. */
static uint64_t harmless (void) {
  return bit (SIGCHLD) | bit (SIGURG) | bit (SIGWINCH) | bit (SIGCONT);
}

static uint64_t stopping (void) {
  return bit (SIGSTOP) | bit (SIGTSTP) | bit (SIGTTIN) | bit (SIGTTOU);
}

/* Who waits for a condition has nothing to do with the mutex until it wakes. */
int sett_thread_is_bereft (const sett_thread *t) {
  const int touches =
      t->operation == SETT_DO_WAKE
          ? t->signalled || t->timed
          : !sett_operation_has (t->operation, SETT_TRAIT_UNTOUCHED);
  return touches && sett_cells_freed ((uintptr_t)t->object >> 3);
}

/*------------------------------------------------------------------------*/
/* Taking. */

static uint64_t deadly (uint64_t signals) {
  return signals & ~own_life ()->handled & ~harmless ();
}

/* The one that is taken first. */
static sett_sent *head (sett_life *l, int signal) {
  sett_sent *sent =
      sett_signal_queue_first (&l->queue, signal, SETT_ANY_RECEIVER);
  SETT_ASSERT (sent);
  return sent;
}

/* Does it wait for this thread?  Nobody was chosen if all blocked it when it
   came, or if the process was new: then it is for whoever does not block it. */
static int is_for (const sett_sent *sent, unsigned thread) {
  return !sent->to || sent->to == thread + 1;
}

/* Those that wait for other threads. */
static uint64_t waiting_for_others (const sett_thread *t) {
  sett_life *mine = own_life ();
  uint64_t others = 0;
  for (uint64_t rest = mine->signals & mine->handled; rest; rest &= rest - 1) {
    const int signal = __builtin_ctzll (rest) + 1;
    if (!is_for (head (mine, signal), t->number))
      others |= bit (signal);
  }
  return others;
}

static uint64_t accepted (const sett_thread *t) {
  return ~t->signal_mask & ~waiting_for_others (t);
}

static int is_open_to_signals (const sett_thread *t) {
  return t->operation != SETT_DO_START && !t->dies &&
         world->in_atomic != t->number;
}

uint64_t sett_kill_taken_by (const sett_thread *t) {
  return is_open_to_signals (t) ? ~t->signal_mask : 0;
}

int sett_kill_lets_go_on (unsigned process, unsigned thread, uint64_t takes) {
  sett_life *l = &os_model->lives[process];
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES);
  const uint64_t signals = l->signals & takes;
  if (signals & ~l->handled)
    return 1;
  for (uint64_t rest = signals; rest; rest &= rest - 1)
    if (is_for (head (l, __builtin_ctzll (rest) + 1), thread))
      return 1;
  return 0;
}

static uint64_t due (const sett_thread *t) {
  return own_life ()->signals & accepted (t);
}

/* The call that is under way is not over, and can go on. */
static int comes_later (const sett_thread *t) {
  return t->postponed && (!t->guard || t->guard (t));
}

int sett_kill_due (const sett_thread *t) {
  return own_life ()->signals && is_open_to_signals (t) && due (t) &&
         !comes_later (t);
}

/* Only system calls are not interrupted at once. */
static int is_call (const sett_thread *t) {
  if (t->operation == SETT_DO_AWAIT)
    return t->wants != 0;
  if (t->operation == SETT_DO_SIGNAL)
    return !t->has_object;
  return !sett_operation_has (t->operation,
                              SETT_TRAIT_LOCAL | SETT_TRAIT_NO_CALL);
}

int sett_kill_postpones (sett_thread *t) {
  const uint64_t signals = due (t);
  t->postponed = 0;
  if (t->was_blocked || (signals & t->overdue) || !is_call (t) ||
      !sett_alternative (2))
    return 0;
  t->postponed = signals;
  return 1;
}

void sett_kill_after_call (sett_thread *t) {
  if (t->operation == SETT_DO_AWAIT || t->operation == SETT_DO_ENTER)
    return;
  t->overdue = t->postponed;
  t->postponed = 0;
}

sett_thread_set sett_kill_takers (int signal) {
  sett_thread_set mask = SETT_NO_THREADS;
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    if (is_open_to_signals (t) && !(t->signal_mask & bit (signal)))
      sett_threads_add (&mask, t->number);
  }
  return mask;
}

/* Who shall take it blocks it, or is no more: then another one does. */
static void find_receivers (sett_life *mine) {
  for (uint64_t i = 0; i < mine->queue.count; i++) {
    sett_sent *const sent = &mine->queue.sent[i];
    const sett_thread_set takers = sett_kill_takers (sent->signal);
    if (!(mine->handled & bit (sent->signal)))
      continue;
    if (!sent->to || !sett_threads_have (takers, sent->to - 1u))
      sent->to = sett_threads_any (takers)
                     ? (uint16_t)(sett_threads_first (takers) + 1)
                     : 0;
  }
}

sett_sent sett_kill_forget (int signal) {
  sett_life *mine = own_life ();
  sett_sent *const first = head (mine, signal);
  const sett_sent sent = *first;
  sett_signal_queue_remove (&mine->queue, first);
  if (!sett_signal_queue_first (&mine->queue, signal, SETT_ANY_RECEIVER))
    mine->signals &= ~bit (signal);
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    world->threads[sett_threads_first (rest)].overdue &= ~bit (signal);
  return sent;
}

/* Without one nothing happens, if the process does not end. */
static int has_handler (int signal) {
  return !!(own_life ()->handled & bit (signal));
}

static sett_interruption handle (const sett_sent *sent, uintptr_t place) {
  const struct sigaction *action = &os_process->actions[sent->signal];
  const int restarts = !!(action->sa_flags & SA_RESTART);
  void *outer = sett_handlers_enter (action->sa_handler, place);
  sett_signals_deliver (sent, place);
  sett_handlers_leave (outer);
  return restarts ? SETT_RESTARTED : SETT_INTERRUPTED;
}

int sett_kill_is_deadly (const sett_thread *t) {
  return deadly (due (t)) != 0;
}

sett_interruption sett_kill_take (uintptr_t place) {
  const sett_life *mine = own_life ();
  const uint64_t signals = due (sett_self ());
  SETT_ASSERT (signals);
  const uint64_t ends = deadly (signals);
  const int signal = __builtin_ctzll (ends ? ends : signals) + 1;
  const sett_sent sent = sett_kill_forget (signal);
  sett_races_acquire (&mine->signals);
  sett_spin_progress ();
  if (UNLIKELY (engine.narrating))
    narrator->signal (signal, sent.from);
  if (ends)
    sett_end_by_signal_now (signal, place);
  if (has_handler (signal))
    return handle (&sent, place);
  if (UNLIKELY (engine.narrating))
    narrator->nothing ();
  return SETT_RESTARTED;
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

static unsigned nth_of (sett_thread_set mask, unsigned n) {
  SETT_ASSERT (n < sett_threads_count (mask));
  return sett_threads_first (sett_threads_after (mask, n));
}

/* A thread of this or another process, plus 1; 0: all block it. */
static uint16_t choose_receiver (unsigned process, int signal) {
  const sett_thread_set mask =
      process == engine.process ? sett_kill_takers (signal)
                                : sett_processes_takers (process, bit (signal));
  const unsigned count = sett_threads_count (mask);
  if (!count)
    return 0;
  return (uint16_t)(nth_of (mask, count > 1 ? sett_alternative (count) : 0) +
                    1);
}

void sett_kill_enqueue (sett_signal_queue *queue, const sett_sent *sent,
                        uintptr_t place) {
  if (sett_signal_queue_add (queue, sent))
    return;
  sett_note_add (1, place, "too many signals wait: ended there");
  sett_end (SETT_CUT);
}

static void add (sett_life *l, const sett_sent *sent, uintptr_t place) {
  if (!l->signals)
    os_model->signalled_by[l - os_model->lives] = sett_now ();
  sett_kill_enqueue (&l->queue, sent, place);
  l->signals |= bit (sent->signal);
  sett_races_release (&l->signals);
}

int sett_signal_queues (int signal) {
  return signal >= __SIGRTMIN;
}

static void post (unsigned process, sett_sent sent, uintptr_t place) {
  sett_life *l = &os_model->lives[process];
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES);
  if (l->signals & bit (sent.signal) && !sett_signal_queues (sent.signal)) {
    sett_races_release (&l->signals);
    return;
  }
  if (l->handled & bit (sent.signal))
    sent.to = choose_receiver (process, sent.signal);
  add (l, &sent, place);
}

void sett_kill_hold (const sett_sent *sent, uintptr_t place) {
  sett_life *mine = own_life ();
  sett_know_signalled (engine.process);
  sett_affect (&mine->signals, SETT_EFFECT_STORE, mine->signals);
  post (engine.process, *sent, place);
}

void sett_kill_discard (uint64_t mask) {
  sett_life *mine = own_life ();
  if (!(mine->signals & mask))
    return;
  sett_affect (&mine->signals, SETT_EFFECT_STORE, mine->signals);
  mine->signals &= ~mask;
  sett_signal_queue_drop (&mine->queue, mask);
}

int sett_kill_goes_elsewhere (sett_sent sent, uintptr_t place) {
  const int signal = sent.signal;
  sett_life *mine = own_life ();
  sett_thread_set others = sett_kill_takers (signal);
  sett_threads_drop (&others, world->current);
  const unsigned count = sett_threads_count (others);
  if (!count || !has_handler (signal) || (mine->signals & bit (signal)))
    return 0;
  sett_know_signalled (engine.process);
  const unsigned chosen = sett_alternative (count + 1);
  if (!chosen)
    return 0;
  sett_affect (&mine->signals, SETT_EFFECT_STORE, mine->signals);
  sent.to = (uint16_t)(nth_of (others, chosen - 1) + 1);
  add (mine, &sent, place);
  return 1;
}

int sett_signals_child_ends (unsigned process) {
  const sett_life *l = &os_model->lives[process];
  const int lost = is_lost (l, SIGCHLD);
  if (!lost) /* it may have inherited its handler */
    sett_know_signalled (process);
  sett_affect (&l->signals, lost ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE,
               l->signals);
  if (!lost)
    post (process,
          (sett_sent){.signal = SIGCHLD,
                      .code = CLD_EXITED,
                      .from = (uint8_t)engine.process},
          0);
  return (l->ignored & bit (SIGCHLD)) || l->no_zombies;
}

/* In the event of the sender. */
static long send (unsigned process, const sett_sent *sent, uintptr_t place) {
  const int signal = sent->signal;
  sett_life *l = &os_model->lives[process];
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES && signal < SETT_MOST_SIGNALS);
  if (UNLIKELY (engine.narrating))
    narrator->signal (signal, process);
  sett_affect (&l->over, SETT_EFFECT_LOAD, l->over);
  sett_affect (&l->signals, signal ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD,
               l->signals);
  if (l->ended && (l->forgotten || !l->is_child))
    return -ESRCH;
  if (!signal || l->ended || is_lost (l, signal))
    return 0;
  if ((stopping () & bit (signal)) && !(l->handled & bit (signal))) {
    sett_note_add (1, place, "stopped another process: ended there");
    sett_end (SETT_CUT);
  }
  post (process, *sent, place);
  return 0;
}

/* To all of a group; the sender itself comes last. */
static long send_to_group (int group, const sett_sent *sent, uintptr_t place) {
  long result = -ESRCH;
  sett_groups_affect ();
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (i != engine.process && sett_groups_has (group, i)) {
      sett_know_signalled (i);
      if (!send (i, sent, place))
        result = 0;
    }
  return sett_groups_has (group, engine.process)
             ? sett_signals_send (sent, place)
             : result;
}

/* To everybody but the sender, as Linux does it. */
static long send_to_all (const sett_sent *sent, uintptr_t place) {
  long result = -ESRCH;
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (i != engine.process && os_model->lives[i].there) {
      sett_know_signalled (i);
      if (!send (i, sent, place))
        result = 0;
    }
  return result;
}

static void begin (uintptr_t place) {
  sett_visible (SETT_DO_KILL, NULL, 0, NULL, place);
  sett_spin_progress ();
}

long sett_kill_send (int number, const sett_sent *sent, uintptr_t place) {
  const int process =
      number > 0 ? sett_children_find (number) : (int)engine.process;
  if (process < 0)
    return -ESRCH;
  if (number > 0 && process == (int)engine.process)
    return sett_signals_send (sent, place);
  if (!engine.multi)
    return number && number != -sett_process_number (engine.process)
               ? -ESRCH
               : sett_signals_send (sent, place);
  begin (place);
  if (number > 0) {
    sett_know_signalled ((unsigned)process);
    return send ((unsigned)process, sent, place);
  }
  if (number == -1)
    return send_to_all (sent, place);
  return send_to_group (number ? -number : sett_groups_of (engine.process),
                        sent, place);
}

long sett_call_kill (const sett_call *call, uintptr_t place) {
  const int signal = (int)call->a[1];
  if (signal < 0 || signal >= SETT_MOST_SIGNALS)
    return -EINVAL;
  const sett_sent sent = {.signal = (uint8_t)signal,
                          .code = SI_USER,
                          .from = (uint8_t)engine.process};
  return sett_kill_send ((int)call->a[0], &sent, place);
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
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    mask &= world->threads[sett_threads_first (rest)].signal_mask;
  return mask;
}

void sett_kill_retell (void) {
  if (!engine.signalled || !own_life ()->signals)
    return;
  sett_affect (&own_life ()->signals, SETT_EFFECT_STORE, own_life ()->signals);
  sett_kill_tell ();
}

void sett_kill_tell (void) {
  sett_life *mine = own_life ();
  const uint64_t before = mine->handled;
  mine->handled = mine->ignored = 0;
  for (int i = 1; i < SETT_MOST_SIGNALS; i++)
    if (os_process->actions[i].sa_handler == SIG_IGN)
      mine->ignored |= bit (i);
    else if (os_process->actions[i].sa_handler != SIG_DFL)
      mine->handled |= bit (i);
  mine->no_zombies = !!(os_process->actions[SIGCHLD].sa_flags & SA_NOCLDWAIT);
  mine->held = blocked_by_all ();
  sett_signal_queue_drop (&mine->queue, mine->ignored & ~mine->held);
  mine->signals &= ~mine->ignored | mine->held;
  find_receivers (mine);
  /* A child might have ended before; who sends another signal says so. */
  if ((mine->handled | (before & bit (SIGCHLD))) && engine.multi)
    sett_know_signalled (engine.process);
}

uint64_t sett_kill_idle (void) {
  return own_life ()->ignored | (harmless () & ~own_life ()->handled);
}

uint64_t *sett_kill_word (void) {
  if (engine.multi)
    sett_know_signalled (engine.process);
  return &own_life ()->signals;
}
