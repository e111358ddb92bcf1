/* A call by a descriptor that another thread closes: whoever comes first, each
   of them is tried (check).

   usage: closing KIND [CALL]: at the same time; any call if none is given
          closing KIND -: each call before, and after, by itself
          closing: kinds */

#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>

static int fd, other, watcher, rival;
static char buffer[64];
static struct stat status;
static struct statfs system_status;
static struct termios terminal;
static struct iovec part = {buffer, 3};
static struct flock whole = {.l_type = F_WRLCK};
static struct epoll_event event = {.events = EPOLLIN};
static struct itimerspec timer;

/*------------------------------------------------------------------------*/
/* Calls. */

static long polled (void) {
  struct pollfd p = {fd, POLLIN | POLLOUT, 0};
  const int ready = poll (&p, 1, 0);
  return ready < 0 ? ready : 100 + p.revents;
}

static long selected (void) {
  struct timeval none = {0, 0};
  fd_set set;
  FD_ZERO (&set);
  FD_SET (fd, &set);
  return select (fd + 1, NULL, &set, NULL, &none);
}

static long mapped (void) {
  void *at = mmap (NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
  return at == MAP_FAILED ? -1 : 0;
}

/* Which number it is depends on what else is open. */
static long without_number (int copy) {
  return copy < 0 ? -1 : 0;
}

static long unread (void) {
  int bytes = -1;
  const int result = ioctl (fd, FIONREAD, &bytes);
  return result < 0 ? result : 100 + bytes;
}

static long named (void) {
  struct sockaddr_storage name;
  socklen_t size = sizeof name;
  return getsockname (fd, (struct sockaddr *)&name, &size);
}

static long option (void) {
  int value;
  socklen_t size = sizeof value;
  return getsockopt (fd, SOL_SOCKET, SO_TYPE, &value, &size);
}

static long option_set (void) {
  const int value = 1;
  return setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &value, sizeof value);
}

static long watched (void) {
  return epoll_ctl (watcher, EPOLL_CTL_ADD, fd, &event);
}

static long is_append (void) {
  const int flags = fcntl (fd, F_GETFL);
  return flags < 0 ? flags : flags & O_APPEND;
}

