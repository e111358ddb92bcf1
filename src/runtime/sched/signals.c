/* Signals, as far as the program sends them to itself.

   Handlers and masks are kept here and never reach the kernel: its signals are
   the run-time's.  A signal for the running thread is delivered at once, one
   that is blocked when it is unblocked or waited for; one for another thread
   when that one asks.  A signal from outside does what it does to a program
   without handlers. */

#include "runtime/sched/signals.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/sched/randomness.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/early.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/handlers.h"
#include "runtime/sched/kill.h"
#include "runtime/core/os_process.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/children.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sched/numbers.h"

#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

/* The kernel's mask has bit n - 1 for signal n. */
static uint64_t bit (int signal) {
  SETT_ASSERT (signal > 0 && signal < SETT_MOST_SIGNALS);
  return (uint64_t)1 << (signal - 1);
}

static const uint64_t never_blocked =
    (uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1);

static int is_signal (long signal) {
  return signal > 0 && signal < SETT_MOST_SIGNALS;
}

static uint64_t mask_of (const sigset_t *set) {
  uint64_t mask;
  memcpy (&mask, set, sizeof mask);
  return mask;
}

static uint64_t *my_mask (void) {
  return &sett_self ()->signal_mask;
}

/*------------------------------------------------------------------------*/
/* Delivery. */

/* Has the program, which is the only one that is checked, ended itself?  Nobody
   gets to know that but who has started it. */
static int is_own (const sett_sent *sent) {
  return !engine.process && sent->from == engine.process &&
         engine.shared->initial_count == 1;
}

/* Without a handler. */
static void default_action (const sett_sent *sent, uintptr_t place) {
  const int signal = sent->signal;
  switch (signal) {
  case SIGCHLD:
  case SIGURG:
  case SIGWINCH:
  case SIGCONT:
    return;
  case SIGSTOP:
  case SIGTSTP:
  case SIGTTIN:
  case SIGTTOU:
    if (engine.multi) { /* others may wait for that, or go on meanwhile */
      sett_note_add (1, place, "stopped itself: ended there");
      sett_end (SETT_CUT);
    }
    sett_note_add (1, place, "stopped itself: ignored");
    return;
  case SIGABRT:
    sett_fail (SETT_VIOLATION_ABORT, place, NULL, "the program aborts");
  case SIGPIPE:
  case SIGTERM:
  case SIGINT:
  case SIGHUP:
  case SIGKILL:
  case SIGALRM:
  case SIGUSR1:
  case SIGUSR2:
    if (engine.multi && !is_own (sent))
      sett_end_by_signal (signal, place);
    /* fall through */
  default:
    sett_fail (SETT_VIOLATION_CRASH, place, NULL,
               "the program ends itself by signal %d (%s)", signal,
               sigabbrev_np (signal) ? sigabbrev_np (signal) : "?");
  }
}

/* As a handler gets to know it. */
static void describe (const sett_sent *sent, siginfo_t *info) {
  SETT_ASSERT (sent->from < SETT_SYSTEM_PROCESSES);
  const sett_life *l = &os_model->lives[sent->from];
  const int process = sett_process_number (sent->from);
  memset (info, 0, sizeof *info);
  info->si_code = sent->code;
  if (sent->signal == SIGCHLD && sent->code > 0)
    sett_children_describe (process, l->status, info);
  else
    info->si_ptr = (void *)sent->value;
  info->si_signo = sent->signal;
  info->si_pid = process;
  info->si_uid = getuid ();
}

static void call_handler (const struct sigaction *action,
                          const sett_sent *sent) {
  siginfo_t info;
  ucontext_t context;
  if (!(action->sa_flags & SA_SIGINFO)) {
    action->sa_handler (sent->signal);
    return;
  }
  describe (sent, &info);
  memset (&context, 0, sizeof context);
  action->sa_sigaction (sent->signal, &info, &context);
}

/* The C library's errno is memory that a handler shares with what it
   interrupts. */
static void look_at_errno (int before) {
  if (errno != before)
    sett_handlers_visible (&errno, sizeof errno, 1);
}

/* What is done about a signal is known to all threads. */
static int has_threads (void) {
  return sett_threads_many (world->alive);
}

static void affect_action (int signal, sett_effect_kind kind) {
  if (has_threads ())
    sett_affect (&os_process->actions[signal], kind, 0);
}

/* Linux begins all handlers that it may before the first of them goes on: the
   last one that begins is over first. */
