/* Whose turn it is: see turns.h.  One thread runs at any time, or the engine.
 */

#include "runtime/core/turns.h"

#include "runtime/core/fiber.h"

#include <linux/futex.h>

static volatile int turn; /* of this thread */

void sett_turn_wait (int whose) {
  for (;;) {
    const int now = turn;
    if (now == whose)
      return;
    sett_raw (SYS_futex, &turn, FUTEX_WAIT, now, 0);
  }
}

static void hand_over (int from, int to) {
  turn = to;
  sett_raw (SYS_futex, &turn, FUTEX_WAKE, 0x7fffffff);
  sett_turn_wait (from);
}

void sett_turn_to_thread (sett_thread *from, sett_thread *to) {
  if (UNLIKELY (engine.real_threads))
    hand_over (from->number, to->number);
  else
    sett_fiber_switch (&from->sp, to->sp, to->fs);
}

void sett_turn_to_engine (sett_thread *from) {
  if (UNLIKELY (engine.real_threads))
    hand_over (from->number, SETT_TURN_ENGINE);
  else
    sett_fiber_switch (&from->sp, engine.sp, engine.fs);
}

void sett_turn_from_engine (sett_thread *to) {
  if (UNLIKELY (engine.real_threads))
    hand_over (SETT_TURN_ENGINE, to->number);
  else
    sett_fiber_switch (&engine.sp, to->sp, to->fs);
}
