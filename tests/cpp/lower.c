/* From statements to instructions: blocks end with what their objects do, an
   exception unwinds up to who catches it, and whoever lets go last destroys.

   What has to be done when a block is left is on a stack.  Where somebody
   throws, what is on it down to the next handler is written out, in that place.
 */

#include "instructions.h"

#include <string.h>

typedef enum what {
  C_UNLOCK,
  C_READ_UNLOCK,
  C_WRITE_UNLOCK,
  C_ONCE,
  C_EFFECT,
  C_CALLBACK,
  C_JTHREAD,
  C_THREAD,
  C_TASK_THREAD, /* a jthread with a task */
  C_FUTURE,      /* of the task of this node */
  C_CAUGHT,
  C_FAILURE,
  C_OBJECT,
  C_LOCKED,
  C_PROMISE,
  C_TRY,
  C_TASK, /* the function of a task begins */
  C_BOTTOM,
} what;

typedef struct cleanup {
  what what;
  uint8_t x, thread, scope;
  uint16_t thrown[24]; /* jumps to the handler */
  unsigned throws;
} cleanup;

enum { MOST_CLEANUPS = 64 };

static const program *p;
static lowered *l;
static cleanup stack[MOST_CLEANUPS];
static unsigned height;
static unsigned t;       /* the thread whose code is made */
static unsigned scope;   /* whose references are used */
static unsigned catches; /* handlers that are open */
static int quiet;        /* nothing is seen */

static unsigned here (void) {
  return l->length[t];
}

static unsigned put (code c, unsigned x, unsigned v, unsigned w) {
  if (here () + 1 >= MOST_CODE) {
    l->too_large = 1;
    return 0;
  }
  l->code[t][here ()] =
      (instruction){(uint8_t)c, (uint8_t)x, (uint8_t)v, (uint8_t)w, 0};
  return l->length[t]++;
}

static void land (unsigned jump) {
  l->code[t][jump].jump = (uint16_t)here ();
}

static void jump_to (unsigned label) {
  l->code[t][put (I_JUMP, 0, 0, 0)].jump = (uint16_t)label;
}

static void push (what w, unsigned x) {
  if (height == MOST_CLEANUPS) {
    l->too_large = 1;
    height--;
  }
  stack[height++] = (cleanup){.what = w, .x = (uint8_t)x};
}

static void lower_list (uint8_t n);
static void lower_effect (unsigned i);
static void raise_exception (void);

static void see (unsigned v) {
  if (!quiet)
    put (I_SEE, 0, v, 0);
}

/*------------------------------------------------------------------------*/
/* Letting go. */

static void drop (code c, unsigned x, unsigned effect) {
  const unsigned skip = put (c, x, 0, 0);
  lower_effect (effect);
  land (skip);
}

static void drop_result (unsigned of) {
  const unsigned skip = put (I_DROP_RESULT, of, 0, 0);
  drop (I_DROP_PROMISED, 0, OF_FAILURE);
  land (skip);
}

/* What the lambda of this scope has taken with it: the last one first. */
static void drop_captures (unsigned of) {
  if (has (p, DO_PROMISE))
    drop_result (of);
  if (has (p, DO_OBJECT))
    drop (I_DROP_OBJECT, of, OF_OBJECT);
  if (has (p, DO_FAILURE))
    drop (I_DROP_FAILURE, of, OF_FAILURE);
}

static void share_captures (unsigned with) {
  if (has (p, DO_FAILURE))
    put (I_SHARE_FAILURE, with, scope, 0);
  if (has (p, DO_OBJECT))
    put (I_SHARE_OBJECT, with, scope, 0);
  if (has (p, DO_PROMISE))
    put (I_SHARE_RESULT, with, scope, 0);
}

static void drop_task (unsigned k) {
  const unsigned skip = put (I_DROP_TASK, k, 0, 0);
  drop_captures (k);
  drop (I_DROP_KEPT, k, OF_FAILURE);
  land (skip);
}

static void signal_all (unsigned all) {
  put (I_SIGNAL, 0, all, 0);
}