static void deliver_own (uintptr_t place);

void sett_signals_deliver (const sett_sent *sent, uintptr_t place) {
  const int signal = sent->signal;
  struct sigaction *action = &os_process->actions[signal];
  SETT_ASSERT (is_signal (signal));
  affect_action (signal, SETT_EFFECT_LOAD);
  if (signal == SIGKILL || signal == SIGSTOP || action->sa_handler == SIG_DFL) {
    default_action (sent, place);
    return;
  }
  if (action->sa_handler == SIG_IGN)
    return;
  const struct sigaction copy = *action;
  uint64_t *mask = my_mask ();
  const uint64_t old = *mask;
  const int error = errno;
  *mask |= mask_of (&copy.sa_mask);
  if (!(copy.sa_flags & SA_NODEFER))
    *mask |= bit (signal);
  if ((unsigned)copy.sa_flags & SA_RESETHAND) {
    action->sa_handler = SIG_DFL;
    sett_kill_tell ();
  }
  sett_spin_progress ();
  sett_kill_retell ();
  deliver_own (place);
  call_handler (&copy, sent);
  look_at_errno (error);
  sett_self ()->heard = 1;
  *mask = old;
  sett_kill_retell ();
}

/* From this thread's own process, and from others. */
static uint64_t all_pending (void) {
  return os_process->process_pending | os_process->pending[world->current] |
         os_model->lives[engine.process].signals;
}

/* The first one of a word: of a thread (plus 1), or of the process. */
static sett_sent forget (uint64_t *word, int signal, unsigned to) {
  sett_sent *const first =
      sett_signal_queue_first (&os_process->queue, signal, to);
  SETT_ASSERT (first && *word & bit (signal));
  const sett_sent sent = *first;
  sett_signal_queue_remove (&os_process->queue, first);
  if (!sett_signal_queue_first (&os_process->queue, signal, to))
    *word &= ~bit (signal);
  return sent;
}

static int lowest (uint64_t signals) {
  return __builtin_ctzll (signals) + 1;
}

/* One of those that are wanted, and there: what is for the thread comes before
   what is for the process, and a lower number before a higher one. */
static sett_sent forget_pending (uint64_t wanted) {
  uint64_t *const own = &os_process->pending[world->current];
  uint64_t *const all = &os_process->process_pending;
  if (*own & wanted)
    return forget (own, lowest (*own & wanted), world->current + 1);
  const int signal = lowest (all_pending () & wanted);
  return *all & bit (signal) ? forget (all, signal, 0)
                             : sett_kill_forget (signal);
}

/* What may be delivered is. */
static void deliver_pending (uintptr_t place) {
  while (all_pending () & ~*my_mask ()) {
    const sett_sent sent = forget_pending (~*my_mask ());
    sett_signals_deliver (&sent, place);
  }
}

/* (Of what is in the OS model each is an event of its own: kill.c.) */
static uint64_t own_pending (void) {
  return os_process->process_pending | os_process->pending[world->current];
}

static void deliver_own (uintptr_t place) {
  while (own_pending () & ~*my_mask ()) {
    const sett_sent sent = forget_pending (own_pending () & ~*my_mask ());
    sett_signals_deliver (&sent, place);
  }
}

static sett_sent from_here (int signal, int code) {
  SETT_ASSERT (signal >= 0 && signal < SETT_MOST_SIGNALS);
  return (sett_sent){
      .signal = (uint8_t)signal, .code = code, .from = (uint8_t)engine.process};
}

/* It waits in this process: as often as it was sent, or once. */
static void hold (uint64_t *word, sett_sent sent, unsigned to,
                  uintptr_t place) {
  if (*word & bit (sent.signal) && !sett_signal_queues (sent.signal))
    return;
  sent.to = (uint16_t)to;
  sett_kill_enqueue (&os_process->queue, &sent, place);
  *word |= bit (sent.signal);
}

static void hold_or_deliver (const sett_sent *sent, uintptr_t place) {
  if (*my_mask () & bit (sent->signal))
    hold (&os_process->pending[world->current], *sent, world->current + 1,
          place);
  else
    sett_signals_deliver (sent, place);
}

void sett_signals_raise (int signal) {
  const sett_sent sent = from_here (signal, SI_USER);
  hold_or_deliver (&sent, 0);
}

const struct sigaction *sett_signals_handler (int signal) {
  SETT_ASSERT (is_signal (signal));
  const struct sigaction *action = &os_process->actions[signal];
  return action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN
             ? NULL
             : action;
}

