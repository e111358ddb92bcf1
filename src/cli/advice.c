/* See advice.h.  Only what was not done already is advised, and only for what
   has bounded the verdict: not where something is not under control. */

#include "cli/advice.h"

#include "search/combination.h"
#include "stateless/stateless.h"
#include "store/store.h"

#include <unistd.h>

static int has_idle_processors (const sett_options *o) {
  return o->workers <= 1 && sysconf (_SC_NPROCESSORS_ONLN) > 1;
}

void sett_advise_model (sett_advice *advice, const sett_options *o,
                        unsigned limits, int temporal) {
  const unsigned spent = SETT_LIMIT_TIME | SETT_LIMIT_MEMORY |
                         SETT_LIMIT_INTERRUPT | SETT_LIMIT_DISK;
  if (limits & SETT_LIMIT_DEPTH)
    SETT_PUSH (*advice, "--depth N: some paths are longer");
  if (!(limits & spent))
    return;
  if (limits & SETT_LIMIT_DISK)
    SETT_PUSH (*advice, "--disk BYTES: more of it; --disk-dir DIR: where there "
                        "is more room");
  if (limits & SETT_LIMIT_MEMORY && !o->disk && !o->gpu && !temporal &&
      o->store == SETT_STORE_TREE)
    SETT_PUSH (*advice, "--disk BYTES: bring states to disk when memory is "
                        "full");
  if (has_idle_processors (o) && !o->gpu && !o->disk &&
      (limits & ~(unsigned)SETT_LIMIT_MEMORY))
    SETT_PUSH (*advice, "-j N: search with N threads");
  if (o->reduce == SETT_WISH_NONE && !o->gpu)
    SETT_PUSH (*advice, "--reduce auto: leave out orders that do not matter");
  if (!temporal && sett_store_is_exact ((sett_store_kind)o->store))
    SETT_PUSH (*advice, "--store bitstate: some bits for each state; the "
                        "verdict is then probabilistic, violations are as "
                        "real as ever");
  if (!o->shortest && !o->gpu && !o->disk && !temporal)
    SETT_PUSH (*advice, "--shortest: breadth first, which finds first what is "
                        "near");
  SETT_PUSH (*advice, "-D NAME=VALUE: smaller parameters; most errors show in "
                      "small models");
}

/*------------------------------------------------------------------------*/

static int is_random (const sett_options *o) {
  return o->search == SETT_STATELESS_RANDOM || o->search == SETT_STATELESS_PCT;
}

void sett_advise_program (sett_advice *advice, const sett_options *o,
                          unsigned limits, int java, int mixed, int stateful) {
  if (!limits || is_random (o))
    return;
  if ((limits & SETT_LIMIT_DEPTH) && !o->stateful && !java)
    SETT_PUSH (*advice, "--stateful: executions do not end, or are very long; "
                        "an execution ends at a state that was seen before");
  else if (limits & SETT_LIMIT_DEPTH)
    SETT_PUSH (*advice, "--depth N: some executions are longer");
  else if (!o->stateful && !java && !stateful)
    SETT_PUSH (*advice, "--stateful: for programs that loop, or that come to "
                        "the same states in many ways");
  if ((int64_t)o->preemptions < 0)
    SETT_PUSH (*advice, "--preemptions 2: first the executions with few "
                        "preemptions, which show most errors");
  if (has_idle_processors (o) && !mixed)
    SETT_PUSH (*advice, "-j N: search with N workers");
  SETT_PUSH (*advice, "--search pct: some executions by chance, in no time; "
                      "nothing is proved");
  SETT_PUSH (*advice, "fewer threads, rounds or messages: the number of "
                      "executions grows with them faster than anything else");
}
