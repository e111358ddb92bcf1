/* Calls by two threads, on things that they share: the results are those of one
   order of them (check).  All of them are one system call, or one operation of
   the C library that takes effect at once, and none waits.

   usage: calls: their names
          calls NAME,NAME... NAME,...: what one thread does, and the other one,
   by themselves, in all orders calls - NAME,NAME... NAME,...: at the same time
 */

#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/*------------------------------------------------------------------------*/
/* What they share. */

static int file, copy, again; /* two descriptors of one opening, and another */
static int pipes[2], stream[2], datagrams[2], event, watcher;
static int listener, udp, server, receiver;
static int fifo, fifos[2]; /* a FIFO's both ends; what each thread opened */
static struct sockaddr_in here, there;
static int semaphores, messages, memory;
static sem_t semaphore;
static mqd_t queue;
static char queue_name[40];

static int with_text (const char *name) {
  const int f = open (name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert (f >= 0 && write (f, "abcdefgh", 8) == 8);
  lseek (f, 0, SEEK_SET);
  return f;
}

static void bind_to (int s, struct sockaddr_in *name) {
  *name = (struct sockaddr_in){.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl (INADDR_LOOPBACK)};
  socklen_t size = sizeof *name;
  assert (!bind (s, (struct sockaddr *)name, size));
  assert (!getsockname (s, (struct sockaddr *)name, &size));
}

static void prepare_files (void) {
  file = with_text ("a");
  copy = dup (file);
  again = open ("a", O_RDWR);
  mkdir ("d", 0700);
  close (with_text ("d/x"));
  assert (!symlink ("a", "l"));
}

static void prepare_channels (void) {
  assert (!pipe2 (pipes, O_NONBLOCK) && write (pipes[1], "abc", 3) == 3);
  assert (!socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, stream));
  assert (write (stream[0], "xyz", 3) == 3);
  assert (!socketpair (AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, datagrams));
  assert (write (datagrams[0], "pq", 2) == 2);
  event = eventfd (2, EFD_NONBLOCK);
  watcher = epoll_create1 (0);
  listener = socket (AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  bind_to (listener, &here);
  udp = socket (AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  bind_to (udp, &there);
}

static int bound (int type, const char *name) {
  struct sockaddr_un u = {.sun_family = AF_UNIX};
  const int s = socket (AF_UNIX, type | SOCK_NONBLOCK, 0);
  strcpy (u.sun_path, name);
  assert (!bind (s, (struct sockaddr *)&u, sizeof u));
  return s;
}

/* Sockets that nobody has used yet, of each thread: to make one would be a call
   more. */
enum { TCP, UDP, STREAMS, DATAGRAMS, KINDS, SPARE = 2 };
static int spare[2][KINDS][SPARE], used[2][KINDS];
static __thread int who;

static void prepare_spare (void) {
  for (int *s = spare[0][0]; s < spare[2][0]; s++) {
    const long kind = (s - spare[0][0]) / SPARE % KINDS;
    *s = socket (kind < STREAMS ? AF_INET : AF_UNIX,
                 (kind % 2 ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK, 0);
  }
}

static int take_spare (int kind) {
  assert (used[who][kind] < SPARE);
  return spare[who][kind][used[who][kind]++];
}

/* Sockets whose names are those of files. */
static void prepare_named (void) {
  server = bound (SOCK_STREAM, "s");
  receiver = bound (SOCK_DGRAM, "./d/t");
  assert (!listen (server, 3) && !symlink ("d/../s", "sl"));
}

static void prepare_fifo (void) {
  assert (!mkfifo ("f", 0600));
  fifo = open ("f", O_RDWR | O_NONBLOCK);
  assert (fifo >= 0 && write (fifo, "F", 1) == 1);
  fifos[0] = fifos[1] = -1;
}

static void prepare_ipc (void) {
  semaphores = semget (IPC_PRIVATE, 1, 0600);
  messages = msgget (IPC_PRIVATE, 0600);
  memory = shmget (IPC_PRIVATE, 4096, 0600);
  sem_init (&semaphore, 0, 1);
  snprintf (queue_name, sizeof queue_name, "/sett-calls-%d", getpid ());
  queue = mq_open (queue_name, O_RDWR | O_CREAT | O_NONBLOCK, 0600,
                   &(struct mq_attr){.mq_maxmsg = 2, .mq_msgsize = 8});
}

static void prepare (void) {
  setpgid (0, 0);
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigaddset (&set, SIGUSR2);
  sigprocmask (SIG_BLOCK, &set, NULL);
  signal (SIGPIPE, SIG_IGN);
  umask (022);
  prepare_files ();
  prepare_channels ();
  prepare_named ();
  prepare_spare ();
  prepare_fifo ();
  prepare_ipc ();
}

static void clean (void) {
  semctl (semaphores, 0, IPC_RMID);
  msgctl (messages, IPC_RMID, NULL);
  shmctl (memory, IPC_RMID, NULL);
  mq_unlink (queue_name);
}

/*------------------------------------------------------------------------*/
/* Calls. */

static long size_of (int f) {
  struct stat s;
  return fstat (f, &s) ? -1 : s.st_size;
}

static long size_at (const char *name) {
  struct stat s;
  return stat (name, &s) ? -1 : s.st_size;
}

static long mode_at (const char *name) {
  struct stat s;
  return stat (name, &s) ? -1 : s.st_mode & 0777;
}

static long mode_of (int f) {
  struct stat s;
  return fstat (f, &s) ? -1 : s.st_mode & 0777;
}

static long links_of (int f) {
  struct stat s;
  return fstat (f, &s) ? -1 : (long)s.st_nlink;
}

static long time_of (int f) {
  struct stat s;
  return fstat (f, &s) ? -1 : s.st_mtime == 1000;
}

/* The first letter that is read counts, too. */
static long letter (long n, const char *text) {
  return n > 0 ? n * 1000 + text[0] : n;
}

static long read_from (int f, size_t n) {
  char text[16] = "";
  return letter (read (f, text, n), text);
}

static long read_at (int f, long at) {
  char text[16] = "";
  return letter (pread (f, text, 2, at), text);
}

static long receive (int s, int flags) {
  char text[16] = "";
  return letter (recv (s, text, 2, flags | MSG_DONTWAIT), text);
}

static long is_open (int f) {
  return f < 0 ? -1 : 0;
}

static long set_times (int f) {
  const struct timespec times[2] = {{1000, 0}, {1000, 0}};
  return futimens (f, times);
}

static long locked (int f, int command, int type, long from, long length) {
  struct flock l = {.l_type = (short)type, .l_start = from, .l_len = length};
  const int result = fcntl (f, command, &l);
  return result < 0 || command != F_OFD_GETLK ? result : l.l_type;
}

static long entries (const char *name) {
  char text[1024];
  const int f = open (name, O_RDONLY | O_DIRECTORY);
  long count = 0;
  if (f < 0)
    return f;
  for (long n; (n = syscall (SYS_getdents64, f, text, sizeof text)) > 0;)
    for (long at = 0; at < n; count++)
      at += ((struct dirent64 *)(text + at))->d_reclen;
  return count;
}

static long ready (int f, int wanted) {
  struct pollfd p = {f, (short)wanted, 0};
  const int n = poll (&p, 1, 0);
  return n < 0 ? n : p.revents;
}

static long ready_of (int set) {
  struct epoll_event e;
  const int n = epoll_wait (set, &e, 1, 0);
  return n > 0 ? (long)e.events : n;
}

static long watch (int how, int f, unsigned events) {
  struct epoll_event e = {.events = events};
  return epoll_ctl (watcher, how, f, &e);
}

static long unread (int f) {
  int bytes = -1;
  return ioctl (f, FIONREAD, &bytes) ? -1 : bytes;
}

static long connect_to (const struct sockaddr_in *name) {
  return connect (take_spare (TCP), (const struct sockaddr *)name,
                  sizeof *name);
}

static long bind_again (int type, const struct sockaddr_in *name) {
  return bind (take_spare (type == SOCK_DGRAM ? UDP : TCP),
               (const struct sockaddr *)name, sizeof *name);
}

static long send_to (const struct sockaddr_in *name) {
  return sendto (take_spare (UDP), "uv", 2, 0, (const struct sockaddr *)name,
                 sizeof *name);
}

typedef int call_by_name (int, const struct sockaddr *, socklen_t);

static long by_name (call_by_name *function, int type, const char *name) {
  struct sockaddr_un u = {.sun_family = AF_UNIX};
  const int s = take_spare (type == SOCK_DGRAM ? DATAGRAMS : STREAMS);
  strcpy (u.sun_path, name);
  return function (s, (struct sockaddr *)&u, sizeof u);
}

static long bind_name (const char *name) {
  return by_name (bind, SOCK_STREAM, name);
}

static long connect_name (const char *name) {
  return by_name (connect, SOCK_STREAM, name);
}

static int send_letter (int s, const struct sockaddr *name, socklen_t size) {
  return (int)sendto (s, "k", 1, 0, name, size);
}

static long send_name (const char *name) {
  return by_name (send_letter, SOCK_DGRAM, name);
}

static long kind_of (const char *name) {
  struct stat s;
  return stat (name, &s) ? -1 : (s.st_mode & S_IFMT) >> 12;
}

static long socket_error (int s) {
  int error = -1;
  socklen_t size = sizeof error;
  return getsockopt (s, SOL_SOCKET, SO_ERROR, &error, &size) ? -1 : error;
}

static long is_listening (int s) {
  int value = -1;
  socklen_t size = sizeof value;
  return getsockopt (s, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) ? -1 : value;
}

static long peek_pending (int signal_number) {
  sigset_t set;
  return sigpending (&set) ? -1 : sigismember (&set, signal_number);
}

static long take_signal (int signal_number) {
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, signal_number);
  siginfo_t info;
  const int got = sigtimedwait (&set, &info, &(struct timespec){0, 0});
  return got > 0 ? got * 100 + info.si_value.sival_int % 100 : got;
}

static long queue_signal (int signal_number, int value) {
  return sigqueue (getpid (), signal_number,
                   (union sigval){.sival_int = value});
}

static long handler_was (int signal_number, void (*handler) (int)) {
  struct sigaction old, new = {.sa_handler = handler};
  const int result = sigaction (signal_number, &new, &old);
  return result ? result : old.sa_handler == SIG_IGN;
}

static long handler_is (int signal_number) {
  struct sigaction old;
  const int result = sigaction (signal_number, NULL, &old);
  return result ? result : old.sa_handler == SIG_IGN;
}

static long operate (int by) {
  struct sembuf one = {0, (short)by, IPC_NOWAIT};
  return semop (semaphores, &one, 1);
}

static long send_message (long type) {
  struct {
    long type;
    char text[2];
  } m = {type, "m"};
  return msgsnd (messages, &m, 2, IPC_NOWAIT);
}

static long receive_message (long type) {
  struct {
    long type;
    char text[2];
  } m;
  const long n = msgrcv (messages, &m, 2, type, IPC_NOWAIT);
  return n < 0 ? n : m.type;
}

static long count_messages (void) {
  struct msqid_ds d;
  return msgctl (messages, IPC_STAT, &d) ? -1 : (long)d.msg_qnum;
}

static long value_of (sem_t *s) {
  int value = -1;
  sem_getvalue (s, &value);
  return value;
}

static long receive_queued (void) {
  char text[8] = "";
  unsigned priority = 0;
  const long n = mq_receive (queue, text, 8, &priority);
  return n < 0 ? n : (long)priority;
}

static long count_queued (void) {
  struct mq_attr a;
  return mq_getattr (queue, &a) ? -1 : a.mq_curmsgs;
}

static long attach (void) {
  return shmat (memory, NULL, 0) == (void *)-1 ? -1 : 0;
}

static long attached (void) {
  struct shmid_ds d;
  return shmctl (memory, IPC_STAT, &d) ? -1 : (long)d.shm_nattch;
}

static long limit_files (long n) {
  struct rlimit l;
  getrlimit (RLIMIT_NOFILE, &l);
  l.rlim_cur = (rlim_t)n;
  return setrlimit (RLIMIT_NOFILE, &l);
}

static long which (const char *name) {
  char text[64] = "";
  const long n = readlink (name, text, sizeof text - 1);
  return n < 0 ? n : n * 1000 + text[0];
}

static long here_is (void) {
  char path[4096];
  return getcwd (path, sizeof path) ? !strcmp (path + strlen (path) - 2, "/d")
                                    : -1;
}

static long open_fifo (const char *name, int how) {
  fifos[who] = open (name, how | O_NONBLOCK);
  return is_open (fifos[who]);
}

/* CALL (name, what it does) */
#include "calls.def"

/*------------------------------------------------------------------------*/

typedef struct call {
  const char *name;
  long (*function) (void);
} call;

#define CALL(NAME, CODE)                                                       \
  static long do_##NAME (void) {                                               \
    return (long)(CODE);                                                       \
  }
CALLS (CALL)
#undef CALL

static const call calls[] = {
#define CALL(NAME, CODE) {#NAME, do_##NAME},
    CALLS (CALL)};

enum { COUNT = sizeof calls / sizeof *calls };

/* What one thread does, one call after the other. */
enum { MOST = 4 };

typedef struct work {
  int count, calls[MOST], errors[MOST];
  long results[MOST];
} work;

static void perform (work *w, int i) {
  errno = 0;
  w->results[i] = calls[w->calls[i]].function ();
  w->errors[i] = w->results[i] < 0 ? errno : 0;
}

static work both[2];

static void *perform_all (void *argument) {
  work *w = argument;
  who = (int)(w - both);
  for (int i = 0; i < w->count; i++)
    perform (w, i);
  return argument;
}

static void together (void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, perform_all, &both[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
}

/* Results alone: a report keeps the end of long lines only. */
static void report (void) {
  for (const work *w = both; w < both + 2; w++)
    for (int i = 0; i < w->count; i++)
      fprintf (stderr, "%s%ld%s%s", i || w > both ? ", " : "", w->results[i],
               w->errors[i] ? " " : "",
               w->errors[i] ? strerrorname_np (w->errors[i]) : "");
  fprintf (stderr, "\n");
}

/* In a process and a folder of its own; a bit of `order` for each call says who
   does it. */
static void in_order (unsigned order) {
  if (!fork ()) {
    char folder[] = "calls-XXXXXX";
    assert (mkdtemp (folder) && !chdir (folder));
    alarm (2);
    prepare ();
    for (int done[2] = {0, 0};
         done[0] + done[1] < both[0].count + both[1].count; order >>= 1) {
      who = order & 1;
      perform (&both[who], done[who]++);
    }
    report ();
    clean ();
    _exit (0);
  }
  wait (NULL);
}

static void in_all_orders (void) {
  const int all = both[0].count + both[1].count;
  for (unsigned order = 0; order < 1u << all; order++)
    if (__builtin_popcount (order) == both[1].count)
      in_order (order);
}

static int find (const char *name) {
  for (int i = 0; i < COUNT; i++)
    if (!strcmp (calls[i].name, name))
      return i;
  fprintf (stderr, "no call '%s'\n", name);
  exit (2);
}

static work read_work (char *names) {
  work w = {0};
  for (char *name; (name = strsep (&names, ","));) {
    assert (w.count < MOST);
    w.calls[w.count++] = find (name);
  }
  return w;
}

int main (int count, char **words) {
  for (int i = 0; count < 2 && i < COUNT; i++)
    puts (calls[i].name);
  if (count < 2)
    return 0;
  const int at_once = !strcmp (words[1], "-");
  assert (count == 3 + at_once);
  for (int i = 0; i < 2; i++)
    both[i] = read_work (words[1 + at_once + i]);
  if (!at_once) {
    in_all_orders ();
    return 0;
  }
  prepare ();
  together ();
  report ();
  clean ();
}
