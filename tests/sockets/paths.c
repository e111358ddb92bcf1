/* Names of Unix sockets are files: what can be done with them? */

#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static void tell (long result) {
  printf (" %ld", result < 0 ? -(long)errno : result);
}

int main (int argc, char **argv) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  const struct sockaddr *at = (const struct sockaddr *)&a;
  struct stat status;
  int s[5];
  if (argc != 2)
    return 2;
  strcpy (a.sun_path, argv[1]);
  for (int i = 0; i < 5; i++)
    s[i] = socket (AF_UNIX, SOCK_STREAM, 0);
  tell (unlink (argv[1]));
  tell (stat (argv[1], &status));
  tell (connect (s[0], at, sizeof a));
  tell (bind (s[1], at, sizeof a));
  tell (stat (argv[1], &status));
  tell (S_ISSOCK (status.st_mode));
  tell (chmod (argv[1], 0600));
  tell (access (argv[1], R_OK));
  tell (connect (s[0], at, sizeof a));
  tell (bind (s[2], at, sizeof a));
  tell (listen (s[1], 2));
  tell (connect (s[0], at, sizeof a));
  tell (unlink (argv[1]));
  tell (bind (s[2], at, sizeof a)); /* another one of the same name */
  tell (listen (s[2], 2));
  tell (connect (s[3], at, sizeof a));
  tell (accept (s[1], NULL, NULL) > 0);
  tell (accept (s[2], NULL, NULL) > 0);
  close (s[2]);
  tell (access (argv[1], F_OK));
  tell (connect (s[4], at, sizeof a));
  tell (unlink (argv[1]));
  tell (unlink (argv[1]));
  tell (connect (s[4], at, sizeof a));
  printf ("\n");
  return 0;
}
