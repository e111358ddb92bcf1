/* What is wrong, in detail: see explain.h. */

#include "base/terminal.h"
#include "base/text.h"
#include "program/explain.h"

#include <string.h>
#include <sys/wait.h>

/*------------------------------------------------------------------------*/
/* Rows of two columns and a place:

     1 transfer  waits to lock b, which 2 transfer holds  bank.c:18 in transfer
                 holds a, taken                           bank.c:17 in transfer
 */

typedef struct row {
  const char *name; /* "": goes on */
  const char *what;
  unsigned process;
  const sett_backtrace *stack; /* where; null: nowhere */
} row;

typedef struct rows {
  sett_explainer *explainer;
  SETT_VECTOR (row) list;
} rows;

static void add_row (rows *r, const char *name, sett_text *what,
                     unsigned process, const sett_backtrace *stack) {
  const row fresh = {name,
                     sett_arena_copy (&r->explainer->arena,
                                      sett_text_get (what), what->length),
                     process, stack};
  SETT_PUSH (r->list, fresh);
  sett_text_clear (what);
}

static int width (int least, const char *word) {
  const int length = (int)strlen (word);
  return length > least ? length : least;
}

static void print_rows (rows *r, const sett_tell_style *style, int stacks,
                        sett_text *text) {
  const sett_colours *c = style->colours;
  int names = 0, whats = 0;
  for (size_t i = 0; i < r->list.count; i++) {
    names = width (names, r->list.at[i].name);
    whats = width (whats, r->list.at[i].what);
  }
  for (size_t i = 0; i < r->list.count; i++) {
    const row *at = r->list.at + i;
    sett_text_addf (text, "  %s%-*s%s  %-*s", c->strong, names, at->name,
                    c->off, at->stack ? whats : 0, at->what);
    if (at->stack) {
      sett_text_addf (text, "  %s", c->faint);
      sett_explain_add_place (r->explainer, at->process, at->stack, text);
      sett_text_add (text, c->off);
    }
    sett_text_add (text, "\n");
    if (stacks && at->stack)
      sett_explain_add_callers (r->explainer, at->process, at->stack, names + 6,
                                c, text);
  }
  SETT_RELEASE (r->list);
}

/*------------------------------------------------------------------------*/
/* Waiting. */

static int is_join (const sett_counterexample_thread *thread) {
  return thread->operation == SETT_DO_JOIN;
}

/* What keeps a thread from going on. */
void sett_explain_add_reason (sett_explainer *t, unsigned process,
                              const sett_counterexample_thread *thread,
                              sett_text *text) {
  const int held = thread->holder >= 0;
  const sett_operation_row *does = &sett_operation_rows[thread->operation];
  if (is_join (thread) && held) {
    sett_text_addf (text, "joins %s",
                    sett_explain_name_for (t, thread->holder, process));
    return;
  }
  if (does->waits)
    sett_text_addf (text, "%s%s", does->waits,
                    thread->object.kind == SETT_PLACE_NONE ? "" : " ");
  else
    sett_text_addf (text, "waits to %s ", does->name);
  if (*thread->events && memchr (thread->events, 0, sizeof thread->events))
    sett_text_add (text, thread->events);
  else
    sett_explain_add_object (t, process, &thread->object, text);
  if (held)
    sett_text_addf (text, ", which %s %s",
                    sett_explain_name_for (t, thread->holder, process),
                    thread->operation == SETT_DO_WAIT_CHILD ? "runs" : "holds");
}

static void add_held (rows *r, unsigned process,
                      const sett_counterexample_thread *thread,
                      sett_text *what) {
  const uint32_t most = sizeof thread->held / sizeof *thread->held;
  for (uint32_t i = 0; i < thread->held_count && i < most; i++) {
    sett_text_add (what, "holds ");
    sett_explain_add_object (r->explainer, process, &thread->held[i].lock,
                             what);
    sett_text_add (what,
                   thread->held[i].shared ? " (shared), taken" : ", taken");
    add_row (r, "", what, process, &thread->held[i].stack);
  }
}