static void stop (unsigned k, int silent) {
  put (I_STOP, k, (unsigned)silent, 0);
  unsigned skip = put (I_UNLESS_CHOSEN, 0, 1, 0);
  lower_effect (OF_OBJECT);
  put (I_CALLED, k, 0, 0);
  land (skip);
  skip = put (I_UNLESS_CHOSEN, 0, 2, 0);
  signal_all (1);
  put (I_CALLED, k, 0, 0);
  land (skip);
}

static void end_promise (void) {
  drop_result (scope);
  put (I_BREAK, 0, 0, 0);
  drop_result (SCOPES);
}

/* The block is left. */
static void clean (const cleanup *c, int throws) {
  switch (c->what) {
  case C_UNLOCK:
    put (I_UNLOCK, c->x, 0, 0);
    return;
  case C_READ_UNLOCK:
    put (I_READ_UNLOCK, 0, 0, 0);
    return;
  case C_WRITE_UNLOCK:
    put (I_WRITE_UNLOCK, 0, 0, 0);
    return;
  case C_ONCE:
    put (throws ? I_ONCE_FAILED : I_ONCE_DONE, c->x, 0, 0);
    return;
  case C_EFFECT:
    lower_effect (c->x);
    return;
  case C_CALLBACK:
    put (I_UNREGISTER, c->x, 0, 0);
    return;
  case C_JTHREAD:
    stop (c->x, 1);
    put (I_JOIN, c->x, 0, 0);
    return;
  case C_TASK_THREAD:
    put (I_JOIN, c->x, 0, 0);
    return;
  case C_THREAD:
    if (throws)
      put (I_TERMINATE, 0, 0, 0);
    return;
  case C_FUTURE:
    if (p->at[c->x].v == ASYNCHRONOUS)
      put (I_JOIN, p->at[c->x].x, 0, 0);
    drop_task (p->at[c->x].x);
    return;
  case C_CAUGHT:
    drop (I_DROP_CAUGHT, c->x, OF_FAILURE);
    return;
  case C_FAILURE:
    drop (I_DROP_FAILURE, scope, OF_FAILURE);
    return;
  case C_OBJECT:
    drop (I_DROP_OBJECT, scope, OF_OBJECT);
    return;
  case C_LOCKED:
    drop (I_DROP_LOCKED, 0, OF_OBJECT);
    return;
  case C_PROMISE:
    end_promise ();
    return;
  default:
    return;
  }
}

static void pop (void) {
  const cleanup c = stack[--height];
  clean (&c, 0);
}

/* Who catches what is thrown here; 0: nobody, and nothing is unwound. */
static unsigned find_handler (void) {
  for (unsigned i = height; i--;)
    if (stack[i].what == C_TRY || stack[i].what == C_TASK)
      return i;
    else if (stack[i].what == C_BOTTOM)
      return 0;
  return 0;
}

/* To the handler.  What is done on the way may push, and pops. */
static void raise_exception (void) {
  static cleanup saved[MOST_CLEANUPS];
  const unsigned handler = find_handler (), old = height;
  if (!handler) {
    put (I_TERMINATE, 0, 0, 0);
    return;
  }
  memcpy (saved, stack, sizeof saved);
  while (height > handler + 1) {
    const cleanup c = saved[--height];
    clean (&c, 1);
  }
  memcpy (stack, saved, sizeof saved);
  height = old;
  cleanup *c = &stack[handler];
  const unsigned jump = put (I_JUMP, 0, 0, 0);
  if (c->throws < sizeof c->thrown / sizeof *c->thrown)
    c->thrown[c->throws++] = (uint16_t)jump;
  else
    l->too_large = 1;
}

static void land_throws (const cleanup *c) {
  for (unsigned i = 0; i < c->throws; i++)
    land (c->thrown[i]);
}

/*------------------------------------------------------------------------*/
/* The end of threads, and of the program. */

static void end_thread_objects (void) {
  const unsigned again = here ();
  const unsigned none = put (I_NEXT_OF_THREAD, 0, 0, 0);
  for (unsigned i = 0; i < 2; i++) {
    const unsigned skip = put (I_UNLESS_CHOSEN, 0, i, 0);
    lower_effect (OF_TLS + i);
    jump_to (again);
    land (skip);
  }
  land (none);
}

