/* Programs that nobody here wrote: system, popen, posix_spawn.
   expect: verified
   search: dpor */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  char line[64] = "";
  int status = system ("exit 5");
  printf ("system %d\n", WEXITSTATUS (status));
  FILE *f = popen ("echo hello; exit 2", "r");
  if (!f || !fgets (line, sizeof line, f))
    return 1;
  status = pclose (f);
  printf ("popen %.*s %d\n", (int)strcspn (line, "\n"), line,
          WEXITSTATUS (status));
  pid_t child;
  char *const words[] = {"true", NULL};
  int error = posix_spawnp (&child, "true", NULL, NULL, words, environ);
  waitpid (child, &status, 0);
  printf ("spawn %d %d\n", error, WEXITSTATUS (status));
  error = posix_spawnp (&child, "no-such-program", NULL, NULL, words, environ);
  printf ("spawn %d\n", error);
  return 0;
}
