/* expect: verified
   expect: deadlock
   options: -DDISABLED
   expect: deadlock
   options: -DNO_POINT
   native: no

   A thread is cancelled before or while it waits in a call, whichever it is:
   each is a cancellation point.  But not for a thread that has switched that
   off; and to wait for flock, or a System V semaphore, is none. */

#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sett.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CALLS = 29, FIRST_FOR_CHILD = 7, LAST_FOR_CHILD = 10, PARTS = 200000 };

static int ends[2], unused[2], stream[2], listener, locked, own;
static pid_t child;
static sem_t never;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char name[] = "/tmp/cancel-XXXXXX", many[PARTS];

static void unlock (void *none) {
  (void)none;
  pthread_mutex_unlock (&lock);
}

static void wait_for_condition (void) {
  pthread_mutex_lock (&lock);
  pthread_cleanup_push (unlock, NULL);
  for (;;)
    pthread_cond_wait (&changed, &lock);
  pthread_cleanup_pop (1);
}

static void wait_for_message (int system_v) {
  char text[16];
  struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = 8};
  if (system_v)
    msgrcv (msgget (IPC_PRIVATE, 0600), text, 8, 0, 0);
  else
    mq_receive (mq_open ("/cancel", O_RDWR | O_CREAT, 0600, &small), text, 8,
                NULL);
}

static void wait_for_signal (int how) {
  sigset_t none, usual;
  int signal;
  sigemptyset (&none);
  sigemptyset (&usual);
  sigaddset (&usual, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &usual, NULL);
  switch (how) {
  case 0:
    pause ();
    break;
  case 1:
    sigsuspend (&none);
    break;
  case 2:
    sigwait (&usual, &signal);
    break;
  default:
    sigwaitinfo (&usual, NULL);
  }
}

static void wait_for_input (int how) {
  char byte;
  struct iovec part = {&byte, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  struct mmsghdr messages = {.msg_hdr = message};
  struct pollfd wish = {ends[0], POLLIN, 0};
  struct epoll_event event = {.events = EPOLLIN};
  const int events = epoll_create1 (0);
  const int counter = eventfd (0, 0),
            timer = timerfd_create (CLOCK_REALTIME, 0);
  uint64_t number;
  fd_set set;
  epoll_ctl (events, EPOLL_CTL_ADD, ends[0], &event);
  FD_ZERO (&set);
  FD_SET (ends[0], &set);
  ssize_t got = 0;
  switch (how) {
  case 0:
    got = read (ends[0], &byte, 1);
    break;
  case 1:
    got = readv (ends[0], &part, 1);
    break;
  case 2:
    got = preadv2 (ends[0], &part, 1, -1, 0);
    break;
  case 3:
    got = poll (&wish, 1, -1);
    break;
  case 4:
    got = select (ends[0] + 1, &set, NULL, NULL, NULL);
    break;
  case 5:
    got = epoll_wait (events, &event, 1, -1);
    break;
  case 6:
    got = read (counter, &number, sizeof number);
    break;
  case 7:
    got = read (timer, &number, sizeof number);
    break;
  case 8:
    got = recv (stream[0], &byte, 1, 0);
    break;
  case 9:
    got = recvmsg (stream[0], &message, 0);
    break;
  case 10:
    got = recvmmsg (stream[0], &messages, 1, 0, NULL);
    break;
  case 11:
    got = recvfrom (unused[0], &byte, 1, 0, NULL, NULL);
    break;
  case 12:
    got = accept (listener, NULL, NULL);
    break;
  default:
    got = accept4 (listener, NULL, NULL, 0);
  }
  (void)got;
}

static void call (int which) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  siginfo_t info;
  ssize_t got = 0;
  switch (which) {
  case 0:
    wait_for_condition ();
    break;
  case 1:
  case 2:
    wait_for_message (which == 1);
    break;
  case 3:
    got = write (ends[1], many, PARTS);
    break;
  case 4:
    got = send (stream[0], many, PARTS, 0);
    got = send (stream[0], many, PARTS, 0);
    break;
  case 5:
    fcntl (own, F_OFD_SETLKW, &whole);
    break;
  case 6:
    sem_wait (&never);
    break;
  case FIRST_FOR_CHILD:
    waitpid (child, NULL, 0);
    break;
  case 8:
    wait (NULL);
    break;
  case 9:
    waitid (P_PID, (id_t)child, &info, WEXITED);
    break;
  case LAST_FOR_CHILD:
    wait4 (child, NULL, 0, NULL);
    break;
  case 11:
  case 12:
  case 13:
  case 14:
    wait_for_signal (which - 11);
    break;
  default:
    wait_for_input (which - 15);
  }
  (void)got;
}

static void *run (void *which) {
#ifdef DISABLED
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, NULL);
#endif
#ifdef NO_POINT
  struct sembuf take = {0, -1, 0};
  if (*(int *)which)
    flock (own, LOCK_EX);
  else
    semop (semget (IPC_PRIVATE, 1, 0600), &take, 1);
#else
  call (*(int *)which);
#endif
  return NULL;
}

static void prepare (void) {
  struct sockaddr_in at = {.sin_family = AF_INET};
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert (!pipe (ends) && !sem_init (&never, 0, 0));
  assert (!socketpair (AF_UNIX, SOCK_DGRAM, 0, unused));
  assert (!socketpair (AF_UNIX, SOCK_STREAM, 0, stream));
  listener = socket (AF_INET, SOCK_STREAM, 0);
  assert (!bind (listener, (struct sockaddr *)&at, sizeof at));
  assert (!listen (listener, 1));
  locked = mkstemp (name);
  own = open (name, O_RDWR);
  unlink (name);
  assert (!fcntl (locked, F_OFD_SETLK, &whole) && !flock (locked, LOCK_EX));
}

static void have_child (void) {
  char byte;
  assert (!pipe (ends));
  child = fork ();
  if (child)
    return;
  close (ends[1]);
  _exit (read (ends[0], &byte, 1) != 0);
}

int main (void) {
  pthread_t thread;
  void *result;
#ifdef NO_POINT
  int which = (int)sett_choose (2);
  prepare ();
#else
  int which = (int)sett_choose (CALLS);
  if (which < FIRST_FOR_CHILD || which > LAST_FOR_CHILD)
    prepare ();
  else
    have_child ();
#endif
  pthread_create (&thread, NULL, run, &which);
  pthread_cancel (thread);
  pthread_join (thread, &result);
  assert (result == PTHREAD_CANCELED);
  close (ends[1]);
  if (child)
    assert (waitpid (child, NULL, 0) == child);
  return 0;
}
