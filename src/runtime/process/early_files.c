/* Before main: what constructors of libraries, and of the program, do to files
   is done in the shadow.  This library is initialised before all others (see
   the Makefile), and before getenv works. */

#include "runtime/files/shadow.h"
#include "runtime/sched/early.h"

#include <string.h>

__attribute__ ((constructor)) static void
open_shadow (int count, char **arguments, char **environment) {
  static const char variable[] = SETT_SHARED_VARIABLE "=";
  const size_t length = sizeof variable - 1;
  sett_seat_of_process s;
  (void)count, (void)arguments;
  for (; environment && *environment; environment++)
    if (!strncmp (*environment, variable, length) &&
        sett_early_seat (*environment + length, &s)) {
      sett_table_open (s.file, s.worker, s.process);
      if (sett_shadow_is_on ())
        sett_trap_open ();
    }
}
