/* A queue that is full: the one that sends waits for ever, since nobody
   receives the third message.
   expect: violated deadlock: 1 thread is blocked forever
   native: hangs */
#include "shared.h"
#include <mqueue.h>
static mqd_t q;
static void receive (void) {
  char text[8];
  mq_receive (q, text, sizeof text, NULL);
}
int main (void) {
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 8};
  q = mq_open ("/sett-test-full", O_CREAT | O_RDWR, 0600, &attributes);
  const pid_t child = start (receive);
  for (int i = 0; i < 3; i++)
    mq_send (q, "x", 1, 0);
  await (child);
  return 0;
}
