/* Signals that were sent and wait: see signal_queue.h. */

#include "runtime/core/signal_queue.h"

#include "base/assert.h"

#include <string.h>

sett_sent *sett_signal_queue_first (sett_signal_queue *queue, int signal,
                                    unsigned to) {
  SETT_ASSERT (queue->count <= SETT_MOST_QUEUED);
  for (uint64_t i = 0; i < queue->count; i++)
    if (queue->sent[i].signal == signal &&
        (to == SETT_ANY_RECEIVER || queue->sent[i].to == to))
      return &queue->sent[i];
  return NULL;
}

int sett_signal_queue_add (sett_signal_queue *queue, const sett_sent *sent) {
  SETT_ASSERT (sent->signal);
  if (queue->count == SETT_MOST_QUEUED)
    return 0;
  queue->sent[queue->count++] = *sent;
  return 1;
}

void sett_signal_queue_remove (sett_signal_queue *queue, sett_sent *sent) {
  sett_sent *const last = &queue->sent[queue->count - 1];
  SETT_ASSERT (queue->sent <= sent && sent <= last);
  memmove (sent, sent + 1, (size_t)(last - sent) * sizeof *sent);
  memset (last, 0, sizeof *last);
  queue->count--;
}

void sett_signal_queue_drop (sett_signal_queue *queue, uint64_t mask) {
  for (uint64_t i = queue->count; i-- > 0;)
    if (mask >> (queue->sent[i].signal - 1) & 1)
      sett_signal_queue_remove (queue, &queue->sent[i]);
}