static void end_program (unsigned status, int quick) {
  if (!quick)
    end_thread_objects ();
  const unsigned again = here ();
  const unsigned none = put (I_NEXT_AT_EXIT, (unsigned)quick, 0, 0);
  for (unsigned i = OF_STATIC; i <= OF_GLOBAL; i++) {
    if (i == OF_TLS || i == OF_TLS + 1)
      continue;
    const unsigned skip = put (I_UNLESS_CHOSEN, 0, i, 0);
    lower_effect (i);
    jump_to (again);
    land (skip);
  }
  land (none);
  put (I_FINISH, 0, status, 0);
}

static void end_thread (void) {
  end_thread_objects ();
  if (has (p, DO_SET_LATE))
    put (I_READY_LATE, 0, 0, 0);
  put (I_END, 0, 0, 0);
}

/*------------------------------------------------------------------------*/
/* Threads and tasks. */

typedef struct context {
  unsigned t, scope, catches, height;
} context;

static context enter (unsigned thread, unsigned of) {
  const context old = {t, scope, catches, height};
  t = thread;
  scope = of;
  return old;
}

static void leave (context old) {
  t = old.t;
  scope = old.scope;
  catches = old.catches;
  height = old.height;
}

static void show_or_keep (unsigned k) {
  if (p->shows[k])
    put (I_SHOW, 0, 0, 0);
  else
    put (I_RESULT, k, 0, 0);
}

static void lower_thread (const node *n) {
  const unsigned k = n->x;
  share_captures (k);
  put (I_SPAWN, k, 0, 0);
  const context old = enter (k, k);
  catches = 0;
  push (C_BOTTOM, 0);
  lower_list (n->body);
  show_or_keep (k);
  drop_captures (k);
  end_thread ();
  leave (old);
  if (n->v == JTHREAD)
    push (C_JTHREAD, k);
  else if (n->v != DETACHED)
    push (C_THREAD, k);
  lower_list (n->other);
  if (n->v == JTHREAD)
    pop ();
  else if (n->v == JOINED)
    height--, put (I_JOIN, k, 0, 0);
  else if (n->v == FORGOTTEN)
    height--, put (I_TERMINATE, 0, 0, 0);
}

/* The function of a task, called by the library. */
static void lower_function (const node *n) {
  const unsigned k = n->x;
  push (C_TASK, 0);
  lower_list (n->body);
  if (k < MOST_THREADS && p->shows[k])
    put (I_SHOW, 0, 0, 0);
  put (I_RETURN, k, 0, 0);
  const unsigned done = put (I_JUMP, 0, 0, 0);
  const cleanup c = stack[--height];
  land_throws (&c);
  if (c.throws)
    put (I_KEEP, k, 0, 0);
  land (done);
  put (I_TASK_READY, k, 0, 0);
}

static void lower_deferred (const node *n) {
  const unsigned old = scope;
  scope = n->x;
  put (I_BEGIN_TASK, n->x, 0, 0);
  lower_function (n);
  put (I_END_TASK, n->x, 0, 0);
  scope = old;
}

static void get_task (const node *n) {
  const unsigned k = n->x;
  if (n->v == DEFERRED)
    lower_deferred (n);
  else if (n->v == ASYNCHRONOUS)
    put (I_JOIN, k, 0, 0);
  put (I_WAIT_TASK, k, 0, 0);
  const unsigned well = put (I_TAKE, k, 0, 0);
  drop_task (k);
  raise_exception ();
  land (well);
  drop_task (k);
}

static void lower_async (const node *n) {
  const unsigned k = n->x;
  share_captures (k);
  if (n->v != DEFERRED) {
    put (I_NEW_TASK, k, n->v == PACKAGED ? 2 : 1, 0);
    put (I_SPAWN, k, 0, 0);
    const context old = enter (k, k);
    catches = 0;
    push (C_BOTTOM, 0);
    lower_function (n);
    if (n->v == PACKAGED)
      drop_task (k);
    end_thread ();
    leave (old);
  } else
    put (I_NEW_TASK, k, 1, 0);
  push (C_FUTURE, (unsigned)(n - p->at));
  if (n->v == PACKAGED)
    push (C_TASK_THREAD, k);
  lower_list (n->other);
  if (!n->w) {
    if (n->v == PACKAGED)
      pop ();
    pop ();
    return;
  }
  /* The future is empty then; a task's thread is joined after. */
  const cleanup thread = stack[height - 1];
  height -= n->v == PACKAGED ? 2 : 1;
  if (n->v == PACKAGED)
    stack[height++] = thread;
  get_task (n);
  if (n->v == PACKAGED)
    pop ();
}

