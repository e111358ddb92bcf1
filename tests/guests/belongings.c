/* What the user has on the machine besides files and processes: shared memory,
   queues, semaphores, servers.  belongings keep NUMBER makes one of each, says
   which port its server has, and for every line that it reads what has become
   of them; it removes them at the end.  belongings NUMBER PORT WAY [only] tries
   to harm one; behind it stands a deadlock, without "only". */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../lib/lock_both.h"

static key_t key;
static int port;
static char name[64], file[64];

struct letter {
  long type;
  char text[8];
};

/*------------------------------------------------------------------------*/
/* Sockets. */

enum { SERVERS = 5 };

static socklen_t address_of (int which, struct sockaddr_storage *to) {
  struct sockaddr_in *internet = (struct sockaddr_in *)to;
  struct sockaddr_un *local = (struct sockaddr_un *)to;
  memset (to, 0, sizeof *to);
  if (which < 2) {
    internet->sin_family = AF_INET;
    internet->sin_port = htons ((uint16_t)port);
    internet->sin_addr.s_addr = htonl (INADDR_LOOPBACK);
    return sizeof *internet;
  }
  local->sun_family = AF_UNIX;
  if (which < 4) {
    snprintf (local->sun_path, sizeof local->sun_path, "socket%d", which);
    return sizeof *local;
  }
  strcpy (local->sun_path + 1, name); /* without a file */
  return (socklen_t)(offsetof (struct sockaddr_un, sun_path) + 1 +
                     strlen (name));
}

/* Streams and datagrams by turns. */
static int open_socket (int which) {
  return socket (which < 2 ? AF_INET : AF_UNIX,
                 which % 2 ? SOCK_DGRAM : SOCK_STREAM, 0);
}

static int serve (int which) {
  struct sockaddr_storage address;
  const int number = open_socket (which);
  socklen_t length = address_of (which, &address);
  if (bind (number, (struct sockaddr *)&address, length))
    perror ("bind");
  if (which == 0 && !getsockname (number, (struct sockaddr *)&address, &length))
    port = ntohs (((struct sockaddr_in *)&address)->sin_port);
  if (which % 2 == 0)
    listen (number, 100);
  return number;
}

static void call_server (int which) {
  struct sockaddr_storage address;
  const int number = open_socket (which);
  const socklen_t length = address_of (which, &address);
  if (!connect (number, (struct sockaddr *)&address, length) &&
      write (number, "harm", 4) < 0)
    perror ("write");
}

static int count_callers (int number) {
  struct pollfd wanted = {number, POLLIN, 0};
  char bytes[64];
  int count = 0;
  while (poll (&wanted, 1, 0) == 1) {
    const int caller = accept (number, NULL, NULL);
    if (caller < 0 && read (number, bytes, sizeof bytes) < 0)
      break;
    if (caller >= 0)
      close (caller);
    count++;
  }
  return count;
}

/*------------------------------------------------------------------------*/
/* Keeping them. */

static void make (void) {
  const struct letter letter = {1, "mine"};
  char *memory = shmat (shmget (key, 4096, IPC_CREAT | 0600), NULL, 0);
  strcpy (memory, "mine");
  shmdt (memory);
  msgsnd (msgget (key, IPC_CREAT | 0600), &letter, sizeof letter.text, 0);
  semctl (semget (key, 1, IPC_CREAT | 0600), 0, SETVAL, 3);
  const int number = shm_open (name, O_CREAT | O_RDWR, 0600);
  if (write (number, "mine", 5) < 0)
    perror ("shm_open");
  sem_close (sem_open (name, O_CREAT, 0600, 5));
  const mqd_t queue = mq_open (name, O_CREAT | O_RDWR, 0600, NULL);
  mq_send (queue, "mine", 4, 0);
  mq_close (queue);
  close (number);
}

static void show (const int servers[SERVERS]) {
  struct msqid_ds queue = {0};
  struct mq_attr attributes = {0};
  char text[8] = "none";
  int value = -1, callers = 0;
  const char *memory = shmat (shmget (key, 0, 0), NULL, SHM_RDONLY);
  const int none = memory == (void *)-1;
  printf ("%s ", none ? "none" : memory);
  msgctl (msgget (key, 0), IPC_STAT, &queue);
  const int number = shm_open (name, O_RDONLY, 0);
  sem_t *semaphore = sem_open (name, 0);
  if (number >= 0 && read (number, text, 5) < 0)
    perror ("read");
  if (semaphore != SEM_FAILED) {
    sem_getvalue (semaphore, &value);
    sem_close (semaphore);
  }
  const mqd_t letters = mq_open (name, O_RDONLY);
  mq_getattr (letters, &attributes);
  mq_close (letters);
  for (int i = 0; i < SERVERS; i++)
    callers += count_callers (servers[i]);
  printf ("%lu %d %s %d %ld %d\n", queue.msg_qnum,
          semctl (semget (key, 0, 0), 0, GETVAL), text, value,
          attributes.mq_curmsgs, callers);
  if (!none)
    shmdt (memory);
  close (number);
  fflush (stdout);
}