/*------------------------------------------------------------------------*/
/* Sending. */

/* Signals that wait: words that others look at, too. */
static void add_pending (uint64_t *word, const sett_sent *sent, unsigned to,
                         uintptr_t place) {
  sett_affect (word, SETT_EFFECT_STORE, *word);
  hold (word, *sent, to, place);
  sett_races_release (word);
}

static void begin_sending (uintptr_t place) {
  sett_visible (SETT_DO_SIGNAL, NULL, 0, NULL, place);
  sett_spin_progress ();
}

/* Looks at them in an event of its own. */
static uint64_t look_at_pending (uintptr_t place) {
  uint64_t *const words[] = {&os_process->process_pending,
                             &os_process->pending[world->current],
                             sett_kill_word ()};
  sett_visible (SETT_DO_SIGNAL, NULL, 0, NULL, place);
  sett_spin_progress ();
  for (int i = 0; i < 3; i++) {
    sett_affect (words[i], SETT_EFFECT_STORE, *words[i]);
    sett_races_acquire (words[i]);
    sett_spin_looked (words[i], words[i], sizeof *words[i]);
  }
  return all_pending ();
}

static int is_blocked_by_all (int signal) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    if (!(world->threads[sett_threads_first (rest)].signal_mask & bit (signal)))
      return 0;
  return 1;
}

/* To the process: somebody who does not block it gets it. */
long sett_signals_send (const sett_sent *sent, uintptr_t place) {
  const int signal = sent->signal;
  if (!signal)
    return 0;
  begin_sending (place);
  if (!(*my_mask () & bit (signal))) {
    if (!sett_kill_goes_elsewhere (*sent, place))
      sett_signals_deliver (sent, place);
    return 0;
  }
  if (engine.multi) {
    sett_kill_hold (sent, place);
    return 0;
  }
  add_pending (&os_process->process_pending, sent, 0, place);
  if (!is_blocked_by_all (signal))
    sett_note_add (1, place,
                   "sent a signal to another thread: it may come late");
  return 0;
}

static long send_to_thread (unsigned thread, const sett_sent *sent,
                            uintptr_t place) {
  const int signal = sent->signal;
  if (thread >= SETT_MOST_THREADS || !world->threads[thread].alive)
    return -ESRCH;
  if (!signal)
    return 0;
  if (thread == world->current) {
    if (has_threads () || engine.signalled) /* others may come before */
      begin_sending (place);
    hold_or_deliver (sent, place);
    return 0;
  }
  begin_sending (place);
  add_pending (&os_process->pending[thread], sent, thread + 1, place);
  if (!(world->threads[thread].signal_mask & bit (signal)))
    sett_note_add (1, place,
                   "sent a signal to another thread: it may come late");
  return 0;
}

/* Of this process; none: too large. */
static unsigned thread_of_number (int number) {
  return (unsigned)number - SETT_FIRST_NUMBER;
}

/* The C library tells all threads when the user of the process changes, by the
   numbers that the kernel gave to donors.  They share one process of the
   machine: nobody needs to be told, and it does not mind if nobody is there. */
enum { SIGNAL_OF_LIBRARY = 33 };

/* Threads of other processes: only the first ones are known by number. */
static long send_to_other (int thread, const sett_sent *sent, uintptr_t place) {
  if (sett_children_find (thread) < 0)
    return -ESRCH;
  sett_call_remark ("tgkill", "any thread of the other process may take it",
                    place);
  return sett_kill_send (thread, sent, place);
}

static long send_by_number (int process, int thread, const sett_sent *sent,
                            uintptr_t place) {
  if (sent->signal == SIGNAL_OF_LIBRARY)
    return -ESRCH;
  if (process && process != sett_process_number (engine.process))
    return process == thread ? send_to_other (thread, sent, place) : -ESRCH;
  if (!process && !sett_numbers_is_own (thread))
    return send_to_other (thread, sent, place);
  return send_to_thread (thread_of_number (thread), sent, place);
}

static int may_be_sent (long signal) {
  return !signal || is_signal (signal);
}

static long send_with (int process, int thread, long signal, int code,
                       uintptr_t place) {
  if (!may_be_sent (signal))
    return -EINVAL;
  const sett_sent sent = from_here ((int)signal, code);
  return send_by_number (process, thread, &sent, place);
}

