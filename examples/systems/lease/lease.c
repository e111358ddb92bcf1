/* A lock with leases, and a counter that it guards.  The lock server gives the
   lock to one client after the other, each time with a greater number; a client
   that keeps it for too long loses it, and does not hear of that.  Clients with
   the lock read the counter, and write it increased by one.  The store refuses
   whoever comes with a smaller number than somebody before (a fencing token):
   no increment gets lost.

   With -DWRONG the store looks at the numbers of those who write, and believes
   that reading does no harm: a client whose lease is over writes what it has
   read before, when the next one has read the same.

   usage: lease locks PORT
          lease store PORT
          lease client LOCKS-PORT STORE-PORT */

#include "../net.h"

#include <assert.h>
#include <poll.h>

enum { CLIENTS = 2, LEASE = 100 /* ms */ };

/*------------------------------------------------------------------------*/
/* Locks: a client that connects wants to have the lock; its number is the
   answer; when it closes the connection it gives the lock back. */

static void give_lock (int listener, char number) {
  const int client = accept_at (listener);
  struct pollfd end = {.fd = client, .events = POLLIN};
  put (client, &number, 1);
  poll (&end, 1, LEASE);
}

static void be_locks (int port) {
  const int listener = listen_at (port);
  for (char i = 1; i <= CLIENTS; i++)
    give_lock (listener, i);
}

/*------------------------------------------------------------------------*/

struct request {
  char number, writes, value;
};

static char highest, value; /* of the store */

static int is_refused (const struct request *r) {
#ifdef WRONG
  if (!r->writes)
    return 0;
#endif
  if (r->number < highest)
    return 1;
  highest = r->number;
  return 0;
}

/* Answers; false: the client is gone. */
static int serve (int client) {
  struct request r;
  if (!get (client, &r, sizeof r))
    return 0;
  char answer = -1;
  if (!is_refused (&r)) {
    if (r.writes) {
      assert (r.value == value + 1); /* or an increment is lost */
      value = r.value;
    }
    answer = value;
  }
  return put (client, &answer, 1);
}

static void be_store (int port) {
  const int listener = listen_at (port);
  struct pollfd clients[CLIENTS];
  for (int i = 0; i < CLIENTS; i++)
    clients[i] = (struct pollfd){.fd = accept_at (listener), .events = POLLIN};
  for (int left = CLIENTS; left > 0;) {
    poll (clients, CLIENTS, -1);
    for (int i = 0; i < CLIENTS; i++)
      if (clients[i].revents && !serve (clients[i].fd)) {
        clients[i].fd = -1;
        left--;
      }
  }
}

/*------------------------------------------------------------------------*/

/* Returns the value; -1: refused. */
static char ask (int store, struct request r) {
  char answer = -1;
  if (put (store, &r, sizeof r))
    get (store, &answer, 1);
  return answer;
}

static void be_client (int locks_port, int store_port) {
  const int store = connect_to (store_port);
  const int lock = connect_to (locks_port);
  char number;
  if (!get (lock, &number, 1))
    die ("lock");
  const char old = ask (store, (struct request){number, 0, 0});
  if (old >= 0)
    ask (store, (struct request){number, 1, (char)(old + 1)});
  close (lock);
  close (store);
}

int main (int argc, char **argv) {
  if (argc == 3 && !strcmp (argv[1], "locks"))
    be_locks (atoi (argv[2]));
  else if (argc == 3 && !strcmp (argv[1], "store"))
    be_store (atoi (argv[2]));
  else if (argc == 4 && !strcmp (argv[1], "client"))
    be_client (atoi (argv[2]), atoi (argv[3]));
  else
    return 2;
  return 0;
}
