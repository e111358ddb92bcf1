/* Names of things in the OS model: see os_names.h. */

#include "runtime/counterexample/os_names.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/ipc/ipc.h"
#include "runtime/ipc/mailbox.h"
#include "runtime/ipc/regions.h"
#include "runtime/net/sockets.h"
#include "runtime/core/sockets_known.h"
#include "runtime/files/shadow.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>

typedef struct text {
  char *at;
  size_t size;
} text;

#define SAY(T, ...) ((void)snprintf ((T)->at, (T)->size, __VA_ARGS__))

/* Where the object is in an array of so many bytes; -1: elsewhere. */
static long index_in (const void *object, const void *array, size_t all,
                      size_t one) {
  const size_t at = (uintptr_t)object - (uintptr_t)array;
  return at < all ? (long)(at / one) : -1;
}

#define INDEX(OBJECT, ARRAY)                                                   \
  index_in (OBJECT, ARRAY, sizeof (ARRAY), sizeof *(ARRAY))

/* "" in a program that is alone. */
static const char *process_of (const sett_socket *s) {
  const sett_shared *shared = engine.shared;
  return engine.multi ? shared->members[shared->stations[s->owner].process].name
                      : "";
}

/* The port, without the address of this machine; or the path. */
static void show (const sett_socket_name *n, char *to, size_t size) {
  const char *colon;
  sett_address_show (n, to, size);
  if ((!strncmp (to, "127.0.0.1:", 10) || !strncmp (to, "0.0.0.0:", 8) ||
       !strncmp (to, "[::", 3)) &&
      (colon = strrchr (to, ':')))
    memmove (to, colon + 1, strlen (colon));
}

static void say_connection (text *t, const sett_socket *s) {
  char near[64], far[64];
  const char *process = process_of (s);
  show (s->passive ? &s->peer_name : &s->name, near, sizeof near);
  show (s->passive ? &s->name : &s->peer_name, far, sizeof far);
  if (!s->peer_name.length && !s->name.length)
    SAY (t, "socket pair %u", s->ordinal / 2u);
  else if (sett_socket_is_unix (s))
    SAY (t, "connection %s%s-> %.20s", process, *process ? " " : "", far);
  else
    SAY (t, "connection %.14s%s%s -> %s", process, *process ? ":" : "", near,
         far);
}

static void say_socket (text *t, const sett_socket *s) {
  char name[40];
  const char *process = process_of (s);
  show (&s->name, name, sizeof name);
  if (s->partner && sett_socket_is_stream (s))
    say_connection (t, s);
  else if (!s->name.length)
    SAY (t, "a socket%s%s", *process ? " of " : "", process);
  else if (sett_socket_is_unix (s))
    SAY (t, "socket %s", name);
  else
    SAY (t, "%s port %s", sett_socket_is_stream (s) ? "TCP" : "UDP", name);
}

static void say_address (text *t, long i) {
  const sett_sockets_known *known = engine.shared->sockets;
  in_port_t port;
  if (!known || i >= known->address_count)
    return;
  const char *key = known->addresses[i].key;
  memcpy (&port, key + 1, sizeof port);
  if (*key == 'T' || *key == 'U')
    SAY (t, "%s port %d", *key == 'T' ? "TCP" : "UDP", ntohs (port));
  else
    SAY (t, "socket %s%.*s", *key == 'A' ? "@" : "",
         (int)known->addresses[i].length - 1 - (*key == 'A'),
         key + 1 + (*key == 'A'));
}

static void say_pipe (text *t, long i) {
  SETT_ASSERT (i >= 0 && i < SETT_MOST_PIPES);
  const char *name = engine.shared->pipe_names[i];
  if (*name)
    SAY (t, "FIFO %s", name);
  else
    SAY (t, os_model->pipes[i].event ? "event counter %ld" : "pipe %ld", i);
}

static void say_life (text *t, const void *object, long i) {
  SETT_ASSERT (i >= 0 && i < SETT_SYSTEM_PROCESSES);
  const sett_life *l = &os_model->lives[i];
  const char *name = engine.shared->members[i].name;
  if (object == &l->news || object == &l->zombies)
    SAY (t, "a child");
  else if (object == &l->grouping)
    SAY (t, "the group of %s", name);
  else if (object == &l->parent)
    SAY (t, "the parent of %s", name);
  else if (object == &l->signals)
    SAY (t, "signals to %s", name);
  else
    SAY (t, "process %s", name);
}

static const char *const failures[] = {
#define FAILURE(NAME, WORD, TRIED, ALL, ONE) ONE,
#include "shared/failure.def"
#undef FAILURE
};

static void say_thing (text *t, const char *what, sett_ipc_kind kind, long i) {
  char name[40];
  sett_ipc_show (kind, (unsigned)i, name, sizeof name);
  SAY (t, "%s %s", what, name);
}

