/* Processes that end badly after something that reports shall put into words.

   usage: words WHAT
   WHAT: write   writes a file through the C library, as "new" and a line
         swap    makes a new file, renames it and removes one that is not there
         read    reads the file through the C library and wants something there
         send    sends a datagram to port 7000
         poll    is at port 7000 and waits for a datagram with a time limit
         select, epoll   without one, for two datagrams
         fifo N  opens FIFO one and then two (1), or two and then one (2)
         mark    makes a file...
         late    ...and waits for a signal that nobody sends if it is there
         exec    has a child that becomes `words errno'
         errno   handles a signal of its child, and fails
         wait    waits for its child, which waits for a signal
         rest    waits for datagrams for ever
         exit N  ends with N */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};

static int at_port (void) {
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  bind (s, (void *)&address, sizeof address);
  return s;
}

static void write_file (void) {
  FILE *file = fopen ("words.data", "w");
  fputs ("new\n", file);
  fclose (file);
}

static void swap_file (void) {
  const int file = open ("words.new", O_CREAT | O_WRONLY, 0600);
  assert (write (file, "new\n", 4) == 4);
  close (file);
  rename ("words.new", "words.data");
  unlink ("words.gone");
  assert (!"swapped");
}

static void read_file (void) {
  char text[80];
  FILE *file = fopen ("words.data", "r");
  assert (file && fgets (text, sizeof text, file));
  fclose (file);
}

static void send_one (void) {
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  connect (s, (void *)&address, sizeof address);
  send (s, "12", 2, 0);
}

static void wait_with_poll (void) {
  struct pollfd file = {.fd = at_port (), .events = POLLIN};
  char bytes[2];
  if (poll (&file, 1, 1000))
    assert (recv (file.fd, bytes, 2, 0) == 2 && !"received");
}

static void wait_with_select (void) {
  fd_set set;
  const int s = at_port ();
  char bytes[2];
  for (int i = 0; i < 2; i++) {
    FD_ZERO (&set);
    FD_SET (s, &set);
    select (s + 1, &set, NULL, NULL, NULL);
    recv (s, bytes, 2, 0);
  }
}

static void wait_with_epoll (void) {
  struct epoll_event event = {.events = EPOLLIN};
  const int s = at_port ();
  const int pair = epoll_create1 (0);
  int ends[2];
  char bytes[2];
  assert (!pipe (ends));
  epoll_ctl (pair, EPOLL_CTL_ADD, s, &event);
  epoll_ctl (pair, EPOLL_CTL_ADD, ends[0], &event);
  while (epoll_wait (pair, &event, 1, -1) == 1)
    recv (s, bytes, 2, 0);
}

static void open_fifos (int first) {
  mkfifo ("one", 0600);
  mkfifo ("two", 0600);
  open (first == 1 ? "one" : "two", O_WRONLY);
  open (first == 1 ? "two" : "one", O_RDONLY);
}

static volatile sig_atomic_t handled;

static void on_signal (int number) {
  (void)number;
  const int error = errno;
  handled = 1;
  errno = error;
}

static void handle_one (void) {
  const struct sigaction action = {.sa_handler = on_signal};
  sigaction (SIGUSR1, &action, NULL);
  const pid_t parent = getpid ();
  if (fork () == 0) {
    kill (parent, 0);
    kill (parent, SIGUSR1);
    _exit (0);
  }
  while (!handled)
    pause ();
  assert (!errno && !"handled");
}

static void make_child (const char *self) {
  if (fork () == 0) {
    execl (self, self, "errno", NULL);
    _exit (1);
  }
  wait (NULL);
}

static void wait_for_child (void) {
  const pid_t child = fork ();
  if (child == 0)
    pause ();
  waitpid (child, NULL, 0);
}

int main (int count, char **words) {
  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  address.sin_port = htons (7000);
  const char *what = count > 1 ? words[1] : "";
  const int number = count > 2 ? atoi (words[2]) : 0;
  if (!strcmp (what, "write"))
    write_file ();
  else if (!strcmp (what, "swap"))
    swap_file ();
  else if (!strcmp (what, "read"))
    read_file ();
  else if (!strcmp (what, "send"))
    send_one ();
  else if (!strcmp (what, "poll"))
    wait_with_poll ();
  else if (!strcmp (what, "select"))
    wait_with_select ();
  else if (!strcmp (what, "epoll"))
    wait_with_epoll ();
  else if (!strcmp (what, "fifo"))
    open_fifos (number);
  else if (!strcmp (what, "mark"))
    close (creat ("words.mark", 0600));
  else if (!strcmp (what, "late") && !access ("words.mark", F_OK))
    pause ();
  else if (!strcmp (what, "exec"))
    make_child (words[0]);
  else if (!strcmp (what, "errno"))
    handle_one ();
  else if (!strcmp (what, "wait"))
    wait_for_child ();
  else if (!strcmp (what, "rest"))
    recv (at_port (), &address, 1, 0);
  return number;
}
