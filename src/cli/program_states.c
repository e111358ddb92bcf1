/* Programs for which dpor does not come to an end: their states are compared.

   dpor is what explores most programs with the fewest executions, and it never
   ends where a program does not, or where many orders lead to the same few
   states.  So it has some seconds (--states-after); then states are compared,
   for twice as long; if that does not help either, dpor has the rest of the
   time.  Each stint is a search by itself, from the beginning: the verdict is
   that of one of them, never of parts of several.  The second one counts only
   if it has seen everything, or finds a violation.

   Whoever asks for something that states do not know (a bound, a list of
   executions, several workers), or for all violations, gets what he asked for:
   what one stint has found another one need not find again. */

#include "cli/program.h"
#include "stateless/stateless.h"

/* As the engine does it. */
void sett_cli_make_stateful (sett_orders *orders) {
  orders->stateful = 1;
  if (orders->search != SETT_STATELESS_DPOR || orders->local)
    orders->search = SETT_STATELESS_EXITBLOCK;
}

static int may_compare_states (const sett_options *o) {
  return o->states_after > 0 && !o->stateful && !o->all_errors &&
         o->search == SETT_STATELESS_DPOR &&
         o->discipline == SETT_DISCIPLINE_HB && (int64_t)o->preemptions < 0 &&
         o->workers <= 1 && o->repeats <= 1 && !o->executions &&
         !o->list_executions && !o->outcomes && o->undo != SETT_UNDO_CHECKPOINT;
}

static double smaller (double limit, double rest) {
  return rest > 0 && rest < limit ? rest : limit;
}

int sett_cli_stint (const sett_options *o, unsigned number, double spent,
                    sett_orders *orders, double *seconds) {
  const double rest = o->time > 0 ? o->time - spent : 0;
  const int several = may_compare_states (o);
  if (number && (!several || (o->time > 0 && rest <= 0)))
    return 0;
  *seconds = rest;
  orders->seed += 1000 * number; /* walks by chance go elsewhere */
  if (several && number == 0)
    *seconds = smaller (o->states_after, rest);
  if (number == 1) {
    *seconds = smaller (2 * o->states_after, rest);
    sett_cli_make_stateful (orders);
  }
  return number < 3;
}

const char *sett_cli_stint_note (unsigned number, int complete) {
  if (number == 1)
    return "dpor did not come to an end: states were compared (as with "
           "--stateful)";
  if (number == 2 && !complete)
    return "states were compared for a while, too, without coming to an end "
           "(--stateful has no such limit)";
  return NULL;
}
