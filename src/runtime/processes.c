/* Other processes: not under control here.  An execution that starts one, or
   becomes one, ends there; the report says so, and the verdict is bounded. */

#include "runtime/real.h"
#include "runtime/schedule.h"
#include "runtime/syscalls.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__ ((noreturn)) static void end (const char *name, uintptr_t place) {
  sett_call_remark (name, "not controlled", place);
  sett_end (SETT_CUT);
}

long sett_call_process (const sett_call *call, uintptr_t place) {
  end (sett_call_name (call->number), place);
}

/*------------------------------------------------------------------------*/
/* By the names that programs use. */

EXPORT int system (const char *command) {
  if (sett_active ())
    end ("system", SETT_HERE);
  return SETT_REAL (system) (command);
}

EXPORT FILE *popen (const char *command, const char *mode) {
  if (sett_active ())
    end ("popen", SETT_HERE);
  return SETT_REAL (popen) (command, mode);
}

EXPORT int posix_spawn (pid_t *restrict process, const char *restrict path,
                        const posix_spawn_file_actions_t *restrict actions,
                        const posix_spawnattr_t *restrict attributes,
                        char *const argv[restrict],
                        char *const environment[restrict]) {
  if (sett_active ())
    end ("posix_spawn", SETT_HERE);
  return SETT_REAL (posix_spawn) (process, path, actions, attributes, argv,
                                  environment);
}

EXPORT int posix_spawnp (pid_t *restrict process, const char *restrict path,
                         const posix_spawn_file_actions_t *restrict actions,
                         const posix_spawnattr_t *restrict attributes,
                         char *const argv[restrict],
                         char *const environment[restrict]) {
  if (sett_active ())
    end ("posix_spawnp", SETT_HERE);
  return SETT_REAL (posix_spawnp) (process, path, actions, attributes, argv,
                                   environment);
}
