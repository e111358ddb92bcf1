/* Telling system calls: what they are about, in words, and what came of them.

   Runs only when narrating (narrate.h), and only looks: at the arguments of
   the call, at the models, and at /proc/self/fd for names of files.  Words
   that say it all are kept with the thread while the call lasts, for the
   events in it; numbers and errors come with its result. */

#include "runtime/counterexample/narrate.h"
#include "runtime/counterexample/os_names.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/files/cwd.h"
#include "runtime/core/os_process.h"
#include "runtime/sched/children.h"
#include "runtime/net/sockets.h"
#include "runtime/counterexample/narration.h"
#include "runtime/net/waiting.h"
#include "runtime/files/shadow.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>

typedef struct sett_counterexample_step step;

enum { MOST_NAME = 48, MOST_SIGNAL = 16 };

/* To tell is not the program's doing: what is called meanwhile is the C
   library's own. */
static void resume (const int *active) {
  engine.active = *active;
}

#define ASIDE                                                                  \
  const int aside __attribute__ ((unused, cleanup (resume))) = engine.active;  \
  engine.active = 0

#define SAY_IN(SIZE, TO, ...) ((void)snprintf (TO, SIZE, __VA_ARGS__))
#define SAY(TO, ...) SAY_IN (sizeof (TO), TO, __VA_ARGS__)

/*------------------------------------------------------------------------*/
/* Descriptors. */

static const void *object_of (const sett_descriptor *d) {
  switch (d ? d->kind : SETT_DESCRIPTOR_REAL) {
  case SETT_DESCRIPTOR_SOCKET:
    return &os_model->sockets[d->index].status;
  case SETT_DESCRIPTOR_READER:
  case SETT_DESCRIPTOR_WRITER:
  case SETT_DESCRIPTOR_FIFO:
  case SETT_DESCRIPTOR_EVENT:
    return &os_model->pipes[d->index].readable;
  case SETT_DESCRIPTOR_EPOLL:
    return &os_model->epolls[d->index];
  case SETT_DESCRIPTOR_MEMORY:
    return &os_model->regions[d->index].size;
  case SETT_DESCRIPTOR_QUEUE:
    return &os_model->mailboxes[0][d->index].state;
  case SETT_DESCRIPTOR_TIMER:
    return &os_model->timers[d->index];
  default:
    return NULL;
  }
}

static const void *object_at (long number) {
  return object_of (sett_descriptors_model (number));
}

static const sett_socket *socket_at (long number) {
  const sett_descriptor *d = sett_descriptors_model (number);
  return d && d->kind == SETT_DESCRIPTOR_SOCKET ? &os_model->sockets[d->index]
                                                : NULL;
}

/* The file that a number of the kernel's leads to. */
static void name_file (long number, char to[MOST_NAME]) {
  static char path[PATH_MAX];
  if (sett_shadow_name (number, path))
    sett_cwd_show (path, to, MOST_NAME);
  else
    SAY_IN (MOST_NAME, to, "descriptor %ld", number);
}

static void name_descriptor (long number, char to[MOST_NAME]) {
  const void *object = object_at (number);
  if (object)
    sett_os_model_name (object, to, MOST_NAME);
  else if (sett_descriptors_is_output (number))
    SAY_IN (MOST_NAME, to, "standard output");
  else
    name_file (number, to);
}

/* A path as the program gives it, which may be wrong. */
static void name_path (long path, char to[MOST_NAME]) {
  if (!path || sett_raw (SYS_faccessat, AT_FDCWD, path, F_OK) == -EFAULT)
    SAY_IN (MOST_NAME, to, "nothing");
  else
    sett_cwd_show ((const char *)path, to, MOST_NAME);
}

/*------------------------------------------------------------------------*/
/* Calls in words. */

/* What the arguments are: of the n-th one, and of the next. */
typedef enum shape {
  FILE_0 = 1,
  PATH_0,
  PATH_1,
  TWO_PATHS,
  TWO_PATHS_AT
} shape;