/*------------------------------------------------------------------------*/

static void within (const node *n, what w, unsigned x) {
  push (w, x);
  lower_list (n->body);
  pop ();
}

static void lower_guard (const node *n) {
  static const code begin[] = {I_LOCK,      I_TRY,        I_TIMED,
                               I_READ_LOCK, I_WRITE_LOCK, I_READ_TRY};
  static const what end[] = {C_UNLOCK,      C_UNLOCK,       C_UNLOCK,
                             C_READ_UNLOCK, C_WRITE_UNLOCK, C_READ_UNLOCK};
  const unsigned i = n->kind - DO_GUARD;
  const int fails =
      n->kind == DO_TRY || n->kind == DO_TIMED || n->kind == DO_TRY_SHARED;
  const unsigned skip = put (begin[i], n->x, 0, 0);
  within (n, end[i], n->x);
  if (fails)
    land (skip);
}

static void wait_plainly (const node *n) {
  const unsigned again = here ();
  const unsigned done = put (I_IF_READY, 0, n->v, 0);
  put (I_SLEEP, 0, 0, 0);
  if (n->kind == DO_WAIT_TIMED) {
    const unsigned late = put (I_WAKE_TIMED, 0, 0, 0);
    jump_to (again);
    land (late);
  } else {
    put (I_WAKE, 0, 0, 0);
    jump_to (again);
  }
  land (done);
  if (n->kind == DO_WAIT_TIMED)
    put (I_SEE_READY, 0, n->v, 0);
}

static void wait_for_stop (const node *n) {
  const unsigned early = put (I_STOPPED, t, 1, 0);
  const unsigned registered = put (I_REGISTER, t, 2, 0);
  signal_all (1);
  land (registered);
  const unsigned again = here ();
  const unsigned done = put (I_IF_READY, 0, n->v, 0);
  const unsigned stopped = put (I_SLEEP_UNLESS_STOPPED, t, 0, 0);
  put (I_WAKE, 0, 0, 0);
  jump_to (again);
  land (stopped);
  put (I_UNREGISTER, t, 0, 0);
  see (0);
  const unsigned end = put (I_JUMP, 0, 0, 0);
  land (done);
  put (I_UNREGISTER, t, 0, 0);
  see (1);
  const unsigned other_end = put (I_JUMP, 0, 0, 0);
  land (early);
  put (I_SEE_READY, 0, n->v, 0);
  land (end);
  land (other_end);
}

static void lower_wait (const node *n) {
  put (I_LOCK, 0, 0, 0);
  push (C_UNLOCK, 0);
  if (n->kind == DO_WAIT_STOP)
    wait_for_stop (n);
  else
    wait_plainly (n);
  lower_list (n->body);
  pop ();
}

static void lower_protect (const node *n) {
  push (C_TRY, 0);
  lower_list (n->body);
  const unsigned done = put (I_JUMP, 0, 0, 0);
  const cleanup c = stack[--height];
  land_throws (&c);
  if (c.throws && catches >= 4)
    l->too_large = 1;
  else if (c.throws) {
    put (I_CATCH, catches, 0, 0);
    put (I_SEE_CAUGHT, catches, 0, 0);
    push (C_CAUGHT, catches++);
    lower_list (n->other);
    catches--;
    pop ();
  }
  land (done);
}

static unsigned new_exception (unsigned value) {
  if (l->exceptions == MOST_EXCEPTIONS) {
    l->too_large = 1;
    return 0;
  }
  l->value[l->exceptions] = (uint8_t)value;
  return l->exceptions++;
}

static void lower_static (const node *n) {
  const unsigned done = put (I_ONCE, 1 + n->x, 0, 0);
  push (C_ONCE, 1u + n->x);
  lower_effect (OF_BEGIN);
  height--;
  put (I_AT_EXIT, 0, OF_STATIC + n->x, 0);
  put (I_ONCE_DONE, 1 + n->x, 0, 0);
  land (done);
  see (6);
}

