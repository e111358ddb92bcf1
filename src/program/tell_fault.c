/* What is wrong, in detail: see teller.h. */

#include "base/terminal.h"
#include "base/text.h"
#include "program/teller.h"

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
  const sett_stack *stack; /* where; null: nowhere */
} row;

typedef struct rows {
  sett_teller *teller;
  SETT_VECTOR (row) list;
} rows;

static void add_row (rows *r, const char *name, sett_text *what,
                     unsigned process, const sett_stack *stack) {
  const row fresh = {
      name,
      sett_arena_copy (&r->teller->arena, sett_text_get (what), what->length),
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
      sett_teller_add_place (r->teller, at->process, at->stack, text);
      sett_text_add (text, c->off);
    }
    sett_text_add (text, "\n");
    if (stacks && at->stack)
      sett_teller_add_callers (r->teller, at->process, at->stack, names + 6, c,
                               text);
  }
  SETT_RELEASE (r->list);
}

/*------------------------------------------------------------------------*/
/* Waiting. */

static int is_join (const sett_account_thread *thread) {
  return thread->operation == SETT_DO_JOIN;
}

/* What keeps a thread from going on. */
static void add_reason (sett_teller *t, unsigned process,
                        const sett_account_thread *thread, sett_text *text) {
  const int held = thread->holder >= 0;
  const char *name = sett_operation_name ((sett_operation)thread->operation);
  if (is_join (thread) && held) {
    sett_text_addf (text, "waits for the end of %s",
                    sett_teller_name_for (t, thread->holder, process));
    return;
  }
  switch (thread->operation) {
  case SETT_DO_WAKE:
  case SETT_DO_WAIT:
    sett_text_add (text, "waits for a signal on ");
    break;
  case SETT_DO_PASS:
    sett_text_add (text, "waits at barrier ");
    break;
  case SETT_DO_SEM_WAIT:
    sett_text_add (text, "waits for semaphore ");
    break;
  case SETT_DO_AWAIT:
    sett_text_add (text, "waits busily for ");
    break;
  case SETT_DO_LOCK:
  case SETT_DO_RDLOCK:
  case SETT_DO_WRLOCK:
  case SETT_DO_TIMEDLOCK:
    sett_text_addf (text, "cannot %s ", name);
    break;
  default:
    if (!strncmp (name, "wait", 4))
      sett_text_addf (text, "waits%s%s", name + 4,
                      thread->object.kind == SETT_PLACE_NONE ? "" : " ");
    else
      sett_text_addf (text, "waits to %s ", name);
  }
  if (*thread->events && memchr (thread->events, 0, sizeof thread->events))
    sett_text_add (text, thread->events);
  else
    sett_teller_add_object (t, process, &thread->object, text);
  if (held)
    sett_text_addf (text, ", which %s holds",
                    sett_teller_name_for (t, thread->holder, process));
}

static void add_held (rows *r, unsigned process,
                      const sett_account_thread *thread, sett_text *what) {
  const uint32_t most = sizeof thread->held / sizeof *thread->held;
  for (uint32_t i = 0; i < thread->held_count && i < most; i++) {
    sett_text_add (what, "holds ");
    sett_teller_add_object (r->teller, process, &thread->held[i].lock, what);
    sett_text_add (what,
                   thread->held[i].shared ? " (shared), taken" : ", taken");
    add_row (r, "", what, process, &thread->held[i].stack);
  }
}

/* Is it one of a local deadlock? */
static int is_stuck (const sett_teller *t, int thread) {
  return t->account->fault == SETT_FAULT_LOCAL_DEADLOCK &&
         (t->cast->board->stuck >> thread & 1);
}

static void add_thread (rows *r, int index, sett_text *what) {
  const sett_account_thread *thread = r->teller->account->threads + index;
  const char *name = sett_teller_thread (r->teller, index);
  const unsigned process = sett_teller_process (r->teller, index);
  if (thread->waits)
    add_reason (r->teller, process, thread, what);
  else
    sett_text_add (what, "could go on");
  if (is_stuck (r->teller, index))
    sett_text_add (what, ", for ever");
  add_row (r, name, what, process, &thread->stack);
  add_held (r, process, thread, what);
}