static const struct {
  const char *words; /* "%" is the name, the second one another */
  shape shape;
} phrases[] = {
    [SYS_read] = {"read", FILE_0},
    [SYS_pread64] = {"read", FILE_0},
    [SYS_readv] = {"read", FILE_0},
    [SYS_preadv] = {"read", FILE_0},
    [SYS_getdents64] = {"list folder", FILE_0},
    [SYS_write] = {"write", FILE_0},
    [SYS_pwrite64] = {"write", FILE_0},
    [SYS_writev] = {"write", FILE_0},
    [SYS_pwritev] = {"write", FILE_0},
    [SYS_lseek] = {"seek in", FILE_0},
    [SYS_fsync] = {"fsync", FILE_0},
    [SYS_fdatasync] = {"fdatasync", FILE_0},
    [SYS_flock] = {"flock", FILE_0},
    [SYS_ftruncate] = {"truncate", FILE_0},
    [SYS_fallocate] = {"fallocate", FILE_0},
    [SYS_fchmod] = {"chmod", FILE_0},
    [SYS_fchown] = {"chown", FILE_0},
    [SYS_fstat] = {"look at", FILE_0},
    [SYS_ioctl] = {"ioctl on", FILE_0},
    [SYS_fcntl] = {"fcntl on", FILE_0},
    [SYS_close] = {"close", FILE_0},
    [SYS_dup] = {"dup", FILE_0},
    [SYS_dup2] = {"dup2", FILE_0},
    [SYS_dup3] = {"dup2", FILE_0},
    [SYS_stat] = {"look at", PATH_0},
    [SYS_lstat] = {"look at", PATH_0},
    [SYS_access] = {"look at", PATH_0},
    [SYS_readlink] = {"read link", PATH_0},
    [SYS_newfstatat] = {"look at", PATH_1},
    [SYS_statx] = {"look at", PATH_1},
    [SYS_faccessat] = {"look at", PATH_1},
    [SYS_faccessat2] = {"look at", PATH_1},
    [SYS_readlinkat] = {"read link", PATH_1},
    [SYS_truncate] = {"truncate", PATH_0},
    [SYS_chmod] = {"chmod", PATH_0},
    [SYS_fchmodat] = {"chmod", PATH_1},
    [SYS_chdir] = {"go to folder", PATH_0},
    [SYS_unlink] = {"unlink", PATH_0},
    [SYS_unlinkat] = {"unlink", PATH_1},
    [SYS_rmdir] = {"remove folder", PATH_0},
    [SYS_mkdir] = {"make folder", PATH_0},
    [SYS_mkdirat] = {"make folder", PATH_1},
    [SYS_execve] = {"exec", PATH_0},
    [SYS_execveat] = {"exec", PATH_1},
    [SYS_rename] = {"rename", TWO_PATHS},
    [SYS_renameat] = {"rename", TWO_PATHS_AT},
    [SYS_renameat2] = {"rename", TWO_PATHS_AT},
    [SYS_link] = {"link", TWO_PATHS},
    [SYS_linkat] = {"link", TWO_PATHS_AT},
    [SYS_symlink] = {"link", TWO_PATHS},
};

/* "" as a path means the descriptor before it. */
static void name_path_at (long folder, long path, char to[MOST_NAME]) {
  name_path (path, to);
  if (!*to)
    name_descriptor ((int)folder, to);
}

static void say_phrase (const sett_call *call, sett_phrase words) {
  char name[MOST_NAME], other[MOST_NAME];
  const char *verb = phrases[call->number].words;
  switch (phrases[call->number].shape) {
  case FILE_0:
    name_descriptor ((int)call->a[0], name);
    break;
  case PATH_0:
    name_path (call->a[0], name);
    break;
  case PATH_1:
    name_path_at (call->a[0], call->a[1], name);
    break;
  case TWO_PATHS:
  case TWO_PATHS_AT: {
    const int at = phrases[call->number].shape == TWO_PATHS_AT;
    name_path (call->a[at], name);
    name_path (call->a[at ? 3 : 1], other);
    SAY_IN (sizeof (sett_phrase), words, "%s %s to %s", verb, name, other);
    return;
  }
  }
  SAY_IN (sizeof (sett_phrase), words, "%s %s", verb, name);
}

static void say_open (long path, int flags, sett_phrase words) {
  char name[MOST_NAME];
  const int access = flags & O_ACCMODE;
  name_path (path, name);
  SAY_IN (sizeof (sett_phrase), words, "open %s to %s%s", name,
          access == O_RDONLY   ? "read"
          : access == O_WRONLY ? "write"
                               : "read and write",
          flags & O_TRUNC ? ", emptied" : "");
}

static void say_node (long path, mode_t mode, sett_phrase words) {
  char name[MOST_NAME];
  name_path (path, name);
  SAY_IN (sizeof (sett_phrase), words, "make %s %s",
          S_ISFIFO (mode) ? "FIFO" : "node", name);
}