long sett_call_tkill (const sett_call *call, uintptr_t place) {
  return send_with (0, (int)call->a[0], (int)call->a[1], SI_TKILL, place);
}

long sett_call_tgkill (const sett_call *call, uintptr_t place) {
  return send_with ((int)call->a[0], (int)call->a[1], (int)call->a[2], SI_TKILL,
                    place);
}

/* With a value.  Only the kernel says that a signal is its own. */
static long take_value (sett_sent *sent, long signal, int process,
                        const siginfo_t *info) {
  if (!may_be_sent (signal))
    return -EINVAL;
  if ((info->si_code >= 0 || info->si_code == SI_TKILL) &&
      process != sett_process_number (engine.process))
    return -EPERM;
  *sent = from_here ((int)signal, info->si_code);
  sent->value = (uint64_t)info->si_ptr;
  return 0;
}

long sett_call_queue (const sett_call *call, uintptr_t place) {
  sett_sent sent;
  const long error = take_value (&sent, (int)call->a[1], (int)call->a[0],
                                 (const siginfo_t *)call->a[2]);
  return error ? error : sett_kill_send ((int)call->a[0], &sent, place);
}

long sett_call_queue_to_thread (const sett_call *call, uintptr_t place) {
  sett_sent sent;
  const long error = take_value (&sent, (int)call->a[2], (int)call->a[0],
                                 (const siginfo_t *)call->a[3]);
  return error
             ? error
             : send_by_number ((int)call->a[0], (int)call->a[1], &sent, place);
}

EXPORT int kill (pid_t process, int signal) {
  const sett_call call = {SYS_kill, {process, signal}};
  return (int)sett_result (sett_active () ? sett_call_do (&call, SETT_HERE)
                                          : sett_numbers_early (&call));
}

EXPORT int raise (int signal) {
  if (!sett_active ())
    return SETT_REAL (raise) (signal);
  if (!may_be_sent (signal))
    return (int)sett_result (-EINVAL);
  const sett_sent sent = from_here (signal, SI_TKILL);
  return (int)sett_result (send_to_thread (world->current, &sent, SETT_HERE));
}

/* An error, as these functions give it. */
static int send_to_handle (pthread_t thread, const sett_sent *sent,
                           uintptr_t place) {
  for (unsigned i = 0; i < world->thread_count; i++)
    if (world->threads[i].fs == (uintptr_t)thread && world->threads[i].alive)
      return (int)-send_to_thread (i, sent, place);
  return ESRCH;
}

EXPORT int pthread_kill (pthread_t thread, int signal) {
  if (!sett_active ())
    return SETT_REAL (pthread_kill) (thread, signal);
  if (!may_be_sent (signal))
    return EINVAL;
  const sett_sent sent = from_here (signal, SI_TKILL);
  return send_to_handle (thread, &sent, SETT_HERE);
}

EXPORT int pthread_sigqueue (pthread_t thread, int signal,
                             const union sigval value) {
  if (!sett_active ())
    return SETT_REAL (pthread_sigqueue) (thread, signal, value);
  if (!may_be_sent (signal))
    return EINVAL;
  sett_sent sent = from_here (signal, SI_QUEUE);
  sent.value = (uint64_t)value.sival_ptr;
  return send_to_handle (thread, &sent, SETT_HERE);
}

/*------------------------------------------------------------------------*/
/* Handlers and masks. */

/* As the kernel has it. */
typedef struct kernel_action {
  void *handler;
  unsigned long flags;
  void *restorer;
  uint64_t mask;
} kernel_action;

static const unsigned long RESTORER = 0x04000000;

static void drop_pending (uint64_t *word, int signal) {
  if (!(*word & bit (signal)))
    return;
  if (has_threads ())
    sett_affect (word, SETT_EFFECT_STORE, *word);
  *word &= ~bit (signal);
}

static void begin_action (int signal, uintptr_t place) {
  if (!sett_kill_change (place) && has_threads ())
    sett_visible (SETT_DO_SIGNAL, &os_process->actions[signal],
                  SETT_EFFECT_STORE, NULL, place);
  affect_action (signal, SETT_EFFECT_STORE);
}

/* A signal that nothing shall be done about does not wait any longer, blocked
   or not. */
