/* What is left over at the end: see leftovers.h. */

#include "runtime/undo/leftovers.h"

#include "runtime/core/engine.h"

static int are_wanted (void) {
  return (int)UNLIKELY (engine.shared->orders.leftovers);
}

__attribute__ ((noreturn)) static void complain (const void *object,
                                                 uint64_t bytes) {
  sett_fail (SETT_VIOLATION_UNRECEIVED, 0, object,
             bytes == 1 ? "a byte that was sent is never received"
                        : "%llu bytes that were sent are never received",
             (unsigned long long)bytes);
}

void sett_leftovers_of_socket (const sett_socket *s) {
  if (!are_wanted ())
    return;
  if (s->state == SETT_SOCKET_LISTENING && s->queued)
    sett_fail (SETT_VIOLATION_UNACCEPTED, 0, &s->readable,
               s->queued == 1 ? "a connection is never accepted"
                              : "%u connections are never accepted",
               s->queued);
  if (s->messages)
    sett_fail (SETT_VIOLATION_UNRECEIVED, 0, &s->readable,
               s->messages == 1 ? "a datagram is never received"
                                : "%u datagrams are never received",
               s->messages);
  if (s->length)
    complain (&s->readable, s->length);
}

void sett_leftovers_of_pipe (const sett_pipe *p) {
  if (are_wanted () && !p->event && p->length)
    complain (&p->readable, p->length);
}

void sett_leftovers_of_all (void) {
  if (!are_wanted ())
    return;
  for (uint32_t i = 0; i < os_model->socket_count; i++)
    if (os_model->sockets[i].state != SETT_SOCKET_FREE)
      sett_leftovers_of_socket (&os_model->sockets[i]);
  for (uint32_t i = 0; i < os_model->pipe_count; i++)
    if (os_model->pipes[i].used)
      sett_leftovers_of_pipe (&os_model->pipes[i]);
}