/* Is it one of a local deadlock? */
static int is_stuck (const sett_explainer *t, int thread) {
  return t->counterexample->violation == SETT_VIOLATION_LOCAL_DEADLOCK &&
         sett_threads_have (t->symboliser->shared->stuck, (unsigned)thread);
}

static int is_same_object (const sett_address_info *a,
                           const sett_address_info *b) {
  if (a->kind != b->kind || a->kind == SETT_PLACE_NONE)
    return 0;
  return a->kind == SETT_PLACE_COMMON
             ? !strncmp (a->name, b->name, sizeof a->name)
             : a->address == b->address;
}

/* Who waits for a signal that came when nobody waited: the last of them. */
static void add_lost_signal (rows *r, int index, unsigned process,
                             sett_text *what) {
  const sett_counterexample *a = r->explainer->counterexample;
  const sett_counterexample_thread *thread = a->threads + index;
  if (thread->operation != SETT_DO_WAIT && thread->operation != SETT_DO_WAKE)
    return;
  for (uint32_t i = a->step_count; i--;) {
    const sett_counterexample_step *s = a->steps + i;
    const int signals =
        s->operation == SETT_DO_SIGNAL || s->operation == SETT_DO_BROADCAST;
    if (!signals || !is_same_object (&s->object, &thread->object))
      continue;
    if (s->partner >= 0)
      return;
    sett_text_addf (what,
                    "lost wake-up: the signal of %s, step %u, came before the "
                    "wait",
                    sett_explain_name_for (r->explainer, s->thread, process),
                    i + 1);
    add_row (r, "", what, sett_explain_process (r->explainer, s->thread),
             &s->stack);
    return;
  }
}

static void add_thread (rows *r, int index, sett_text *what) {
  const sett_counterexample_thread *thread =
      r->explainer->counterexample->threads + index;
  const char *name = sett_explain_thread (r->explainer, index);
  const unsigned process = sett_explain_process (r->explainer, index);
  if (thread->waits)
    sett_explain_add_reason (r->explainer, process, thread, what);
  else
    sett_text_add (what, "could go on");
  if (is_stuck (r->explainer, index))
    sett_text_add (what, ", forever");
  add_row (r, name, what, process, &thread->stack);
  add_lost_signal (r, index, process, what);
  add_held (r, process, thread, what);
}

static const sett_counterexample_thread *waiting (const sett_counterexample *a,
                                                  int thread) {
  if (thread < 0 || (uint32_t)thread >= a->thread_count)
    return NULL;
  const sett_counterexample_thread *found = a->threads + thread;
  return found->alive && found->waits ? found : NULL;
}

/* A thread on a cycle of threads that wait for each other; -1: there is none.
 */
static int find_cycle (const sett_counterexample *a) {
  for (int start = 0; start < (int)a->thread_count; start++) {
    int at = start;
    for (uint32_t i = 0; i < a->thread_count; i++) {
      const sett_counterexample_thread *thread = waiting (a, at);
      if (!thread)
        break;
      at = thread->holder;
      if (at == start)
        return start;
    }
  }
  return -1;
}

static unsigned cycle_length (const sett_counterexample *a, int start) {
  unsigned length = 0;
  int at = start;
  do {
    at = a->threads[at].holder;
    length++;
  } while (at != start);
  return length;
}

static unsigned count_waiting (const sett_counterexample *a) {
  unsigned count = 0;
  for (int i = 0; i < (int)a->thread_count; i++)
    count += waiting (a, i) != NULL;
  return count;
}

/* Those on the cycle first, in its order, then the others. */
static void add_threads (rows *r, sett_text *what) {
  const sett_counterexample *a = r->explainer->counterexample;
  const int start = find_cycle (a);
  uint8_t told[SETT_MOST_THREADS] = {0};
  for (int at = start; at >= 0 && !told[at]; at = a->threads[at].holder) {
    add_thread (r, at, what);
    told[at] = 1;
  }
  for (int i = 0; i < (int)a->thread_count; i++)
    if (!told[i] && a->threads[i].alive)
      add_thread (r, i, what);
}

