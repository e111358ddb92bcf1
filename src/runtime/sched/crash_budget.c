/* Which processes may crash in this execution: see crash_budget.h.  That is
   chosen before anything else happens. */

#include "runtime/sched/crash_budget.h"

#include "base/assert.h"
#include "runtime/sched/schedule.h"

#include <string.h>

/* Choices are numbered in the order in which they are found; the same in all
   executions, since the processes are (knowledge.h). */
typedef struct choices {
  unsigned wanted;                      /* the number of this one... */
  uint8_t found[SETT_SYSTEM_PROCESSES]; /* ...is copied here */
  unsigned count;                       /* how many there are, so far */
  unsigned crashes, restarts;           /* that are left to be given */
  uint8_t turns[SETT_SYSTEM_PROCESSES]; /* as given so far */
} choices;

/* More cannot be told apart in one event. */
enum { MOST_CHOICES = UINT16_MAX };

/* Only what the system starts with is started again. */
static unsigned most_turns (unsigned process) {
  return process < engine.shared->initial_count ? 1 + 2 * SETT_MOST_REBIRTHS
                                                : 1;
}

/* Turns with even numbers are crashes. */
static unsigned *purse (choices *c, unsigned turn) {
  return turn % 2 ? &c->restarts : &c->crashes;
}

static int can_add (choices *c, unsigned process) {
  return c->turns[process] < most_turns (process) &&
         *purse (c, c->turns[process]) > 0;
}

/* How many turns of the kind of this one processes can still take, from this
   one on. */
static unsigned room_for (unsigned turn, unsigned process) {
  unsigned room = 0;
  for (; process < engine.shared->member_count; process++)
    room += (most_turns (process) + 1 - turn % 2) / 2;
  return room;
}

/* Will something be left that this process, or one before, could have had? */
static int wastes (choices *c, unsigned process) {
  for (unsigned p = 0; p <= process; p++)
    if (can_add (c, p) &&
        *purse (c, c->turns[p]) > room_for (c->turns[p], process + 1))
      return 1;
  return 0;
}

static void enumerate (choices *c, unsigned process);

static void go_on (choices *c, unsigned process) {
  if (!wastes (c, process))
    enumerate (c, process + 1);
}

static void enumerate (choices *c, unsigned process) {
  if (process == engine.shared->member_count) {
    if (c->count++ == c->wanted)
      memcpy (c->found, c->turns, sizeof c->found);
    return;
  }
  go_on (c, process);
  while (c->count < MOST_CHOICES && can_add (c, process)) {
    --*purse (c, c->turns[process]++);
    go_on (c, process);
  }
  while (c->turns[process])
    ++*purse (c, --c->turns[process]);
}

/* Returns how many choices there are, and leaves the one of this number in
   TURNS. */
static unsigned find (unsigned number, uint8_t *turns) {
  const uint8_t *failures = engine.shared->orders.failures;
  choices c = {.wanted = number,
               .crashes = failures[SETT_FAILURE_CRASH],
               .restarts = failures[SETT_FAILURE_RESTART]};
  enumerate (&c, 0);
  memcpy (turns, c.found, sizeof c.found);
  return c.count;
}

void sett_crash_budget_choose (uintptr_t place) {
  SETT_ASSERT (!os_model->crashes_chosen && !engine.process);
  uint8_t turns[SETT_SYSTEM_PROCESSES];
  sett_visible (SETT_DO_RISK, NULL, 0, NULL, place);
  const unsigned count = find (0, turns);
  SETT_ASSERT (count && count <= MOST_CHOICES);
  if (count == MOST_CHOICES)
    sett_note_add (1, 0, "too many crashes: not all combinations are tried");
  /* The last ones are those where the first processes crash most. */
  find (count - 1 - sett_alternative (count), turns);
  memcpy (os_model->crash_budget, turns, sizeof turns);
  os_model->crashes_chosen = 1;
}
