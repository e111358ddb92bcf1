/* Message queues of System V. */

#include "base/assert.h"
#include "runtime/files/io.h"
#include "runtime/ipc/ipc.h"
#include "runtime/ipc/mailbox.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sync/threads.h"

#include <string.h>
#include <sys/msg.h>

/* As Linux has them by default. */
enum { MOST_BYTES = 16384, LONGEST = 8192 };

static sett_mailbox *mailbox_of (long identifier) {
  const unsigned long i = (unsigned long)(int)identifier - 1;
  return i < SETT_MOST_IPC
             ? sett_mailbox_at (SETT_MAILBOX_SYSTEM_V, (unsigned)i)
             : NULL;
}

long sett_call_msgget (const sett_call *call, uintptr_t place) {
  unsigned made;
  sett_ipc_need ();
  const long found = sett_ipc_get (SETT_IPC_MESSAGES, (int)call->a[0],
                                   call->a[1], &made, place);
  if (found)
    return found;
  sett_mailbox *m = sett_mailbox_at (SETT_MAILBOX_SYSTEM_V, made);
  m->exists = 1;
  m->most = MOST_BYTES;
  sett_mailbox_changed (m);
  return made + 1l;
}

/*------------------------------------------------------------------------*/

typedef struct letter {
  sett_mailbox *box;
  struct msgbuf *buffer;
  size_t size;
  long type;
  int flags;
  int hopes;
} letter;

static long is_gone (letter *l) {
  const int hopes = l->hopes;
  l->hopes = 1;
  return l->box->exists ? 0 : hopes ? -EIDRM : -EINVAL;
}

static long try_send (void *what, uintptr_t place) {
  letter *l = what;
  sett_mailbox *m = l->box;
  const long gone = is_gone (l);
  if (gone)
    return gone;
  if (m->bytes + l->size > m->most || m->count + 1 > m->most)
    return -EAGAIN;
  const sett_message head = {.type = l->buffer->mtype, .size = l->size};
  sett_mailbox_put (m, NULL, head, l->buffer->mtext, place);
  return 0;
}

static int is_wanted (const sett_message *m, const letter *l) {
  if (!l->type)
    return 1;
  if (l->type < 0)
    return m->type <= -l->type;
  return (m->type == l->type) == !(l->flags & MSG_EXCEPT);
}

/* The first one; if there is an upper limit, of the lowest type. */
static sett_message *find (const letter *l) {
  sett_message *best = NULL;
  for (sett_message *m = sett_mailbox_first (l->box); m;
       m = sett_mailbox_next (l->box, m))
    if (is_wanted (m, l) && (!best || (l->type < 0 && m->type < best->type)))
      best = m;
  return best;
}

static long try_receive (void *what, uintptr_t place) {
  letter *l = what;
  (void)place;
  const long gone = is_gone (l);
  sett_message *m = gone ? NULL : find (l);
  if (!m)
    return gone ? gone : -EAGAIN;
  if (m->size > l->size && !(l->flags & MSG_NOERROR))
    return -E2BIG;
  const size_t size = m->size < l->size ? m->size : l->size;
  SETT_ASSERT (l->box->count && m->size <= l->box->bytes);
  l->buffer->mtype = m->type;
  memcpy (l->buffer->mtext, sett_message_text (m), size);
  sett_mailbox_take (l->box, m);
  return (long)size;
}

static long attempt (letter *l, long (*try) (void *, uintptr_t),
                     uintptr_t place) {
  const sett_attempt a = {.operation =
                              try == try_send ? SETT_DO_SEND : SETT_DO_RECEIVE,
                          .state = &l->box->state,
                          .try = try,
                          .what = l,
                          .waits = !(l->flags & IPC_NOWAIT),
                          .cancels = 1};
  return sett_attempt_do (&a, place);
}