/* "SIGTERM" */
static void name_signal (int signal, char to[MOST_SIGNAL]) {
  const char *name = sigabbrev_np (signal);
  if (name)
    SAY_IN (MOST_SIGNAL, to, "SIG%s", name);
  else
    SAY_IN (MOST_SIGNAL, to, "signal %d", signal);
}

static void say_action (const sett_call *call, sett_phrase words) {
  char name[MOST_SIGNAL];
  void *const *handler = (void *const *)call->a[1]; /* comes first */
  name_signal ((int)call->a[0], name);
  if (handler)
    SAY_IN (sizeof (sett_phrase), words, "%s %s",
            *handler == (void *)SIG_IGN   ? "ignore"
            : *handler == (void *)SIG_DFL ? "no handler for"
                                          : "set a handler for",
            name);
}

/* To whom, in a system, is told by who gets it. */
static void say_kill (const sett_call *call, sett_phrase words) {
  char name[MOST_SIGNAL];
  const int process = sett_children_find ((int)call->a[0]);
  const char *who = process == (int)engine.process ? "itself"
                    : process >= 0 && *engine.shared->members[process].name
                        ? engine.shared->members[process].name
                        : "a process";
  name_signal ((int)call->a[1], name);
  if (call->a[1])
    SAY_IN (sizeof (sett_phrase), words, "send %s to %s", name, who);
  else
    SAY_IN (sizeof (sett_phrase), words, "look whether %s is there", who);
}

static void say_own_signal (const sett_call *call, sett_phrase words) {
  char name[MOST_SIGNAL];
  name_signal ((int)call->a[call->number == SYS_tgkill ? 2 : 1], name);
  SAY_IN (sizeof (sett_phrase), words, "send %s to a thread", name);
}

static const char *mask_change (long how) {
  return how == SIG_BLOCK     ? "block signals"
         : how == SIG_UNBLOCK ? "unblock signals"
                              : "set the mask of signals";
}

static void say_registration (const sett_call *call, sett_phrase words) {
  char name[MOST_NAME], other[MOST_NAME];
  const int adds = call->a[1] == EPOLL_CTL_ADD;
  const int drops = call->a[1] == EPOLL_CTL_DEL;
  name_descriptor ((int)call->a[2], name);
  name_descriptor ((int)call->a[0], other);
  SAY_IN (sizeof (sett_phrase), words, "%s %s %s %s",
          adds    ? "add"
          : drops ? "remove"
                  : "change",
          name,
          adds    ? "to"
          : drops ? "from"
                  : "in",
          other);
}

static void say_call (const sett_call *call, sett_phrase words) {
  const size_t count = sizeof phrases / sizeof *phrases;
  *words = 0;
  switch (call->number) {
  case SYS_open:
    say_open (call->a[0], (int)call->a[1], words);
    return;
  case SYS_openat:
    say_open (call->a[1], (int)call->a[2], words);
    return;
  case SYS_creat:
    say_open (call->a[0], O_WRONLY | O_TRUNC, words);
    return;
  case SYS_mknod:
    say_node (call->a[0], (mode_t)call->a[1], words);
    return;
  case SYS_mknodat:
    say_node (call->a[1], (mode_t)call->a[2], words);
    return;
  case SYS_rt_sigaction:
    say_action (call, words);
    return;
  case SYS_rt_sigprocmask:
    SAY_IN (sizeof (sett_phrase), words, "%s", mask_change (call->a[0]));
    return;
  case SYS_kill:
    say_kill (call, words);
    return;
  case SYS_tkill:
  case SYS_tgkill:
    say_own_signal (call, words);
    return;
  case SYS_epoll_ctl:
    say_registration (call, words);
    return;
  case SYS_rt_sigpending:
    SAY_IN (sizeof (sett_phrase), words, "look which signals wait");
    return;
  case SYS_pause:
  case SYS_rt_sigsuspend:
  case SYS_rt_sigtimedwait:
    SAY_IN (sizeof (sett_phrase), words, "wait for a signal");
    return;
  }
  if ((size_t)call->number < count && phrases[call->number].words)
    say_phrase (call, words);
}

void sett_tell_call (const sett_call *call, sett_told_call *told) {
  ASIDE;
  told->since = (uint32_t)sett_tale_get ()->steps.count;
  told->about = sett_tale_locate (object_at ((int)call->a[0]));
  say_call (call, sett_tale_get ()->calling[world->current]);
}

/*------------------------------------------------------------------------*/
/* Results. */

