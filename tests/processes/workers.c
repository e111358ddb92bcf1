/* Two workers that were forked before the work came, and one pipe.
   expect: verified */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int work[2], results[2];
  char answer[3] = "";
  if (pipe (work) || pipe (results))
    return 1;
  for (int i = 0; i < 2; i++)
    if (!fork ()) {
      char job;
      if (read (work[0], &job, 1) != 1)
        exit (1);
      job = (char)(job + i * 2);
      if (write (results[1], &job, 1) != 1)
        exit (1);
      exit (0);
    }
  if (write (work[1], "ab", 2) != 2)
    return 1;
  for (int i = 0; i < 2; i++)
    if (read (results[0], answer + i, 1) != 1)
      return 1;
  while (wait (NULL) > 0)
    ;
  puts (answer);
  return 0;
}
