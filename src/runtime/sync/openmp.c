/* OpenMP.  Threads of a team synchronise in a library (libgomp, libomp) that is
   not instrumented and waits by spinning: neither who waits for whom nor what
   is ordered would be known.  So a program that forms a team is not checked. */

#include "runtime/core/engine.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

__attribute__ ((noreturn)) static void refuse (void) {
  sett_give_up ("the program forms a team of OpenMP threads, which are not "
                "controlled; compiled without -fopenmp it runs in one thread");
}

/* What compilers call where a team begins: with up to eight arguments, of which
   none matters here.  Before main nothing is checked. */
#define FORMS_TEAM(NAME)                                                       \
  EXPORT long NAME (long a, long b, long c, long d, long e, long f, long g,    \
                    long h) {                                                  \
    if (sett_active ())                                                        \
      refuse ();                                                               \
    return SETT_REAL (NAME) (a, b, c, d, e, f, g, h);                          \
  }

FORMS_TEAM (GOMP_parallel)
FORMS_TEAM (GOMP_parallel_reductions)
FORMS_TEAM (GOMP_parallel_sections)
FORMS_TEAM (GOMP_teams_reg)
FORMS_TEAM (GOMP_parallel_loop_static)
FORMS_TEAM (GOMP_parallel_loop_dynamic)
FORMS_TEAM (GOMP_parallel_loop_guided)
FORMS_TEAM (GOMP_parallel_loop_runtime)
FORMS_TEAM (GOMP_parallel_loop_nonmonotonic_dynamic)
FORMS_TEAM (GOMP_parallel_loop_nonmonotonic_guided)
FORMS_TEAM (GOMP_parallel_loop_nonmonotonic_runtime)
FORMS_TEAM (GOMP_parallel_loop_maybe_nonmonotonic_runtime)
FORMS_TEAM (__kmpc_fork_call)