long sett_call_msgsnd (const sett_call *call, uintptr_t place) {
  letter l = {.box = mailbox_of (call->a[0]),
              .buffer = (struct msgbuf *)call->a[1],
              .size = (size_t)call->a[2],
              .flags = (int)call->a[3]};
  sett_ipc_need ();
  if (!l.box || l.size > LONGEST || l.buffer->mtype < 1)
    return -EINVAL;
  return attempt (&l, try_send, place);
}

long sett_call_msgrcv (const sett_call *call, uintptr_t place) {
  letter l = {.box = mailbox_of (call->a[0]),
              .buffer = (struct msgbuf *)call->a[1],
              .size = (size_t)call->a[2],
              .type = call->a[3],
              .flags = (int)call->a[4]};
  sett_ipc_need ();
  if (!l.box || (long)l.size < 0)
    return -EINVAL;
  if (l.flags & ~(IPC_NOWAIT | MSG_NOERROR | MSG_EXCEPT)) {
    sett_call_remark ("msgrcv", "with unusual flags: not controlled", place);
    sett_end (SETT_CUT);
  }
  const long result = attempt (&l, try_receive, place);
  return result == -EAGAIN ? -ENOMSG : result;
}

static void describe (const sett_mailbox *m, struct msqid_ds *info) {
  memset (info, 0, sizeof *info);
  info->msg_qnum = m->count;
  info->__msg_cbytes = m->bytes;
  info->msg_qbytes = m->most;
  info->msg_perm.mode = 0600;
}

long sett_call_msgctl (const sett_call *call, uintptr_t place) {
  sett_mailbox *m = mailbox_of (call->a[0]);
  const long command = call->a[1] & 0xff;
  const int changes = command == IPC_RMID || command == IPC_SET;
  const sett_effect_kind kind = changes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD;
  sett_ipc_need ();
  if (!m || (!changes && command != IPC_STAT))
    return -EINVAL;
  sett_visible (SETT_DO_TRANSFER, &m->state, kind, NULL, place);
  sett_affect (&m->state, kind, m->state);
  if (!m->exists)
    return -EINVAL;
  sett_spin_looked (&m->state, &m->state, sizeof m->state);
  if (command == IPC_STAT)
    describe (m, (struct msqid_ds *)call->a[2]);
  else if (command == IPC_SET)
    m->most = ((const struct msqid_ds *)call->a[2])->msg_qbytes;
  else {
    sett_ipc_remove (
        SETT_IPC_MESSAGES,
        (unsigned)(m - sett_mailbox_at (SETT_MAILBOX_SYSTEM_V, 0)));
    memset (m, 0, sizeof *m);
  }
  if (changes)
    sett_mailbox_changed (m);
  return 0;
}

/*------------------------------------------------------------------------*/
/* As programs call it: with what the kernel does for them. */

EXPORT int msgsnd (int queue, const void *buffer, size_t size, int flags) {
  if (!sett_active ())
    return SETT_REAL (msgsnd) (queue, buffer, size, flags);
  sett_cancellation_point (SETT_HERE);
  sett_io_accessed (buffer, (long)(sizeof (long) + size), SETT_MEMORY_READ,
                    SETT_HERE);
  const sett_call call = {SYS_msgsnd, {queue, (long)buffer, (long)size, flags}};
  return (int)sett_result (sett_call_do (&call, SETT_HERE));
}

EXPORT ssize_t msgrcv (int queue, void *buffer, size_t size, long type,
                       int flags) {
  if (!sett_active ())
    return SETT_REAL (msgrcv) (queue, buffer, size, type, flags);
  sett_cancellation_point (SETT_HERE);
  const sett_call call = {SYS_msgrcv,
                          {queue, (long)buffer, (long)size, type, flags}};
  const long n = sett_call_do (&call, SETT_HERE);
  if (n >= 0)
    sett_io_accessed (buffer, (long)sizeof (long) + n, SETT_MEMORY_WRITE,
                      SETT_HERE);
  return sett_result (n);
}
