/* What the random programs (generate.awk) have in common. */
#include "shared.h"
#include <limits.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/syscall.h>

#define UNUSED __attribute__ ((unused))

static struct {
  pthread_mutex_t m[2], robust;
  pthread_cond_t c;
  pthread_rwlock_t l;
  pthread_barrier_t b;
  sem_t sem[2];
  atomic_int atomic[2];
  _Atomic unsigned word;
  int plain[2], racy[2], guarded, flag;
  int seen[3][16], count[3];
} * s;

static int me;
static sem_t *named;
static mqd_t queue;
static int set, messages;

static void see (int value) {
  s->seen[me][s->count[me]++] = value;
}

static void prepare (int processes) {
  pthread_rwlockattr_t l;
  pthread_barrierattr_t b;
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 4};
  char name[32];
  snprintf (name, sizeof name, "/sett-random-%d", (int)getpid ());
  s = share (sizeof *s);
  share_mutex (&s->m[0], 0);
  share_mutex (&s->m[1], 0);
  share_mutex (&s->robust, 1);
  share_condition (&s->c);
  pthread_rwlockattr_init (&l);
  pthread_rwlockattr_setpshared (&l, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init (&s->l, &l);
  pthread_barrierattr_init (&b);
  pthread_barrierattr_setpshared (&b, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init (&s->b, &b, (unsigned)processes);
  sem_init (&s->sem[0], 1, 0);
  sem_init (&s->sem[1], 1, 1);
  named = sem_open (name, O_CREAT | O_EXCL, 0600, 0);
  sem_unlink (name);
  queue =
      mq_open (name, O_CREAT | O_EXCL | O_RDWR | O_NONBLOCK, 0600, &attributes);
  mq_unlink (name);
  set = semget (IPC_PRIVATE, 2, 0600);
  messages = msgget (IPC_PRIVATE, 0600);
}

UNUSED static void receive (void) {
  char text[4];
  unsigned urgency;
  see (mq_receive (queue, text, sizeof text, &urgency) == 1
           ? (text[0] - '0') * 10 + (int)urgency
           : 99);
}

UNUSED static int operate (int which, int by, int flags) {
  struct sembuf operation = {(unsigned short)which, (short)by, (short)flags};
  return semop (set, &operation, 1);
}

UNUSED static void put (long type) {
  const struct {
    long type;
    char text[4];
  } m = {type, "abc"};
  see (msgsnd (messages, &m, 4, IPC_NOWAIT) ? 9 : 8);
}

UNUSED static void get (long type) {
  struct {
    long type;
    char text[4];
  } m;
  see (msgrcv (messages, &m, 4, type, IPC_NOWAIT) == 4 ? (int)m.type : 0);
}

UNUSED static void wake (void) {
  s->word = 1;
  syscall (SYS_futex, &s->word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

UNUSED static void doze (void) {
  while (!s->word)
    syscall (SYS_futex, &s->word, FUTEX_WAIT, 0, NULL, NULL, 0);
}

static void report (void) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < s->count[i]; k++)
      printf ("%d,", s->seen[i][k]);
    printf ("/");
  }
  printf ("%d %d %d %d %d %d\n", s->plain[0], s->plain[1], s->racy[0],
          s->racy[1], s->guarded, semctl (set, 0, GETVAL));
  semctl (set, 0, IPC_RMID);
  msgctl (messages, IPC_RMID, NULL);
}