/* What wait would say. */
static void add_end (rows *r, unsigned process, sett_text *what) {
  const int status = r->explainer->counterexample->ends[process].status;
  if (r->explainer->counterexample->ends[process].crashed)
    sett_text_add (what, "has crashed");
  else if (WIFSIGNALED (status))
    sett_text_addf (what, "was killed by signal %d", WTERMSIG (status));
  else
    sett_text_addf (what, "exited with status %d", WEXITSTATUS (status));
  add_row (r, sett_explain_process_name (r->explainer, process), what, process,
           NULL);
}

/* Process by process. */
static void add_processes (rows *r, sett_text *what) {
  const sett_counterexample *a = r->explainer->counterexample;
  const uint32_t count = r->explainer->symboliser->shared->member_count;
  for (unsigned p = 0; p < count; p++)
    if (a->ends[p].ended)
      add_end (r, p, what);
    else
      for (int i = 0; i < (int)a->thread_count; i++)
        if (sett_explain_process (r->explainer, i) == p && a->threads[i].alive)
          add_thread (r, i, what);
}

static int is_multi (const sett_explainer *t) {
  return t->symboliser->system->multi;
}

static void tell_threads (sett_explainer *t, const sett_tell_style *style,
                          sett_text *text) {
  rows r = {.explainer = t};
  sett_text what = {0};
  if (is_multi (t))
    add_processes (&r, &what);
  else
    add_threads (&r, &what);
  print_rows (&r, style, 1, text);
  sett_text_release (&what);
}

/*------------------------------------------------------------------------*/
/* Accesses. */

static void add_access (rows *r, const sett_counterexample_access *access,
                        sett_text *what) {
  const uint32_t most = sizeof access->held / sizeof *access->held;
  const uint32_t count = access->held_count < most ? access->held_count : most;
  const unsigned process = sett_explain_process (r->explainer, access->thread);
  sett_explain_add_access (r->explainer, access, what);
  sett_text_add (what, count ? ", holding " : ", holding no lock");
  for (uint32_t i = 0; i < count; i++) {
    if (i)
      sett_text_add (what, ", ");
    sett_explain_add_object (r->explainer, process, &access->held[i], what);
  }
  add_row (r, sett_explain_thread (r->explainer, access->thread), what, process,
           &access->stack);
}

static void tell_accesses (sett_explainer *t, const sett_tell_style *style,
                           sett_text *text) {
  rows r = {.explainer = t};
  sett_text what = {0};
  for (uint32_t i = 0; i < t->counterexample->access_count; i++)
    add_access (&r, &t->counterexample->accesses[i], &what);
  print_rows (&r, style, 1, text);
  sett_text_release (&what);
}

/*------------------------------------------------------------------------*/

static int is_about_accesses (const sett_counterexample *a) {
  return a->access_count && (a->violation == SETT_VIOLATION_RACE ||
                             a->violation == SETT_VIOLATION_DISCIPLINE);
}

/* Deadlocks of all and of some. */
static int is_about_waiting (const sett_counterexample *a) {
  return strstr (sett_violation_category (a->violation), "deadlock") ||
         a->violation == SETT_VIOLATION_LIVELOCK;
}

static void tell_place (sett_explainer *t, const sett_tell_style *style,
                        sett_text *text) {
  const sett_counterexample *a = t->counterexample;
  const unsigned process = sett_explain_process (t, a->thread);
  rows r = {.explainer = t};
  sett_text what = {0};
  sett_text_add (&what,
                 *a->message ? a->message : sett_violation_text (a->violation));
  add_row (&r, a->thread >= 0 ? sett_explain_thread (t, a->thread) : "", &what,
           process, a->stack.depth ? &a->stack : NULL);
  if (a->what.kind != SETT_PLACE_NONE) {
    sett_text_add (&what, "concerns ");
    sett_explain_add_object (t, process, &a->what, &what);
    add_row (&r, "", &what, process, NULL);
  }
  print_rows (&r, style, 1, text);
  sett_text_release (&what);
}