static void lower_exit (const node *n) {
  if (n->w == 2)
    put (I_FINISH, 0, n->v, 0);
  else
    end_program (n->v, n->w == 1);
}

static void pass_on (void) {
  const unsigned done = put (I_SET_CAUGHT, catches - 1, 0, 0);
  put (I_READY, 0, 0, 0);
  land (put (I_DROP_PASSED, catches - 1, 0, 0));
  const unsigned end = put (I_JUMP, 0, 0, 0);
  land (done);
  land (put (I_DROP_PASSED, catches - 1, 0, 0));
  see (9);
  land (end);
}

static void lower_promise (const node *n) {
  unsigned jump;
  switch (n->kind) {
  case DO_PROMISE:
    put (I_NEW_PROMISE, scope, 0, 0);
    within (n, C_PROMISE, 0);
    return;
  case DO_GET:
    jump = put (I_GET, 0, 0, 0);
    raise_exception ();
    land (jump);
    return;
  case DO_POLL:
    put (I_POLL, 0, 0, 0);
    return;
  default:
    break;
  }
  if (n->kind == DO_PASS_ON) {
    pass_on ();
    return;
  }
  const int fails = n->kind == DO_FAIL;
  const unsigned e = fails ? new_exception (n->v) : NO_EXCEPTION;
  const unsigned done = put (I_SET, e, n->v, 0);
  if (n->kind == DO_SET_LATE)
    put (I_LATE, 0, 0, 0);
  else
    put (I_READY, 0, 0, 0);
  if (fails)
    drop (I_DROP_THROWN, e, OF_FAILURE);
  jump = put (I_JUMP, 0, 0, 0);
  land (done);
  if (fails)
    drop (I_DROP_THROWN, e, OF_FAILURE);
  see (9);
  land (jump);
}

static void lower_exception (const node *n) {
  unsigned jump;
  switch (n->kind) {
  case DO_PROTECT:
    lower_protect (n);
    return;
  case DO_THROW:
    put (I_THROW, new_exception (n->v), 0, 0);
    raise_exception ();
    return;
  case DO_FAILURE:
    put (I_NEW_FAILURE, scope, new_exception (n->v), 0);
    within (n, C_FAILURE, 0);
    return;
  case DO_RETHROW:
    jump = put (I_RETHROW, scope, 0, 0);
    raise_exception ();
    land (jump);
    return;
  default:
    drop (I_DROP_FAILURE, scope, OF_FAILURE);
  }
}

static void lower_object (const node *n) {
  unsigned jump;
  switch (n->kind) {
  case DO_OBJECT:
    put (I_NEW_OBJECT, scope, 0, 0);
    within (n, C_OBJECT, 0);
    return;
  case DO_COUNT:
    put (I_COUNT, 0, 0, 0);
    return;
  case DO_RESET:
    drop (I_DROP_OBJECT, scope, OF_OBJECT);
    return;
  default:
    jump = put (I_LOCK_WEAK, 0, 0, 0);
    see (7);
    within (n, C_LOCKED, 0);
    land (jump);
  }
}

static void lower_sync (const node *n) {
  unsigned jump;
  switch (n->kind) {
  case DO_ONCE:
    jump = put (I_ONCE, 0, 0, 0);
    within (n, C_ONCE, 0);
    land (jump);
    return;
  case DO_ACQUIRE:
    put (I_ACQUIRE, 0, 0, 0);
    return;
  case DO_RELEASE:
    put (I_RELEASE, 0, 0, 0);
    put (I_RELEASED, 0, 0, 0);
    return;
  case DO_TRY_ACQUIRE:
    jump = put (I_TRY_ACQUIRE, 0, 0, 0);
    lower_list (n->body);
    land (jump);
    return;
  case DO_DOWN:
    put (I_DOWN, 0, 0, 0);
    return;
  case DO_ARRIVE:
    put (I_DOWN, 0, 0, 0);
    put (I_PASS, 0, 0, 0);
    return;
  case DO_LOOK:
    put (I_LOOK, 0, 0, 0);
    return;
  case DO_BARRIER:
    jump = put (I_ARRIVE, 0, 0, 0);
    lower_effect (OF_COMPLETION);
    put (I_OPEN, 0, 0, 0);
    land (jump);
    put (I_CROSS, 0, 0, 0);
    return;
  case DO_STOP:
    stop (n->x, 0);
    return;
  case DO_STOPPED:
    put (I_STOPPED, t, 0, 0);
    return;
  default: /* CALLBACK */
    jump = put (I_REGISTER, t, 1, 0);
    lower_effect (OF_OBJECT);
    land (jump);
    within (n, C_CALLBACK, t);
  }
}

