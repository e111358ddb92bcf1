/* Processes that do not behave: each function is one, chosen by its name.  Two
   behave: `serve' answers one client after the other, `ask' is such a client,
   which tries to connect until it can. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PORT = 7000, OTHER_PORT = 7001 };

static char block[1 << 16];

static void check (int fine, const char *what) {
  if (fine)
    return;
  perror (what);
  exit (1);
}

static struct sockaddr_in at (const char *host, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons ((uint16_t)port)};
  inet_pton (AF_INET, host, &address.sin_addr);
  return address;
}

static int listen_at (int port) {
  const struct sockaddr_in address = at ("127.0.0.1", port);
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  check (!bind (s, (const struct sockaddr *)&address, sizeof address), "bind");
  check (!listen (s, 4), "listen");
  return s;
}

static int connect_once (int port) {
  const struct sockaddr_in address = at ("127.0.0.1", port);
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  if (!connect (s, (const struct sockaddr *)&address, sizeof address))
    return s;
  close (s);
  return -1;
}

static int connect_to (int port) {
  int s;
  while ((s = connect_once (port)) < 0)
    sched_yield ();
  return s;
}

/*------------------------------------------------------------------------*/
/* Those that behave. */

static void serve (void) {
  const int listener = listen_at (PORT);
  for (;;) {
    const int s = accept (listener, NULL, NULL);
    const ssize_t got = recv (s, block, sizeof block, 0);
    if (got > 0)
      send (s, block, (size_t)got, MSG_NOSIGNAL);
    close (s);
  }
}

static void ask (void) {
  const int s = connect_to (PORT);
  send (s, "?", 1, MSG_NOSIGNAL);
  recv (s, block, 1, 0);
  close (s);
}

static void nothing (void) {}

/*------------------------------------------------------------------------*/
/* Waiting for each other. */

static void accept_first (void) {
  accept (listen_at (PORT), NULL, NULL);
  connect_to (OTHER_PORT);
}

static void accept_other_first (void) {
  accept (listen_at (OTHER_PORT), NULL, NULL);
  connect_to (PORT);
}

/* Everybody wants to hear something first. */
static void listen_first (void) {
  const int s = connect_to (PORT);
  recv (s, block, 1, 0);
  send (s, "?", 1, 0);
}

static void wait_for_signal (void) {
  pause ();
}

static void connect_first (void) {
  connect_to (OTHER_PORT);
  listen_at (PORT);
}

static void connect_other_first (void) {
  connect_to (PORT);
  listen_at (OTHER_PORT);
}

/*------------------------------------------------------------------------*/
/* Ending too early. */

static void leave (void) {
  listen_at (PORT);
}

static void hang_up (void) {
  const int s = accept (listen_at (PORT), NULL, NULL);
  close (s);
}

static void crash (void) {
  accept (listen_at (PORT), NULL, NULL);
  *(volatile int *)8 = 1;
}

static void try_once (void) {
  check (connect_once (PORT) >= 0, "connect");
}

/*------------------------------------------------------------------------*/
/* Too much of everything. */

static void send_gigabytes (void) {
  const int s = connect_to (PORT);
  for (uint64_t left = (uint64_t)8 << 30; left;) {
    const ssize_t sent = send (s, block, sizeof block, 0);
    check (sent > 0, "send");
    left -= (uint64_t)sent;
  }
}

static void swallow (void) {
  const int s = accept (listen_at (PORT), NULL, NULL);
  while (recv (s, block, sizeof block, 0) > 0)
    ;
}

static void send_datagrams (void) {
  const struct sockaddr_in address = at ("127.0.0.1", PORT);
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  for (;;)
    sendto (s, "?", 1, 0, (const struct sockaddr *)&address, sizeof address);
}

static void open_sockets (void) {
  while (socket (AF_INET, SOCK_STREAM, 0) >= 0)
    ;
}

static void bind_ports (void) {
  for (int port = 1; port < 65536; port++)
    close (listen_at (port));
}

static void connect_for_ever (void) {
  for (;;)
    close (connect_to (PORT));
}

static void print (void) {
  for (;;)
    if (write (1, block, sizeof block) < 0)
      return;
}

static void fork_for_ever (void) {
  for (;;)
    fork ();
}

static void fork_chain (void) {
  while (!fork ())
    ;
}

static void fork_and_leave (void) {
  for (;;)
    if (fork ())
      _exit (0);
}

static char *name;

static void execute_for_ever (void) {
  char *const words[] = {name, "execute_for_ever", NULL};
  execv (name, words);
}

static void *wait_for_ever (void *argument) {
  pause ();
  return argument;
}

static void create_threads (void) {
  pthread_t thread;
  while (!pthread_create (&thread, NULL, wait_for_ever, NULL))
    ;
}

static void allocate (void) {
  for (;;)
    memset (malloc (1 << 20), 1, 1 << 20);
}