#define CALLS(ROW)                                                             \
  ROW (read, read (fd, buffer, 8))                                             \
  ROW (write, write (fd, "abcdefgh", 8))                                       \
  ROW (pread, pread (fd, buffer, 3, 0))                                        \
  ROW (pwrite, pwrite (fd, "abc", 3, 0))                                       \
  ROW (readv, readv (fd, &part, 1))                                            \
  ROW (writev, writev (fd, &part, 1))                                          \
  ROW (lseek, lseek (fd, 1, SEEK_SET))                                         \
  ROW (fstat, fstat (fd, &status))                                             \
  ROW (fstatfs, fstatfs (fd, &system_status))                                  \
  ROW (fsync, fsync (fd))                                                      \
  ROW (fdatasync, fdatasync (fd))                                              \
  ROW (syncfs, syncfs (fd))                                                    \
  ROW (sync_file_range, sync_file_range (fd, 0, 0, 0))                         \
  ROW (ftruncate, ftruncate (fd, 5))                                           \
  ROW (fallocate, fallocate (fd, 0, 0, 8))                                     \
  ROW (fadvise, posix_fadvise (fd, 0, 0, 0))                                   \
  ROW (readahead, readahead (fd, 0, 8))                                        \
  ROW (fchmod, fchmod (fd, 0700))                                              \
  ROW (fchown, fchown (fd, -1, -1))                                            \
  ROW (futimens, futimens (fd, NULL))                                          \
  ROW (fgetxattr, fgetxattr (fd, "user.a", buffer, 8))                         \
  ROW (fchdir, fchdir (fd))                                                    \
  ROW (openat, without_number (openat (fd, "other.tmp", O_RDONLY)))            \
  ROW (flock, flock (fd, LOCK_EX | LOCK_NB))                                   \
  ROW (flock_shared, flock (fd, LOCK_SH))                                      \
  ROW (flock_unlock, flock (fd, LOCK_UN))                                      \
  ROW (lockf, lockf (fd, F_TLOCK, 0))                                          \
  ROW (getlk, fcntl (fd, F_GETLK, &whole))                                     \
  ROW (ofd_setlk, fcntl (fd, F_OFD_SETLK, &whole))                             \
  ROW (getfd, fcntl (fd, F_GETFD))                                             \
  ROW (setfd, fcntl (fd, F_SETFD, FD_CLOEXEC))                                 \
  ROW (getfl, is_append ())                                                    \
  ROW (setfl, fcntl (fd, F_SETFL, O_NONBLOCK))                                 \
  ROW (dupfd, without_number (fcntl (fd, F_DUPFD, 60)))                        \
  ROW (dup, without_number (dup (fd)))                                         \
  ROW (dup2, without_number (dup2 (fd, 50)))                                   \
  ROW (close, close (fd))                                                      \
  ROW (close_range, close_range (fd, fd, 0))                                   \
  ROW (close_range_exec, close_range (fd, fd, 4))                              \
  ROW (poll, polled ())                                                        \
  ROW (select, selected ())                                                    \
  ROW (epoll_ctl, watched ())                                                  \
  ROW (epoll_wait, epoll_wait (fd, &event, 1, 0))                              \
  ROW (mmap, mapped ())                                                        \
  ROW (unread, unread ())                                                      \
  ROW (isatty, isatty (fd))                                                    \
  ROW (tcgetattr, tcgetattr (fd, &terminal))                                   \
  ROW (getsockname, named ())                                                  \
  ROW (getsockopt, option ())                                                  \
  ROW (setsockopt, option_set ())                                              \
  ROW (shutdown, shutdown (fd, SHUT_RD))                                       \
  ROW (listen, listen (fd, 1))                                                 \
  ROW (send, send (fd, "abc", 3, MSG_NOSIGNAL))                                \
  ROW (recv, recv (fd, buffer, 3, MSG_DONTWAIT))                               \
  ROW (fdopen, fdopen (fd, "r") ? 0 : -1)                                      \
  ROW (fdopendir, fdopendir (fd) ? 0 : -1)                                     \
  ROW (sendfile, sendfile (other, fd, NULL, 3))                                \
  ROW (copy_file_range, copy_file_range (fd, NULL, other, NULL, 3, 0))         \
  ROW (timerfd_gettime, timerfd_gettime (fd, &timer))                          \
  ROW (timerfd_settime, timerfd_settime (fd, 0, &timer, NULL))                 \
  ROW (pipe_size, fcntl (fd, F_GETPIPE_SZ))                                    \
  ROW (ttyname, ttyname (fd) ? 0 : -1)

#define DEFINE(NAME, CODE)                                                     \
  static long call_##NAME (void) {                                             \
    return (long)(CODE);                                                       \
  }
CALLS (DEFINE)

static const struct {
  const char *name;
  long (*call) (void);
} calls[] = {
#define NAMED(NAME, CODE) {#NAME, call_##NAME},
    CALLS (NAMED)
#undef NAMED
};

enum { CALL_COUNT = sizeof calls / sizeof *calls };

/*------------------------------------------------------------------------*/
/* What is closed. */

static int with_text (int file) {
  assert (write (file, "abcdefgh", 8) == 8);
  lseek (file, 0, SEEK_SET);
  return file;
}

static int end_of_pipe (int end) {
  int ends[2];
  assert (!pipe (ends));
  if (!end)
    assert (write (ends[1], "abcdefgh", 8) == 8);
  return ends[end];
}

static int end_of_pair (void) {
  int ends[2];
  assert (!socketpair (AF_UNIX, SOCK_STREAM, 0, ends));
  assert (write (ends[1], "abcdefgh", 8) == 8);
  return ends[0];
}

