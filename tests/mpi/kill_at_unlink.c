/* Preloaded: kills the process when it is about to remove, for the KILL_AT-th
   time, a file whose name contains KILL_NAME. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int unlink (const char *path) {
  static int count;
  const char *at = getenv ("KILL_AT"), *name = getenv ("KILL_NAME");
  if (at && name && strstr (path, name) && ++count == atoi (at))
    kill (getpid (), SIGKILL);
  int (*real) (const char *) =
      (int (*) (const char *))dlsym (RTLD_NEXT, "unlink");
  return real (path);
}