/*------------------------------------------------------------------------*/
/* Deaf and blind. */

static void ignore_all (void) {
  for (int i = 1; i < NSIG; i++)
    signal (i, SIG_IGN);
}

static void spin (void) {
  ignore_all ();
  for (;;)
    __asm__ volatile("");
}

static void spin_connected (void) {
  const int s = connect_to (PORT);
  send (s, "?", 1, 0);
  spin ();
}

static void spin_looking (void) {
  const int s = connect_to (PORT);
  ignore_all ();
  while (recv (s, block, 1, MSG_DONTWAIT) < 0)
    ;
}

static void sleep_for_ever (void) {
  for (;;)
    sleep (1);
}

static void stop_itself (void) {
  raise (SIGSTOP);
}

static void kill_all (void) {
  kill (-1, SIGKILL);
  kill (0, SIGKILL);
}

static void kill_parent (void) {
  kill (getppid (), SIGKILL);
}

static void leave_group (void) {
  setsid ();
  setpgid (0, 0);
  if (!fork ()) {
    setsid ();
    pause ();
  }
}

static void close_all (void) {
  for (int i = 0; i < 4096; i++)
    close (i);
  ask ();
}

static void spoil_board (void) {
  ask ();
  memset ((void *)0x200000000000, 0x5a, 1 << 20);
}

static void spoil_commons (void) {
  const int s = connect_to (PORT);
  memset ((void *)0x212000000000, 0x5a, 1 << 20);
  send (s, "?", 1, 0);
}

static void unmap_itself (void) {
  ask ();
  munmap ((void *)((uintptr_t)nothing & ~4095ul), 4096);
}

static void leave_machine (void) {
  const struct sockaddr_in address = at ("192.0.2.1", 80);
  const int s = socket (AF_INET, SOCK_STREAM, 0);
  check (connect (s, (const struct sockaddr *)&address, sizeof address) < 0,
         "connect");
}

static void make_files (void) {
  char path[32];
  for (int i = 0; i < 20; i++) {
    snprintf (path, sizeof path, "file-%d-%d", i, (int)getpid ());
    close (open (path, O_CREAT | O_WRONLY, 0600));
    if (i % 5 == 0)
      mkdir (strcat (path, ".folder"), 0700);
  }
  ask ();
}

static void make_files_and_crash (void) {
  make_files ();
  *(volatile int *)8 = 1;
}

static void make_files_and_spin (void) {
  make_files ();
  spin ();
}

/*------------------------------------------------------------------------*/

static const struct {
  const char *name;
  void (*function) (void);
} rogues[] = {
#define ROGUE(NAME)                                                            \
  { #NAME, NAME }
    ROGUE (serve),
    ROGUE (ask),
    ROGUE (nothing),
    ROGUE (accept_first),
    ROGUE (accept_other_first),
    ROGUE (listen_first),
    ROGUE (wait_for_signal),
    ROGUE (connect_first),
    ROGUE (connect_other_first),
    ROGUE (leave),
    ROGUE (hang_up),
    ROGUE (crash),
    ROGUE (try_once),
    ROGUE (send_gigabytes),
    ROGUE (swallow),
    ROGUE (send_datagrams),
    ROGUE (open_sockets),
    ROGUE (bind_ports),
    ROGUE (connect_for_ever),
    ROGUE (print),
    ROGUE (fork_for_ever),
    ROGUE (fork_chain),
    ROGUE (fork_and_leave),
    ROGUE (execute_for_ever),
    ROGUE (create_threads),
    ROGUE (allocate),
    ROGUE (spin),
    ROGUE (spin_connected),
    ROGUE (spin_looking),
    ROGUE (sleep_for_ever),
    ROGUE (stop_itself),
    ROGUE (kill_all),
    ROGUE (kill_parent),
    ROGUE (leave_group),
    ROGUE (close_all),
    ROGUE (spoil_board),
    ROGUE (spoil_commons),
    ROGUE (unmap_itself),
    ROGUE (leave_machine),
    ROGUE (make_files),
    ROGUE (make_files_and_crash),
    ROGUE (make_files_and_spin),
};

/* Before main: EARLY says what happens there. */
__attribute__ ((constructor)) static void begin (void) {
  const char *early = getenv ("EARLY");
  if (!early)
    return;
  if (!strcmp (early, "crash"))
    *(volatile int *)8 = 1;
  if (!strcmp (early, "exit"))
    exit (3);
  if (!strcmp (early, "spin"))
    for (;;)
      __asm__ volatile("");
}

int main (int argc, char **argv) {
  name = argv[0];
  for (size_t i = 0; argc > 1 && i < sizeof rogues / sizeof *rogues; i++)
    if (!strcmp (argv[1], rogues[i].name)) {
      rogues[i].function ();
      return 0;
    }
  return 2;
}