void sett_tell_violation (sett_explainer *t, const sett_tell_style *style,
                          sett_text *text) {
  const sett_counterexample *a = t->counterexample;
  if (is_about_accesses (a) ||
      (a->violation == SETT_VIOLATION_USE_AFTER_FREE && a->access_count))
    tell_accesses (t, style, text);
  else if (is_about_waiting (t->counterexample))
    tell_threads (t, style, text);
  else
    tell_place (t, style, text);
}

/*------------------------------------------------------------------------*/
/* One sentence. */

/* " of server", " of 3 processes": those that wait; nothing for a program. */
static void add_processes_of (const sett_explainer *t, sett_text *text) {
  const sett_counterexample *a = t->counterexample;
  uint64_t mask = 0;
  for (int i = 0; i < (int)a->thread_count; i++)
    if (waiting (a, i))
      mask |=
          (uint64_t)1 << sett_explain_process (t, i) % SETT_SYSTEM_PROCESSES;
  if (!is_multi (t) || !mask)
    return;
  if (mask & (mask - 1))
    sett_text_addf (text, " of %d processes", __builtin_popcountll (mask));
  else
    sett_text_addf (
        text, " of %s",
        sett_explain_process_name (t, (unsigned)__builtin_ctzll (mask)));
}

static void add_deadlock (const sett_explainer *t, sett_text *text) {
  const int cycle = find_cycle (t->counterexample);
  const unsigned waits = count_waiting (t->counterexample);
  const unsigned count =
      cycle >= 0 ? cycle_length (t->counterexample, cycle) : waits;
  sett_text_addf (text, "deadlock: %u thread%s", count, count == 1 ? "" : "s");
  add_processes_of (t, text);
  if (count == 1)
    sett_text_add (text,
                   cycle >= 0 ? " waits for itself" : " is blocked forever");
  else
    sett_text_add (text, cycle >= 0 ? " wait for each other"
                                    : " are blocked forever");
}

/* Which process is to blame, in a system. */
static void add_blame (sett_explainer *t, int thread, sett_text *text) {
  if (is_multi (t) && thread >= 0)
    sett_text_addf (
        text, "%s: ",
        sett_explain_process_name (t, sett_explain_process (t, thread)));
}

void sett_tell_message (sett_explainer *t, sett_text *text) {
  const sett_counterexample *a = t->counterexample;
  if (is_about_accesses (a)) {
    const int thread = a->accesses[0].thread;
    add_blame (t, thread, text);
    sett_text_addf (text, "%s on ", sett_violation_text (a->violation));
    sett_explain_add_object (t, sett_explain_process (t, thread),
                             &a->accesses[0].place, text);
  } else if (a->violation == SETT_VIOLATION_DEADLOCK)
    add_deadlock (t, text);
  else {
    if (!is_about_waiting (a))
      add_blame (t, a->thread, text);
    if (a->violation == SETT_VIOLATION_LOCAL_DEADLOCK)
      sett_text_add (text, "local deadlock: ");
    sett_text_add (text, *a->message ? a->message
                                     : sett_violation_text (a->violation));
  }
}

void sett_tell_where (sett_explainer *t, sett_text *text) {
  const sett_counterexample *a = t->counterexample;
  if (a->violation == SETT_VIOLATION_DEADLOCK ||
      a->violation == SETT_VIOLATION_LOCAL_DEADLOCK)
    return; /* it is in several places */
  if (is_about_accesses (a)) {
    const sett_counterexample_access *last = &a->accesses[a->access_count - 1];
    sett_explain_add_where (t, sett_explain_process (t, last->thread),
                            &last->stack, text);
  } else
    sett_explain_add_where (t, sett_explain_process (t, a->thread), &a->stack,
                            text);
}
