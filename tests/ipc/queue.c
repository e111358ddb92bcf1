/* A message queue of POSIX: what is more urgent comes first, as far as it is
   there already.
   expect: verified
   outputs: a1 b2; b2 a1
   stateful */
#include "shared.h"
#include <mqueue.h>
static const char *name = "/sett-test-queue";
static void produce (void) {
  const mqd_t q = mq_open (name, O_WRONLY);
  assert (q != -1);
  assert (mq_send (q, "a", 1, 1) == 0);
  assert (mq_send (q, "b", 1, 2) == 0);
}
int main (void) {
  char text[2][8];
  unsigned urgency[2];
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 4};
  const mqd_t q = mq_open (name, O_CREAT | O_EXCL | O_RDWR, 0600, &attributes);
  assert (q != -1);
  const pid_t child = start (produce);
  for (int i = 0; i < 2; i++)
    assert (mq_receive (q, text[i], sizeof text[i], &urgency[i]) == 1);
  await (child);
  printf ("%c%u %c%u\n", text[0][0], urgency[0], text[1][0], urgency[1]);
  assert (mq_receive (q, text[0], 2, NULL) == -1 && errno == EMSGSIZE);
  assert (mq_send (q, "12345", 5, 0) == -1 && errno == EMSGSIZE);
  assert (mq_getattr (q, &attributes) == 0 && attributes.mq_curmsgs == 0);
  attributes.mq_flags = O_NONBLOCK;
  assert (mq_setattr (q, &attributes, NULL) == 0);
  assert (mq_receive (q, text[0], 8, NULL) == -1 && errno == EAGAIN);
  assert (mq_close (q) == 0 && mq_unlink (name) == 0);
  return 0;
}