static void say (text *t, const void *object) {
  long i;
  if (sett_is_shared (object)) {
    sett_region_name (object, t->at, t->size);
    return;
  }
  if ((i = INDEX (object, os_model->sockets)) >= 0)
    say_socket (t, &os_model->sockets[i]);
  else if ((i = INDEX (object, os_model->addresses)) >= 0)
    say_address (t, i);
  else if ((i = INDEX (object, os_model->pipes)) >= 0)
    say_pipe (t, i);
  else if ((i = INDEX (object, os_model->epolls)) >= 0)
    SAY (t, "epoll %ld", i);
  else if ((i = INDEX (object, os_model->timers)) >= 0)
    SAY (t, "timer %ld", i);
  else if ((i = INDEX (object, os_model->lives)) >= 0)
    say_life (t, object, i);
  else if ((i = INDEX (object, os_model->failures)) >= 0)
    SAY (t, "%s", failures[i]);
  else if ((i = INDEX (object, os_model->ipc)) >= 0)
    SAY (t, "%s", sett_ipc_text ((unsigned)i));
  else if ((i = INDEX (object, os_model->sets)) >= 0)
    say_thing (t, "semaphores", SETT_IPC_SET, i);
  else if ((i = INDEX (object, os_model->mailboxes[SETT_MAILBOX_POSIX])) >= 0)
    say_thing (t, "message queue", SETT_IPC_QUEUE, i);
  else if ((i = INDEX (object, os_model->mailboxes[SETT_MAILBOX_SYSTEM_V])) >=
           0)
    say_thing (t, "message queue", SETT_IPC_MESSAGES, i);
  else if ((i = INDEX (object, os_model->regions)) >= 0)
    sett_region_name_all ((unsigned)i, t->at, t->size);
  else if (object == &os_model->groups)
    SAY (t, "groups of processes");
  else if (object == &os_model->arranged)
    SAY (t, "priorities and processors");
  else if (object == &os_model->files ||
           INDEX (object, os_model->file_words) >= 0)
    SAY (t, "files");
}

void sett_os_model_name (const void *object, char *to, size_t size) {
  text t = {to, size};
  const int active = engine.active;
  engine.active = 0; /* formatting is not the program's doing */
  *to = 0;
  say (&t, object);
  engine.active = active;
}

void sett_os_model_name_address (const sett_socket *s,
                                 const sett_socket_name *n, char *to,
                                 size_t size) {
  text t = {to, size};
  char name[40];
  const int active = engine.active;
  engine.active = 0;
  show (n, name, sizeof name);
  if (sett_socket_is_unix (s))
    SAY (&t, "socket %s", name);
  else
    SAY (&t, "%s port %s", sett_socket_is_stream (s) ? "TCP" : "UDP", name);
  engine.active = active;
}

void sett_os_model_name_port (int udp, int port, char *to, size_t size) {
  text t = {to, size};
  const int active = engine.active;
  engine.active = 0;
  SAY (&t, "%s port %d", udp ? "UDP" : "TCP", port);
  engine.active = active;
}

sett_operation sett_os_model_awaits (const void *word) {
  long i;
  if ((i = INDEX (word, os_model->addresses)) >= 0)
    return SETT_DO_AWAIT_LISTENER;
  if ((i = INDEX (word, os_model->sockets)) >= 0 &&
      (word == &os_model->sockets[i].room ||
       word == &os_model->sockets[i].charged ||
       word == &os_model->sockets[i].queue.taken))
    return SETT_DO_AWAIT_ROOM;
  if ((i = INDEX (word, os_model->pipes)) >= 0 &&
      word == &os_model->pipes[i].room)
    return SETT_DO_AWAIT_ROOM;
  if ((i = INDEX (word, os_model->pipes)) >= 0 &&
      word == &os_model->pipes[i].opens)
    return os_model->pipes[i].readers ? SETT_DO_AWAIT_WRITER
                                      : SETT_DO_AWAIT_READER;
  if ((i = INDEX (word, os_model->lives)) >= 0 &&
      word == &os_model->lives[i].news)
    return SETT_DO_WAIT_CHILD;
  if (i >= 0 && word == &os_model->lives[i].signals)
    return SETT_DO_AWAIT_SIGNAL;
  if (sett_is_shared (word))
    return SETT_DO_AWAIT;
  if (INDEX (word, os_model->sets) >= 0)
    return SETT_DO_AWAIT_SEMAPHORES;
  if ((i = INDEX (word, os_model->mailboxes[0])) >= 0 ||
      (i = INDEX (word, os_model->mailboxes[1])) >= 0)
    return ((const sett_mailbox *)((uintptr_t)word))->count ? SETT_DO_AWAIT_ROOM
                                                            : SETT_DO_RECEIVE;
  return SETT_DO_AWAIT_CHANGE;
}
