/* Random statements on objects that threads wait for (generate.c): locks and
   what happens inside of them, conditions, semaphores, futexes, pipes, files.

   Plain accesses are made inside of locks, where they are in order, unless the
   program has an error there. */

#include "generate.h"

static void add_wait (void) {
  operation *o;
  switch (below (8)) {
  case 0:
  case 5: /* and the next one, please */
    emit (OP_WAIT);
    if (chance (50)) {
      emit_on (OP_INCREMENT, 0);
      emit_on (OP_READ, 0);
      emit (OP_SIGNAL);
    }
    break;
  case 1:
    emit (OP_WAIT_TIMED);
    break;
  case 2:
    o = emit_on (OP_WAIT_LOOP, 0);
    o->v = (uint8_t)(1 + below (2));
    break;
  case 3:
    emit (OP_BROADCAST);
    break;
  default:
    emit (OP_SIGNAL);
    break;
  }
}

void add_file (void) {
  static const code codes[] = {
      OP_FILE_OPEN,  OP_FILE_OPEN,   OP_FILE_READ,    OP_FILE_READ,
      OP_FILE_WRITE, OP_FILE_WRITE,  OP_FILE_WRITE,   OP_FILE_CLOSE,
      OP_FILE_CLOSE, OP_FILE_SEEK,   OP_FILE_CUT,     OP_FILE_COPY,
      OP_FILE_SHARE, OP_FILE_REMOVE, OP_FILE_RENAME,  OP_FILE_SIZE,
      OP_FILE_SHOW,  OP_FOLDER_MAKE, OP_FOLDER_REMOVE};
  operation *o =
      emit_on (codes[below (sizeof codes / sizeof *codes)], chance (30));
  o->v = (uint8_t)below (o->code == OP_FILE_OPEN ? 5 : 4);
  o->w = (uint8_t)('a' + thread);
}

static void add_inside (int with_conditions) {
  if (has[FILES] && chance (70)) {
    add_file ();
    return;
  }
  if (with_conditions && chance (75))
    add_wait ();
  else if (chance (60))
    emit_on (below (2) ? OP_READ : OP_INCREMENT, below ((unsigned)variables))
        ->v = 1;
  else if (has[ATOMICS])
    add_atomic ();
  else
    emit_on (OP_WRITE, 0)->v = (uint8_t)(1 + below (2));
}

/* A lock, something, an unlock; with errors one of them may be missing, and who
   has a robust mutex may end with it. */
static void add_section (code lock, code unlock, unsigned x, int conditional,
                         int with_conditions) {
  if (room () < 9)
    return;
  const unsigned first = made->length[thread];
  const int robust =
      lock >= OP_LOCK && lock <= OP_TIMEDLOCK && made->kind[x] == ROBUST;
  const int wrong = robust ? chance (25) : has[ERRORS] && chance (12);
  if (robust || !wrong || chance (50))
    emit_on (lock, x);
  const int locked = made->length[thread] > first;
  if (robust && chance (60))
    emit_on (OP_CONSISTENT, x);
  for (unsigned n = robust && chance (50) ? 0 : 1 + chance (40); n; n--)
    add_inside (with_conditions);
  if (!wrong || !locked)
    emit_on (unlock, x);
  else if (robust && thread && chance (50))
    emit (OP_LEAVE)->v = (uint8_t)chance (60);
  if (conditional && locked)
    made->code[thread][first].body =
        (uint8_t)(made->length[thread] - first - 1);
}

void add_robust (void) {
  switch (below (4)) {
  case 0:
    add_section (OP_TRYLOCK, OP_UNLOCK, 1, 1, 0);
    break;
  case 1:
    add_section (OP_TIMEDLOCK, OP_UNLOCK, 1, 1, 0);
    break;
  default:
    add_section (OP_LOCK, OP_UNLOCK, 1, 0, 0);
    break;
  }
}

/* To wake somebody one need not have the lock. */
void add_signal (void) {
  emit (chance (25) ? OP_BROADCAST : OP_SIGNAL);
}

void add_mutex (void) {
  if (has[CONDITION] && chance (15)) {
    add_signal ();
    return;
  }
  const unsigned x = has[CONDITION] && chance (70) ? 0 : below (MUTEXES);
  const int waits = has[CONDITION] && !x;
  if (chance (15)) { /* two of them, or one twice */
    emit_on (OP_LOCK, x);
    const int again = chance (30);
    add_section (OP_LOCK, OP_UNLOCK, again ? x : 1 - x, 0,
                 again && waits && made->kind[0] == RECURSIVE);
    emit_on (OP_UNLOCK, x);
    return;
  }
  switch (below (8)) {
  case 0:
    add_section (OP_TRYLOCK, OP_UNLOCK, x, 1, waits);
    break;
  case 1:
    add_section (OP_TIMEDLOCK, OP_UNLOCK, x, 1, waits);
    break;
  case 2:
    add_section (has[BUSY] ? OP_AWAIT_LOCK : OP_LOCK, OP_UNLOCK, x, 0, waits);
    break;
  default:
    add_section (OP_LOCK, OP_UNLOCK, x, 0, waits);
    break;
  }
}

static const code asking[] = {OP_TRY_READ, OP_TRY_WRITE, OP_TIMED_READ,
                              OP_TIMED_WRITE};