static const sett_account_thread *waiting (const sett_account *a, int thread) {
  if (thread < 0 || (uint32_t)thread >= a->thread_count)
    return NULL;
  const sett_account_thread *found = a->threads + thread;
  return found->alive && found->waits ? found : NULL;
}

/* A thread on a cycle of threads that wait for each other; -1: there is none.
 */
static int find_cycle (const sett_account *a) {
  for (int start = 0; start < (int)a->thread_count; start++) {
    int at = start;
    for (uint32_t i = 0; i < a->thread_count; i++) {
      const sett_account_thread *thread = waiting (a, at);
      if (!thread)
        break;
      at = thread->holder;
      if (at == start)
        return start;
    }
  }
  return -1;
}

static unsigned cycle_length (const sett_account *a, int start) {
  unsigned length = 0;
  int at = start;
  do {
    at = a->threads[at].holder;
    length++;
  } while (at != start);
  return length;
}

static unsigned count_waiting (const sett_account *a) {
  unsigned count = 0;
  for (int i = 0; i < (int)a->thread_count; i++)
    count += waiting (a, i) != NULL;
  return count;
}

/* Those on the cycle first, in its order, then the others. */
static void add_threads (rows *r, sett_text *what) {
  const sett_account *a = r->teller->account;
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
  const int status = r->teller->account->ends[process].status;
  if (r->teller->account->ends[process].crashed)
    sett_text_add (what, "has crashed");
  else if (WIFSIGNALED (status))
    sett_text_addf (what, "was killed by signal %d", WTERMSIG (status));
  else
    sett_text_addf (what, "has ended with status %d", WEXITSTATUS (status));
  add_row (r, sett_teller_process_name (r->teller, process), what, process,
           NULL);
}

/* Process by process. */
static void add_processes (rows *r, sett_text *what) {
  const sett_account *a = r->teller->account;
  const uint32_t count = r->teller->cast->board->member_count;
  for (unsigned p = 0; p < count; p++)
    if (a->ends[p].ended)
      add_end (r, p, what);
    else
      for (int i = 0; i < (int)a->thread_count; i++)
        if (sett_teller_process (r->teller, i) == p && a->threads[i].alive)
          add_thread (r, i, what);
}

static int is_multi (const sett_teller *t) {
  return t->cast->system->multi;
}

