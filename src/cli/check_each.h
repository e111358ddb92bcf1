/* sett check of several inputs. */

#ifndef SETT_CLI_CHECK_EACH_H
#define SETT_CLI_CHECK_EACH_H

#include "cli/cli.h"

/* Are the operands several inputs, each complete by itself: models, programs,
   Procfiles?  Sources are one program together, unless --each says that they
   are not. */
int sett_cli_is_several (const sett_options *);

/* One after the other, each in a process of its own: then a summary, and the
   worst of the statuses. */
sett_exit sett_cli_check_each (const sett_options *);

#endif
