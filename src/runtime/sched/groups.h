/* Groups of processes, and sessions: who gets the signals that are for all of a
   group, and which children are waited for.

   Always: the numbers are those of processes that the program knows.  Who asks
   for the group of a process reads its `grouping`, who changes it stores that;
   who asks for all processes of a group reads that of each of them, and
   `os_model->groups`, to which every fork adds.  A process that Sett has
   started leads a group of its own, as if a shell had done it, in the session
   of that shell. */

#ifndef SETT_RUNTIME_GROUPS_H
#define SETT_RUNTIME_GROUPS_H

#include "runtime/core/os_model.h"
#include "runtime/sched/randomness.h"
#include "runtime/sched/schedule.h"

enum { SETT_GROUPS_SHELL = 1 }; /* the session that they begin in */

static inline sett_life *sett_groups_life (unsigned process) {
  return &os_model->lives[process];
}

/* The group that a process is in. */
static inline int sett_groups_of (unsigned process) {
  const sett_life *l = sett_groups_life (process);
  return l->group ? l->group : sett_process_number (process);
}

/* The session that it is in. */
static inline int sett_groups_session (unsigned process) {
  const sett_life *l = sett_groups_life (process);
  return l->session ? l->session : SETT_GROUPS_SHELL;
}

static inline void sett_groups_affect_one (unsigned process,
                                           sett_effect_kind effect) {
  sett_affect (&sett_groups_life (process)->grouping, effect, 0);
}

/* Is it there, be it as a zombie?  The running event depends on it. */
static inline int sett_groups_is_there (unsigned process) {
  const sett_life *l = sett_groups_life (process);
  if (!l->there)
    return 0;
  sett_affect (&l->over, SETT_EFFECT_LOAD, l->over);
  return !l->ended || (l->is_child && !l->forgotten);
}

/* ...and in this group? */
static inline int sett_groups_has (int group, unsigned process) {
  if (!sett_groups_is_there (process))
    return 0;
  sett_groups_affect_one (process, SETT_EFFECT_LOAD);
  return sett_groups_of (process) == group;
}

/* It is asked for all processes. */
static inline void sett_groups_affect (void) {
  sett_affect (&os_model->groups, SETT_EFFECT_LOAD, os_model->groups);
}

/* In the event in which it is born: it has its parent's. */
static inline void sett_groups_add (unsigned child) {
  sett_groups_affect_one (engine.process, SETT_EFFECT_LOAD);
  sett_affect (&os_model->groups, SETT_EFFECT_ADD, os_model->groups);
  sett_groups_life (child)->group = sett_groups_of (engine.process);
  sett_groups_life (child)->session = sett_groups_session (engine.process);
}

/* Before main: as what is asked there is told to main later. */
long sett_groups_early (long call, int process, int group);

#endif