static void discard (int signal) {
  const void *handler = os_process->actions[signal].sa_handler;
  if (handler != SIG_IGN &&
      !(handler == SIG_DFL && sett_kill_idle () & bit (signal)))
    return;
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    drop_pending (&os_process->pending[sett_threads_first (rest)], signal);
  drop_pending (&os_process->process_pending, signal);
  sett_signal_queue_drop (&os_process->queue, bit (signal));
  sett_kill_discard (bit (signal));
}

long sett_call_sigaction (const sett_call *call, uintptr_t place) {
  const long signal = call->a[0];
  const kernel_action *new = (const kernel_action *)call->a[1];
  kernel_action *old = (kernel_action *)call->a[2];
  if (!is_signal (signal) || (new && (signal == SIGKILL || signal == SIGSTOP)))
    return -EINVAL;
  struct sigaction *a = &os_process->actions[signal];
  if (new)
    begin_action ((int)signal, place);
  const kernel_action before = {a->sa_handler, (unsigned long)a->sa_flags, NULL,
                                mask_of (&a->sa_mask)};
  if (new) {
    a->sa_handler = new->handler;
    a->sa_flags = (int)(new->flags & ~RESTORER);
    memcpy (&a->sa_mask, &new->mask, sizeof new->mask);
    sett_kill_tell ();
    discard ((int)signal);
    sett_spin_progress ();
  }
  if (old)
    *old = before;
  return 0;
}

static int new_mask (long how, uint64_t change, uint64_t *mask) {
  change &= ~never_blocked;
  if (how == SIG_BLOCK)
    *mask |= change;
  else if (how == SIG_UNBLOCK)
    *mask &= ~change;
  else if (how == SIG_SETMASK)
    *mask = change;
  else
    return 0;
  return 1;
}

/* Others may care which ones wait. */
static void set_mask (uint64_t mask, uintptr_t place) {
  if (mask == *my_mask ())
    return;
  sett_kill_change (place);
  *my_mask () = mask;
  SETT_ASSERT (!(*my_mask () & never_blocked));
  sett_kill_tell ();
  while (engine.signalled && sett_kill_due (sett_self ()))
    sett_kill_take (place);
}

long sett_call_sigprocmask (const sett_call *call, uintptr_t place) {
  const uint64_t *new = (const uint64_t *)call->a[1];
  uint64_t *old = (uint64_t *)call->a[2];
  const uint64_t before = *my_mask ();
  uint64_t mask = before;
  if (new && !new_mask (call->a[0], *new, &mask))
    return -EINVAL;
  set_mask (mask, place);
  if (old)
    *old = before;
  deliver_pending (place);
  return 0;
}

EXPORT int pthread_sigmask (int how, const sigset_t *set, sigset_t *old) {
  if (!sett_active ())
    return SETT_REAL (pthread_sigmask) (how, set, old);
  sett_races_served (set, sizeof *set, SETT_MEMORY_READ, SETT_HERE);
  sett_races_served (old, sizeof *old, SETT_MEMORY_WRITE, SETT_HERE);
  if (old)
    sigemptyset (old);
  const sett_call call = {SYS_rt_sigprocmask, {how, (long)set, (long)old}};
  return (int)-sett_call_sigprocmask (&call, SETT_HERE);
}

long sett_call_sigpending (const sett_call *call, uintptr_t place) {
  *(uint64_t *)call->a[0] = look_at_pending (place) & *my_mask ();
  return 0;
}

/* The run-time has its own. */
long sett_call_sigaltstack (const sett_call *call, uintptr_t place) {
  (void)place;
  if (call->a[1])
    *(stack_t *)call->a[1] = (stack_t){.ss_flags = SS_DISABLE};
  return 0;
}

/*------------------------------------------------------------------------*/
/* Waiting. */

long sett_call_sigwait (const sett_call *call, uintptr_t place) {
  const uint64_t wanted = *(const uint64_t *)call->a[0];
  siginfo_t *info = (siginfo_t *)call->a[1];
  const struct timespec *limit = (const struct timespec *)call->a[2];
  upcalls.cancellation_point (place);
  uint64_t ready;
  while (!(ready = look_at_pending (place) & wanted)) {
    if (limit)
      return upcalls.sleep (limit, place) == -EINTR ? -EINTR : -EAGAIN;
    const int how = upcalls.cancel_wait (NULL, NULL, place);
    if (how == SETT_INTERRUPTED || how == SETT_RESTARTED)
      return -EINTR;
  }
  sett_spin_progress ();
  const sett_sent sent = forget_pending (wanted);
  if (info)
    describe (&sent, info);
  return sent.signal;
}

