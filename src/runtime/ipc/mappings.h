/* Memory that the program asks the kernel for. */

#ifndef SETT_RUNTIME_MAPPINGS_H
#define SETT_RUNTIME_MAPPINGS_H

/* Gives back what the execution has got. */
void sett_mappings_restore (void);

/* Has it got any? */
int sett_mappings_any (void);

#endif