static int is_transfer (const sett_call *call, const step *s) {
  switch (call->number) {
  case SYS_read:
  case SYS_pread64:
  case SYS_readv:
  case SYS_preadv:
  case SYS_write:
  case SYS_pwrite64:
  case SYS_writev:
  case SYS_pwritev:
    return 1;
  }
  return s->operation == SETT_DO_SEND_TO ||
         s->operation == SETT_DO_RECEIVE_FROM || s->operation == SETT_DO_SEND ||
         s->operation == SETT_DO_RECEIVE;
}

static int gives_number (const sett_call *call) {
  switch (call->number) {
  case SYS_open:
  case SYS_openat:
  case SYS_creat:
  case SYS_dup:
  case SYS_dup2:
  case SYS_dup3:
    return 1;
  default:
    return 0;
  }
}

/* The port that a call names. */
static void tell_port (const sett_call *call, int argument,
                       sett_address_info *l) {
  in_port_t port;
  const struct sockaddr *name = (const struct sockaddr *)call->a[argument];
  const sett_socket *s = socket_at ((int)call->a[0]);
  if (!s || !name || (s->family != AF_INET && s->family != AF_INET6))
    return;
  memcpy (&port, name->sa_data, sizeof port); /* of both families */
  l->kind = SETT_PLACE_COMMON;
  sett_os_model_name_port (s->type == SOCK_DGRAM, ntohs (port), l->name,
                           sizeof l->name);
}

/* To find nothing within a time limit. */
static int is_late (const sett_call *call, long result) {
  const sett_socket *s = socket_at ((int)call->a[0]);
  return result == -EAGAIN && s && (s->receive_limit || s->send_limit);
}

/* Which one it is, as far as only the call knows. */
static void tell_object (const sett_call *call, const sett_told_call *told,
                         step *s, long result) {
  switch (call->number) {
  case SYS_close:
    if (told->about.kind == SETT_PLACE_NONE)
      break;
    s->operation = SETT_DO_CLOSE;
    s->object = told->about;
    break;
  case SYS_socketpair:
  case SYS_pipe:
  case SYS_pipe2:
    if (result)
      break;
    s->operation = SETT_DO_OPEN_PAIR;
    s->object = sett_tale_locate (object_at (
        *(const int *)call->a[call->number == SYS_socketpair ? 3 : 0]));
    break;
  case SYS_epoll_create:
  case SYS_epoll_create1:
  case SYS_eventfd:
  case SYS_eventfd2:
  case SYS_timerfd_create:
    if (result < 0)
      break;
    s->operation = SETT_DO_OPEN_PAIR;
    s->object = sett_tale_locate (object_at (result));
    break;
  case SYS_bind:
    s->object = sett_tale_locate (object_at ((int)call->a[0]));
    if (result)
      tell_port (call, 1, &s->object);
    break;
  case SYS_accept:
  case SYS_accept4:
    s->second = sett_tale_locate (result >= 0 ? object_at (result) : NULL);
    break;
  }
  if (s->operation == SETT_DO_SEND_TO)
    s->object = told->about;
}

/* Events of other kinds in a call have words of their own. */
static void choose_words (const sett_call *call, step *s) {
  if (s->operation == SETT_DO_CLOSE || s->operation == SETT_DO_OPEN_PAIR)
    *s->words = 0;
  if ((s->operation == SETT_DO_TRANSFER || s->operation == SETT_DO_FILE) &&
      !*s->words)
    strncpy (s->call, sett_call_name (call->number), sizeof s->call - 1);
}

/* That a handler has run is told by its own steps. */
static int is_told (const step *s, int error) {
  return error == EINTR &&
         (s->operation == SETT_DO_READ || s->operation == SETT_DO_WRITE);
}

/* Where the bytes of a transfer begin, and how many lie there together. */
static const void *bytes_of (const sett_call *call, size_t *count) {
  const struct msghdr *message = (const struct msghdr *)call->a[1];
  const struct iovec *vector = (const struct iovec *)call->a[1];
  switch (call->number) {
  case SYS_sendmsg:
  case SYS_recvmsg:
    vector = message->msg_iovlen ? message->msg_iov : NULL;
    break;
  case SYS_readv:
  case SYS_writev:
    break;
  default:
    return (const void *)call->a[1];
  }
  if (vector && *count > vector->iov_len)
    *count = vector->iov_len;
  return vector ? vector->iov_base : NULL;
}