#define KINDS(ROW)                                                             \
  ROW (file,                                                                   \
       with_text (open ("closing.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600)))     \
  ROW (folder, open (".", O_RDONLY | O_DIRECTORY))                             \
  ROW (null, open ("/dev/null", O_RDWR))                                       \
  ROW (zero, open ("/dev/zero", O_RDWR))                                       \
  ROW (pipe, end_of_pipe (0))                                                  \
  ROW (pipe_out, end_of_pipe (1))                                              \
  ROW (pair, end_of_pair ())                                                   \
  ROW (tcp, socket (AF_INET, SOCK_STREAM, 0))                                  \
  ROW (udp, socket (AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0))                   \
  ROW (event, eventfd (3, 0))                                                  \
  ROW (epoll, epoll_create1 (0))                                               \
  ROW (timer, timerfd_create (CLOCK_MONOTONIC, TFD_NONBLOCK))                  \
  ROW (memory, with_text (memfd_create ("x", 0)))                              \
  ROW (output, dup (1))

#define OPEN(NAME, CODE)                                                       \
  if (!strcmp (kind, #NAME))                                                   \
    return CODE;

static int opened (const char *kind) {
  KINDS (OPEN)
  return -1;
}

/*------------------------------------------------------------------------*/

static int wanted;
static long result;
static int fault;

static void *use_it (void *unused) {
  errno = 0;
  result = calls[wanted].call ();
  fault = result < 0 || strcmp (calls[wanted].name, "isatty") == 0 ? errno : 0;
  return unused;
}

static int made; /* what is to be copied there */

static void *change_it (void *unused) {
  if (made)
    dup2 (made, fd);
  else
    close (fd);
  return unused;
}

static void both (void *(*first) (void *), void *(*second) (void *)) {
  first (NULL);
  second (NULL);
}

static void together (void) {
  pthread_t user, closer;
  pthread_create (&user, NULL, use_it, NULL);
  pthread_create (&closer, NULL, change_it, NULL);
  pthread_join (user, NULL);
  pthread_join (closer, NULL);
}

static void begin (const char *how, const char *kind) {
  other = open ("other.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
  watcher = epoll_create1 (0);
  signal (SIGPIPE, SIG_IGN);
  fd = opened (kind);
  assert (fd > 0);
  rival = strcmp (kind, "file") ? -1 : open ("closing.tmp", O_RDWR);
  flock (rival, LOCK_SH); /* it is known as one that locks */
  flock (rival, LOCK_UN);
  if (!strcmp (how, "makes")) {
    made = fd;
    fd = 40;
  }
}

/* Can others lock the file afterwards? */
static int is_free (void) {
  if (!strcmp (calls[wanted].name, "ofd_setlk"))
    return !fcntl (rival, F_OFD_SETLK, &whole);
  return !flock (rival, LOCK_EX | LOCK_NB);
}

static void report (void) {
  fprintf (stderr, "%s %ld %s %s\n", calls[wanted].name, result,
           fault ? strerrorname_np (fault) : "-",
           rival < 0    ? ""
           : is_free () ? "free"
                        : "locked");
}

/* It would change a device of the machine. */
static int is_harmful (const char *kind, const char *call) {
  return (!strcmp (kind, "null") || !strcmp (kind, "zero")) &&
         (!strcmp (call, "fchmod") || !strcmp (call, "fchown") ||
          !strcmp (call, "futimens"));
}

/* Each in a process of its own, which may wait for ever. */
static void in_order (const char *how, const char *kind, int changed_first) {
  if (!fork ()) {
    alarm (1);
    begin (how, kind);
    if (changed_first)
      both (change_it, use_it);
    else
      both (use_it, change_it);
    report ();
    _exit (0);
  }
  wait (NULL);
}

int main (int count, char **words) {
  if (count < 2) {
#define PRINT(NAME, CODE) puts (#NAME);
    KINDS (PRINT)
    return 0;
  }
  if (count == 3) {
    for (wanted = 0; wanted < CALL_COUNT; wanted++)
      for (int i = 0; i < 2 && !is_harmful (words[2], calls[wanted].name); i++)
        in_order (words[1], words[2], i);
    return 0;
  }
  while (wanted < CALL_COUNT && strcmp (calls[wanted].name, words[3]))
    wanted++;
  assert (wanted < CALL_COUNT);
  begin (words[1], words[2]);
  together ();
  report ();
}
