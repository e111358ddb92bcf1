/* Do the same choices lead to the same events?

   Searches rely on that (kernel/runner.h): what they know of the beginning of
   an execution they know from an earlier one.  Where the virtual machine, or
   the agent, lets time matter they would leave something out, and nobody would
   notice.  So each execution is compared with the one before it, as far as
   both have made the same choices; if it differs there the verdict is bounded.
 */

#ifndef SETT_JAVA_AGENT_REPEATED_BEGINNINGS_H
#define SETT_JAVA_AGENT_REPEATED_BEGINNINGS_H

#include "java/agent/jvm_world.h"

/* Of the search. */
void sett_beginning_compare (const sett_log *);

/* From now on more is known of the program, so that events are others. */
void sett_beginning_forget (void);

#endif