/* Waits until a handler has run. */
static long wait_for_handler (uintptr_t place) {
  for (;;) {
    const uint64_t ready = look_at_pending (place) & ~*my_mask ();
    sett_spin_progress ();
    deliver_pending (place);
    if (sett_self ()->heard)
      return -EINTR;
    if (!ready)
      upcalls.cancel_wait (NULL, NULL, place);
  }
}

long sett_call_sigsuspend (const sett_call *call, uintptr_t place) {
  const uint64_t old = *my_mask ();
  upcalls.cancellation_point (place);
  sett_self ()->heard = 0;
  *my_mask () = *(const uint64_t *)call->a[0] & ~never_blocked;
  sett_kill_tell ();
  const long result = wait_for_handler (place);
  *my_mask () = old;
  sett_kill_tell ();
  return result;
}

/* A signal that comes just before is not waited for. */
long sett_call_pause (const sett_call *call, uintptr_t place) {
  (void)call;
  upcalls.cancellation_point (place);
  look_at_pending (place);
  sett_self ()->heard = 0;
  return wait_for_handler (place);
}

void sett_signals_watch (void (*visit) (const uint64_t *word)) {
  visit (sett_kill_word ());
  visit (&os_process->process_pending);
  visit (&os_process->pending[world->current]);
}

int sett_signals_ready (uint64_t mask) {
  return (all_pending () & ~(mask & ~never_blocked) & ~sett_kill_idle ()) != 0;
}

long sett_signals_interrupt (uint64_t mask, uintptr_t place) {
  uint64_t *const words[] = {&os_process->process_pending,
                             &os_process->pending[world->current],
                             sett_kill_word ()};
  const uint64_t old = *my_mask ();
  sett_spin_progress ();
  for (int i = 0; i < 3; i++) {
    sett_affect (words[i], SETT_EFFECT_STORE, *words[i]);
    sett_races_acquire (words[i]);
  }
  *my_mask () = mask & ~never_blocked;
  deliver_pending (place);
  *my_mask () = old;
  return -EINTR;
}

/* Which timers run: those of setitimer by number, alarm being the first. */
static void note_timer (const sett_call *call) {
  const struct itimerval *value = (const void *)call->a[1];
  uint8_t *timers = &os_model->lives[engine.process].timers;
  unsigned which = 0;
  int runs = (unsigned)call->a[0] != 0;
  if (call->number == SYS_setitimer) {
    which = (unsigned)call->a[0] & 3;
    runs = value && (value->it_value.tv_sec || value->it_value.tv_usec);
  }
  *timers = (uint8_t)((*timers & ~(1u << which)) | (unsigned)runs << which);
}

/* Of another thread than the one that sent it: it comes late. */
static int is_late (void) {
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned i = sett_threads_first (rest);
    if ((os_process->pending[i] | os_process->process_pending) &
        ~world->threads[i].signal_mask)
      return 1;
  }
  return 0;
}

/* Would the signal of a timer that runs do something?  One with the default
   action only ends the process: it will hang until then. */
static int has_useful_timer (const sett_life *l) {
  static const int signals[] = {SIGALRM, SIGVTALRM, SIGPROF};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    if (l->timers & 1u << i && (l->handled | l->held) & bit (signals[i]))
      return 1;
  return 0;
}

int sett_signals_expected (void) {
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (!os_model->lives[i].ended && has_useful_timer (&os_model->lives[i]))
      return 1;
  return has_useful_timer (&os_model->lives[engine.process]) || is_late ();
}

/* Nobody knows when they would come. */
long sett_call_timer (const sett_call *call, uintptr_t place) {
  note_timer (call);
  sett_call_remark (sett_call_name (call->number), "no signal will come",
                    place);
  if (call->number == SYS_setitimer && call->a[2])
    memset ((void *)call->a[2], 0, 4 * sizeof (long));
  return 0;
}

void sett_signals_open (void) {
  for (int i = 1; i < SETT_MOST_SIGNALS; i++) {
    kernel_action now = {0};
    if (i >= __SIGRTMIN && i < SIGRTMIN)
      continue; /* the C library's own */
    if (!sett_raw (SYS_rt_sigaction, i, 0, &now, 8))
      os_process->actions[i].sa_handler = now.handler;
  }
  sett_raw (SYS_rt_sigprocmask, SIG_SETMASK, 0, my_mask (), 8);
  if (!engine.is_passing)
    sett_kill_tell ();
}