static void clear (void) {
  shmctl (shmget (key, 0, 0), IPC_RMID, NULL);
  msgctl (msgget (key, 0), IPC_RMID, NULL);
  semctl (semget (key, 0, 0), 0, IPC_RMID);
  shm_unlink (name);
  sem_unlink (name);
  mq_unlink (name);
}

static void keep (void) {
  int servers[SERVERS];
  char line[16];
  for (int i = 0; i < SERVERS; i++)
    servers[i] = serve (i);
  make ();
  printf ("%d\n", port);
  fflush (stdout);
  while (fgets (line, sizeof line, stdin)) {
    show (servers);
    clear ();
    make ();
  }
  clear ();
}

/*------------------------------------------------------------------------*/
/* Ways. */

static void memory (void) {
  const int number = shmget (key, 4096, 0600);
  char *at = shmat (number, NULL, 0);
  if (at != (void *)-1)
    strcpy (at, "bad");
  shmctl (number, IPC_RMID, NULL);
}

static void queue (void) {
  struct letter letter;
  msgrcv (msgget (key, 0600), &letter, sizeof letter.text, 0, IPC_NOWAIT);
}

static void semaphores (void) {
  struct sembuf take = {0, -1, IPC_NOWAIT};
  semop (semget (key, 1, 0600), &take, 1);
}

/* As the kernel numbers them. */
static void all_numbers (void) {
  for (int i = 0; i < 64; i++)
    for (int turn = 0; turn < 4; turn++) {
      shmctl (turn << 15 | i, IPC_RMID, NULL);
      msgctl (turn << 15 | i, IPC_RMID, NULL);
      semctl (turn << 15 | i, 0, IPC_RMID);
    }
}

static void named_memory (void) {
  const int number = shm_open (name, O_RDWR, 0);
  if (!ftruncate (number, 0))
    shm_unlink (name);
}

static void named_memory_file (void) {
  const int number = open (file, O_RDWR | O_TRUNC);
  if (number >= 0)
    unlink (file);
}

static void named_semaphore (void) {
  sem_t *semaphore = sem_open (name, 0);
  if (semaphore != SEM_FAILED)
    sem_trywait (semaphore);
  sem_unlink (name);
}

static void named_queue (void) {
  static char text[1 << 14];
  mq_receive (mq_open (name, O_RDWR | O_NONBLOCK), text, sizeof text, NULL);
}

static void stream (void) {
  call_server (0);
}

static void datagram (void) {
  call_server (1);
}

static void local_stream (void) {
  call_server (2);
}

static void local_datagram (void) {
  call_server (3);
}

static void local_abstract (void) {
  call_server (4);
}

#define WAY(NAME)                                                              \
  { #NAME, NAME }
static const struct {
  const char *name;
  void (*act) (void);
} ways[] = {WAY (memory),          WAY (queue),        WAY (semaphores),
            WAY (all_numbers),     WAY (named_memory), WAY (named_memory_file),
            WAY (named_semaphore), WAY (named_queue),  WAY (stream),
            WAY (datagram),        WAY (local_stream), WAY (local_datagram),
            WAY (local_abstract)};
enum { WAYS = sizeof ways / sizeof *ways };

int main (int count, char **words) {
  if (count == 1)
    for (int i = 0; i < WAYS; i++)
      puts (ways[i].name);
  if (count < 3)
    return count != 1;
  const int keeps = !strcmp (words[1], "keep");
  key = 0x5e770000 + atoi (words[1 + keeps]) % 65536;
  snprintf (name, sizeof name, "/sett-test-%s", words[1 + keeps]);
  snprintf (file, sizeof file, "/dev/shm%s", name);
  if (keeps) {
    keep ();
    return 0;
  }
  port = atoi (words[2]);
  for (int i = 0; i < WAYS && count > 3; i++)
    if (!strcmp (words[3], ways[i].name)) {
      ways[i].act ();
      if (count < 5)
        lock_both ();
    }
  return 0;
}
