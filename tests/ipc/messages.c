/* Messages of System V, by type.
   expect: verified
   outputs: two one; one
   search: dpor
   stateful */
#include "shared.h"
#include <sys/msg.h>
typedef struct message {
  long type;
  char text[8];
} message;
static int q;
static void produce (void) {
  const message one = {1, "one"}, two = {2, "two"};
  assert (msgsnd (q, &one, 4, 0) == 0);
  assert (msgsnd (q, &two, 4, 0) == 0);
}
int main (void) {
  message m;
  q = msgget (IPC_PRIVATE, IPC_CREAT | 0600);
  assert (q >= 0);
  const pid_t child = start (produce);
  if (msgrcv (q, &m, 8, 2, IPC_NOWAIT) == 4)
    printf ("%s ", m.text);
  else
    assert (errno == ENOMSG);
  assert (msgrcv (q, &m, 2, -1, 0) == -1 && errno == E2BIG);
  assert (msgrcv (q, &m, 8, -1, 0) == 4 && m.type == 1);
  puts (m.text);
  await (child);
  assert (msgctl (q, IPC_RMID, NULL) == 0);
  assert (msgsnd (q, &m, 4, 0) == -1 && errno == EINVAL);
  return 0;
}