static void add_preferring_rwlock (void) {
  if (chance (25)) {
    add_section (asking[below (4)], OP_RW_UNLOCK, 0, 1, 0);
    return;
  }
  const code again = chance (75) ? OP_READ_LOCK : OP_WRITE_LOCK;
  const int twice = chance (30) && room () > 14;
  if (twice)
    emit_on (OP_READ_LOCK, 0);
  add_section (twice || chance (50) ? again : OP_WRITE_LOCK, OP_RW_UNLOCK, 0, 0,
               0);
  if (twice)
    emit_on (OP_RW_UNLOCK, 0);
}

void add_rwlock (void) {
  if (made->writers) {
    add_preferring_rwlock ();
    return;
  }
  if (chance (20) && room () > 14) { /* again, or with more rights */
    emit_on (chance (70) ? OP_READ_LOCK : OP_WRITE_LOCK, 0);
    if (chance (60))
      add_section (asking[below (4)], OP_RW_UNLOCK, 0, 1, 0);
    else
      add_section (chance (70) ? OP_READ_LOCK : OP_WRITE_LOCK, OP_RW_UNLOCK, 0,
                   0, 0);
    emit_on (OP_RW_UNLOCK, 0);
    return;
  }
  switch (below (6)) {
  case 0:
  case 1:
    add_section (asking[below (4)], OP_RW_UNLOCK, 0, 1, 0);
    break;
  case 2:
  case 3:
    add_section (OP_READ_LOCK, OP_RW_UNLOCK, 0, 0, 0);
    break;
  default:
    add_section (OP_WRITE_LOCK, OP_RW_UNLOCK, 0, 0, 0);
    break;
  }
}

void add_spinlock (void) {
  if (chance (30))
    add_section (OP_SPIN_TRY, OP_SPIN_UNLOCK, 0, 1, 0);
  else
    add_section (OP_SPIN_LOCK, OP_SPIN_UNLOCK, 0, 0, 0);
}

void add_semaphore (void) {
  switch (below (8)) {
  case 0:
    add_section (OP_SEM_TRY, OP_SEM_POST, 0, 1, 0);
    break;
  case 1:
    add_section (OP_SEM_TIMED, OP_SEM_POST, 0, 1, 0);
    break;
  case 2:
    emit (OP_SEM_VALUE);
    break;
  case 3:
  case 4:
    emit (OP_SEM_POST);
    break;
  case 5:
    emit (OP_SEM_WAIT);
    break;
  default:
    add_section (OP_SEM_WAIT, OP_SEM_POST, 0, 0, 0);
    break;
  }
}

void add_once (void) {
  emit_on (OP_ONCE, 1);
  if (chance (60))
    emit_on (OP_READ, 1);
}

/* Two or three wait, the last one wakes them, one or all. */
void add_sleepers (void) {
  if (thread + 1 < made->threads) {
    emit_on (OP_FUTEX_WAIT, 2);
    emit_on (OP_ADD, chance (50) ? 2 : 1)->v = 1;
    return;
  }
  if (chance (40))
    emit_on (OP_ADD, 2)->v = 1;
  for (unsigned n = 1 + below (2); n; n--) {
    emit_on (OP_FUTEX_WAKE, 2)->v = (uint8_t)(chance (75) ? 1 : MOST_THREADS);
    emit_on (OP_LOAD, 1);
  }
}

void add_futex (void) {
  static const code codes[] = {OP_FUTEX_WAIT, OP_FUTEX_WAIT, OP_FUTEX_TIMED};
  if (chance (50)) {
    if (chance (70))
      emit_on (chance (50) ? OP_ADD : OP_STORE, 2)->v = 1;
    emit_on (OP_FUTEX_WAKE, 2)->v = (uint8_t)(chance (60) ? 1 : MOST_THREADS);
    return;
  }
  emit_on (codes[below (3)], 2)->v = (uint8_t)chance (20);
}

/* Whoever reads may wait: so there are more who write. */
void add_pipe (void) {
  static const code codes[] = {OP_PIPE_WRITE, OP_PIPE_WRITE,  OP_PIPE_WRITE,
                               OP_PIPE_READ,  OP_PIPE_READ,   OP_PIPE_LOOK,
                               OP_EVENT_READ, OP_EVENT_WRITE, OP_EVENT_WRITE};
  emit (codes[below (9)])->v = (uint8_t)(1 + below (2));
}

/* All see who is there already; the one that is woken wakes the other. */
void add_queue (void) {
  const int late = chance (40);
  emit_on (OP_LOCK, 0);
  if (thread < 3)
    emit_on (OP_INCREMENT, 1);
  emit_on (OP_READ, 1);
  if (thread < 3) {
    emit (chance (40) ? OP_WAIT_TIMED : OP_WAIT);
    emit_on (OP_INCREMENT, 0);
    emit_on (OP_READ, 0);
  }
  if (!late)
    add_signal ();
  emit_on (OP_UNLOCK, 0);
  if (late)
    add_signal ();
}

/* Main wakes some of those that wait, one after the other. */
void add_crowd (void) {
  if (!thread) {
    for (unsigned n = 1 + below (3); n; n--) {
      add_signal ();
      if (chance (40))
        emit_on (OP_LOCK, 0), emit_on (OP_READ, 0), emit_on (OP_UNLOCK, 0);
    }
    return;
  }
  emit_on (OP_LOCK, 0);
  if (chance (50))
    emit_on (OP_INCREMENT, 0);
  emit (chance (50) ? OP_WAIT_TIMED : OP_WAIT);
  if (chance (50))
    emit_on (OP_READ, 0);
  emit_on (OP_UNLOCK, 0);
  if (chance (25))
    add_signal ();
}