static void tell_payload (const sett_call *call, step *s) {
  size_t count = s->size < sizeof s->payload ? s->size : sizeof s->payload;
  const void *bytes = bytes_of (call, &count);
  if (!bytes || !count)
    return;
  memcpy (s->payload, bytes, count);
  s->payload_length = (uint8_t)count;
}

void sett_tell_result (const sett_call *call, const sett_told_call *told,
                       long result) {
  ASIDE;
  sett_narration *narration = sett_tale_get ();
  *narration->calling[world->current] = 0;
  step *s = sett_tale_last ();
  if (narration->steps.count == told->since || s->thread != world->current)
    return;
  const int error = result >= 0              ? 0
                    : is_late (call, result) ? ETIMEDOUT
                                             : (int)-result;
  if (error && !is_told (s, error))
    s->error = error;
  tell_object (call, told, s, result);
  choose_words (call, s);
  s->has_size = is_transfer (call, s) && result >= 0;
  s->size = (uint64_t)result;
  if (s->has_size)
    tell_payload (call, s);
  if (gives_number (call) && result >= 0 && *s->words) {
    s->has_value = 1;
    s->value = (uint64_t)result;
  }
}

/*------------------------------------------------------------------------*/
/* Waiting for descriptors. */

static const char *state_of (short has) {
  return has & POLLNVAL ? "is closed"
         : has & (POLLIN | POLLPRI) && has & POLLOUT
             ? "is readable and writable"
         : has & (POLLIN | POLLPRI) ? "is readable"
         : has & POLLOUT            ? "is writable"
                                    : "is broken";
}

static void add_wish (const sett_wish *w, const char *before,
                      sett_phrase words) {
  char name[MOST_NAME];
  const size_t length = strlen (words);
  if (w->model)
    sett_os_model_name (object_of (&w->was), name, sizeof name);
  else
    name_descriptor (w->number, name);
  SAY_IN (sizeof (sett_phrase) - length, words + length, "%s%s %s", before,
          name, state_of (w->has));
}

static size_t count_ready (const sett_question *q) {
  size_t count = 0;
  for (size_t i = 0; i < q->count; i++)
    count += q->wishes[i].has != 0;
  return count;
}

/* More than two are counted. */
void sett_tell_ready (const sett_question *q) {
  ASIDE;
  char *words = sett_tale_last ()->words;
  const size_t ready = count_ready (q);
  const int finished = q->limited && q->nanoseconds;
  if (sett_tale_last ()->operation != SETT_DO_POLL)
    return;
  SAY_IN (sizeof (sett_phrase), words, "wait for events:%s",
          ready      ? ""
          : finished ? " timed out"
                     : " nothing yet");
  if (ready > 2)
    SAY_IN (sizeof (sett_phrase), words,
            "wait for events: %zu of %zu are ready", ready, q->count);
  for (size_t i = 0, told = 0; ready <= 2 && i < q->count; i++)
    if (q->wishes[i].has)
      add_wish (&q->wishes[i], told++ ? ", " : " ", words);
}

/*------------------------------------------------------------------------*/
/* Datagrams. */

static int port_of (const sett_socket *s, const sett_socket_name *n) {
  in_port_t port;
  if (sett_socket_is_unix (s) || !n->length)
    return 0;
  memcpy (&port, ((const struct sockaddr *)n->bytes)->sa_data, sizeof port);
  return ntohs (port);
}

void sett_tell_target (const sett_socket *s, const sett_socket_name *to) {
  ASIDE;
  step *last = sett_tale_last ();
  char name[MOST_NAME];
  sett_os_model_name_address (s, to, name, sizeof name);
  SAY (last->words, "%s %s",
       last->operation == SETT_DO_CONNECT ? "connect to" : "send to", name);
  last->second = (sett_address_info){.kind = SETT_PLACE_COMMON};
  SAY (last->second.name, "%s", name);
  sett_tale_get ()->senders[port_of (s, &s->name)] =
      (uint8_t)(engine.process + 1);
}

void sett_tell_lost (void) {
  sett_tale_last ()->lost = 1;
}

void sett_tell_sender (const sett_socket *s, const sett_socket_name *from) {
  ASIDE;
  step *last = sett_tale_last ();
  char name[MOST_NAME];
  const int port = port_of (s, from);
  const unsigned sender = sett_tale_get ()->senders[port];
  if (!port)
    return;
  sett_os_model_name (&s->status, name, sizeof name);
  SAY (last->words, "receive on %s from %s%s%d", name,
       sender && engine.multi ? engine.shared->members[sender - 1].name
                              : "port",
       sender && engine.multi ? ":" : " ", port);
}
