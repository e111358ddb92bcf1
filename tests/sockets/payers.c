/* Who pays for Unix datagrams that nobody has received: the socket that they
   come from, as long as the one where they are is open.

   The output is what each operation gives, in 80 characters. */

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int named (int number, struct sockaddr_un *a) {
  const int s = socket (AF_UNIX, SOCK_DGRAM, 0);
  *a = (struct sockaddr_un){.sun_family = AF_UNIX};
  snprintf (a->sun_path + 1, sizeof a->sun_path - 1, "sett-payers-%d-%d",
            (int)getpid (), number);
  if (bind (s, (const struct sockaddr *)a, sizeof *a))
    perror ("bind");
  return s;
}

/* As often as it goes, and what comes then. */
static void fill (int s, const struct sockaddr_un *a, size_t size) {
  static const char data[5000];
  int times = 0;
  while (sendto (s, data, size, MSG_DONTWAIT, (const struct sockaddr *)a,
                 sizeof *a) >= 0)
    times++;
  printf (" %d-%d", times, errno);
}

static int sender (void) {
  const int s = socket (AF_UNIX, SOCK_DGRAM, 0), least = 1;
  setsockopt (s, SOL_SOCKET, SO_SNDBUF, &least, sizeof least);
  return s;
}

static void take (int s, int times) {
  char data[5000];
  long n, sum = 0;
  int taken = 0;
  while (taken < times && (n = recv (s, data, sizeof data, MSG_DONTWAIT)) > 0) {
    taken++;
    sum += n;
  }
  printf (" %dx%ld", taken, sum);
}

int main (void) {
  struct sockaddr_un first, second;
  const int a = named (1, &first), b = named (2, &second);
  int s = sender ();
  fill (s, &first, 100);
  fill (s, &second, 1); /* it is the same who pays */
  take (a, 2);
  fill (s, &second, 1);
  close (a); /* with something in it */
  fill (s, &second, 1);
  fill (s, &first, 1); /* nobody is there */
  close (s);
  s = sender (); /* another one, which has not sent what is left */
  fill (s, &second, 1000);
  take (b, 8);
  fill (s, &second, 1000);
  take (b, 3);
  fill (s, &second, 4000);
  close (s);
  take (b, 6);
  printf ("\n");
  return 0;
}