static void lower_simple (const node *n) {
  unsigned jump;
  switch (n->kind) {
  case DO_READ:
    put (I_READ, n->x, 0, quiet);
    return;
  case DO_WRITE:
    put (I_WRITE, n->x, n->v, 0);
    return;
  case DO_INCREMENT:
    put (I_INCREMENT, n->x, 0, 0);
    return;
  case DO_LOAD:
    put (I_LOAD, n->x, quiet, n->w);
    return;
  case DO_STORE:
    put (I_STORE, n->x, n->v, n->w);
    return;
  case DO_ADD:
    l->code[t][put (I_ADD, n->x, n->v, n->w)].jump = (uint16_t)quiet;
    return;
  case DO_IF:
    jump = put (I_UNLESS, n->x, n->v, 0);
    lower_list (n->body);
    land (jump);
    return;
  case DO_AWAIT:
    put (I_AWAIT, n->x, n->v, 0);
    return;
  case DO_NOTIFY:
    put (I_NOTIFY, n->x, n->v, 0);
    return;
  case DO_SIGNAL:
    signal_all (n->v);
    return;
  case DO_TOUCH:
    put (I_TOUCH, n->x, 0, 0);
    return;
  case DO_SAY:
    put (I_SAY, 0, 'a' + n->v, 0);
    return;
  case DO_SAY_LOAD:
    put (I_SAY_LOAD, n->x, 0, 0);
    put (I_SAY, 0, 0, 0);
    return;
  case DO_SHOW:
    put (I_SHOW, 0, 0, 0);
    return;
  case DO_AT_EXIT:
    put (I_AT_EXIT, 0, OF_EXIT + n->x, 0);
    return;
  case DO_AT_QUICK:
    put (I_AT_EXIT, 1, OF_EXIT + n->x, 0);
    return;
  case DO_EXIT:
    lower_exit (n);
    return;
  case DO_TERMINATE:
    put (I_TERMINATE, 0, 0, 0);
    return;
  default:
    return;
  }
}

static void lower_statement (const node *n) {
  const kind k = n->kind;
  if (k >= DO_GUARD && k <= DO_TRY_SHARED)
    lower_guard (n);
  else if (k >= DO_WAIT && k <= DO_WAIT_STOP)
    lower_wait (n);
  else if (k == DO_STATIC)
    lower_static (n);
  else if (k == DO_LOCAL)
    within (n, C_EFFECT, OF_OBJECT);
  else if (k == DO_THREAD)
    lower_thread (n);
  else if (k == DO_ASYNC)
    lower_async (n);
  else if (k == DO_ONCE || (k >= DO_ACQUIRE && k <= DO_CALLBACK))
    lower_sync (n);
  else if (k >= DO_PROTECT && k <= DO_FORGET)
    lower_exception (n);
  else if (k >= DO_OBJECT && k <= DO_WEAK)
    lower_object (n);
  else if (k >= DO_PROMISE && k <= DO_POLL)
    lower_promise (n);
  else
    lower_simple (n);
}

static void lower_list (uint8_t n) {
  for (; n; n = p->at[n].next)
    lower_statement (&p->at[n]);
}

static void lower_effect (unsigned i) {
  const int old = quiet;
  quiet = 1;
  lower_list (p->effect[i]);
  quiet = old;
}

void lower (const program *of, lowered *to) {
  p = of;
  l = to;
  memset (l, 0, sizeof *l);
  height = t = scope = catches = 0;
  quiet = 0;
  push (C_BOTTOM, 0);
  lower_list (p->main);
  for (unsigned i = 1; i < MOST_THREADS; i++)
    put (I_SEE_RESULT, i, 0, 0);
  put (I_SHOW, 0, 0, 0);
  end_program (p->status, 0);
}