static void tell_threads (sett_teller *t, const sett_tell_style *style,
                          sett_text *text) {
  rows r = {.teller = t};
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

static void add_access (rows *r, const sett_account_access *access,
                        sett_text *what) {
  const uint32_t most = sizeof access->held / sizeof *access->held;
  const uint32_t count = access->held_count < most ? access->held_count : most;
  const unsigned process = sett_teller_process (r->teller, access->thread);
  sett_text_addf (what, "%s%s ", access->is_atomic ? "atomic " : "",
                  access->is_write ? "write" : "read");
  sett_teller_add_object (r->teller, process, &access->place, what);
  sett_text_add (what, count ? ", holding " : ", holding no lock");
  for (uint32_t i = 0; i < count; i++) {
    if (i)
      sett_text_add (what, ", ");
    sett_teller_add_object (r->teller, process, &access->held[i], what);
  }
  add_row (r, sett_teller_thread (r->teller, access->thread), what, process,
           &access->stack);
}

static void tell_accesses (sett_teller *t, const sett_tell_style *style,
                           sett_text *text) {
  rows r = {.teller = t};
  sett_text what = {0};
  for (uint32_t i = 0; i < t->account->access_count; i++)
    add_access (&r, &t->account->accesses[i], &what);
  print_rows (&r, style, 1, text);
  sett_text_release (&what);
}

/*------------------------------------------------------------------------*/

static int is_about_accesses (const sett_account *a) {
  return a->access_count &&
         (a->fault == SETT_FAULT_RACE || a->fault == SETT_FAULT_DISCIPLINE);
}

/* Deadlocks of all and of some. */
static int is_about_waiting (const sett_account *a) {
  return strstr (sett_fault_kind (a->fault), "deadlock") ||
         a->fault == SETT_FAULT_LIVELOCK;
}

static void tell_place (sett_teller *t, const sett_tell_style *style,
                        sett_text *text) {
  const sett_account *a = t->account;
  const unsigned process = sett_teller_process (t, a->thread);
  rows r = {.teller = t};
  sett_text what = {0};
  sett_text_add (&what, *a->message ? a->message : sett_fault_text (a->fault));
  add_row (&r, a->thread >= 0 ? sett_teller_thread (t, a->thread) : "", &what,
           process, a->stack.depth ? &a->stack : NULL);
  if (a->what.kind != SETT_PLACE_NONE) {
    sett_text_add (&what, "concerns ");
    sett_teller_add_object (t, process, &a->what, &what);
    add_row (&r, "", &what, process, NULL);
  }
  print_rows (&r, style, 1, text);
  sett_text_release (&what);
}

void sett_tell_fault (sett_teller *t, const sett_tell_style *style,
                      sett_text *text) {
  if (is_about_accesses (t->account))
    tell_accesses (t, style, text);
  else if (is_about_waiting (t->account))
    tell_threads (t, style, text);
  else
    tell_place (t, style, text);
}

/*------------------------------------------------------------------------*/
/* One sentence. */

/* " of server", " of 3 processes": those that wait; nothing for a program. */
static void add_processes_of (const sett_teller *t, sett_text *text) {
  const sett_account *a = t->account;
  uint32_t mask = 0;
  for (int i = 0; i < (int)a->thread_count; i++)
    if (waiting (a, i))
      mask |= 1u << sett_teller_process (t, i) % SETT_MOST_PROCESSES;
  if (!is_multi (t) || !mask)
    return;
  if (mask & (mask - 1))
    sett_text_addf (text, " of %d processes", __builtin_popcount (mask));
  else
    sett_text_addf (
        text, " of %s",
        sett_teller_process_name (t, (unsigned)__builtin_ctz (mask)));
}

static void add_deadlock (const sett_teller *t, sett_text *text) {
  const int cycle = find_cycle (t->account);
  const unsigned waits = count_waiting (t->account);
  const unsigned count = cycle >= 0 ? cycle_length (t->account, cycle) : waits;
  sett_text_addf (text, "deadlock: %u thread%s", count, count == 1 ? "" : "s");
  add_processes_of (t, text);
  if (count == 1)
    sett_text_add (text, cycle >= 0 ? " waits for itself" : " waits for ever");
  else
    sett_text_add (text,
                   cycle >= 0 ? " wait for each other" : " wait for ever");
}

/* Which process is to blame, in a system. */
static void add_blame (sett_teller *t, int thread, sett_text *text) {
  if (is_multi (t) && thread >= 0)
    sett_text_addf (
        text,
        "%s: ", sett_teller_process_name (t, sett_teller_process (t, thread)));
}

void sett_tell_message (sett_teller *t, sett_text *text) {
  const sett_account *a = t->account;
  if (is_about_accesses (a)) {
    const int thread = a->accesses[0].thread;
    add_blame (t, thread, text);
    sett_text_addf (text, "%s on ", sett_fault_text (a->fault));
    sett_teller_add_object (t, sett_teller_process (t, thread),
                            &a->accesses[0].place, text);
  } else if (a->fault == SETT_FAULT_DEADLOCK)
    add_deadlock (t, text);
  else {
    if (!is_about_waiting (a))
      add_blame (t, a->thread, text);
    if (a->fault == SETT_FAULT_LOCAL_DEADLOCK)
      sett_text_add (text, "local deadlock: ");
    sett_text_add (text, *a->message ? a->message : sett_fault_text (a->fault));
  }
}

void sett_tell_where (sett_teller *t, sett_text *text) {
  const sett_account *a = t->account;
  if (a->fault == SETT_FAULT_DEADLOCK || a->fault == SETT_FAULT_LOCAL_DEADLOCK)
    return; /* it is in several places */
  if (is_about_accesses (a)) {
    const sett_account_access *last = &a->accesses[a->access_count - 1];
    sett_teller_add_where (t, sett_teller_process (t, last->thread),
                           &last->stack, text);
  } else
    sett_teller_add_where (t, sett_teller_process (t, a->thread), &a->stack,
                           text);
}
