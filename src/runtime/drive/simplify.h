/* Simpler counter-examples. */

#ifndef SETT_RUNTIME_SIMPLIFY_H
#define SETT_RUNTIME_SIMPLIFY_H

/* Looks for simpler schedules of all counterexamples in the shared memory, for
   as long as the orders say. */
void sett_simplify (void);

#endif
