/* Mailboxes: see mailbox.h.  The digest of a mailbox is that of its contents,
   always. */

#include "runtime/ipc/mailbox.h"

#include "base/assert.h"
#include "runtime/sync/clock.h"
#include "runtime/sched/kill.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sync/threads.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Where its messages are. */
static char *letters_of (const sett_mailbox *m) {
  const size_t i = (size_t)(m - os_model->mailboxes[0]);
  SETT_ASSERT (i < 2 * SETT_MOST_IPC);
  return os_model->letters[i / SETT_MOST_IPC][i % SETT_MOST_IPC];
}

static size_t room_of (const sett_message *m) {
  return sizeof *m + ((m->size + 7) & ~(size_t)7);
}

sett_message *sett_mailbox_first (const sett_mailbox *m) {
  return m->count ? (sett_message *)letters_of (m) : NULL;
}

sett_message *sett_mailbox_next (const sett_mailbox *m,
                                 const sett_message *before) {
  const char *next = (const char *)before + room_of (before);
  return next < letters_of (m) + m->length ? (sett_message *)next : NULL;
}

/* Never 0: that is one that does not exist. */
void sett_mailbox_changed (sett_mailbox *m) {
  const uint64_t digest = XXH3_64bits_withSeed (
      letters_of (m), m->length, m->most << 32 | m->widest << 1 | m->exists);
  m->state = m->exists ? digest | 1 : 0;
  sett_spin_progress ();
}

void sett_mailbox_put (sett_mailbox *m, sett_message *before, sett_message head,
                       const void *text, uintptr_t place) {
  const size_t room = room_of (&head);
  char *end = letters_of (m) + m->length;
  char *at = before ? (char *)before : end;
  if (m->length + room > SETT_MAILBOX_SIZE) {
    sett_note_add (1, place,
                   "messages of more than 128 KiB in a queue: ended there");
    sett_end (SETT_CUT);
  }
  memmove (at + room, at, (size_t)(end - at));
  memset (at, 0, room);
  memcpy (at, &head, sizeof head);
  memcpy (at + sizeof head, text, head.size);
  m->length += room;
  SETT_ASSERT (m->length <= SETT_MAILBOX_SIZE);
  m->count++;
  m->bytes += head.size;
  sett_mailbox_changed (m);
  sett_races_release (&m->state);
}

void sett_mailbox_take (sett_mailbox *m, sett_message *taken) {
  SETT_ASSERT (m->count && m->exists);
  const size_t room = room_of (taken);
  char *at = (char *)taken, *end = letters_of (m) + m->length;
  m->count--;
  m->bytes -= taken->size;
  m->length -= room;
  SETT_ASSERT (m->length < SETT_MAILBOX_SIZE);
  memmove (at, at + room, (size_t)(end - at) - room);
  sett_mailbox_changed (m);
  sett_races_acquire (&m->state);
}

void sett_mailboxes_each (void (*visit) (const void *, size_t, void *),
                          void *data) {
  for (size_t i = 0; i < 2 * SETT_MOST_IPC; i++) {
    const sett_mailbox *m = &os_model->mailboxes[0][i];
    if (!m->exists)
      continue;
    visit (&i, sizeof i, data);
    visit (m, sizeof *m, data);
    visit (letters_of (m), m->length, data);
  }
}

/*------------------------------------------------------------------------*/

static void reach (const sett_attempt *a) {
  if (!a->relative)
    sett_clock_reach (a->limit);
  else
    sett_self ()->time +=
        (uint64_t)a->limit->tv_sec * 1000000000u + (uint64_t)a->limit->tv_nsec;
}

/* True: a signal interrupted it. */
static int wait_for_change (const sett_attempt *a, uintptr_t place) {
  const int how = a->cancels ? sett_cancel_wait (NULL, NULL, place)
                             : sett_spin_wait (place);
  return how == SETT_INTERRUPTED || (how == SETT_RESTARTED && !a->restarts);
}

long sett_attempt_do (const sett_attempt *a, uintptr_t place) {
  for (;;) {
    sett_visible (a->operation, a->state, SETT_EFFECT_STORE, NULL, place);
    sett_affect (a->state, SETT_EFFECT_STORE, *a->state);
    const long result = a->try (a->what, place);
    if (result < 0)
      sett_spin_looked (a->state, a->state, sizeof *a->state);
    if (result != -EAGAIN || !a->waits)
      return result;
    if (a->limit) {
      reach (a);
      return -ETIMEDOUT;
    }
    sett_spin_progress ();
    sett_spin_looked (a->state, a->state, sizeof *a->state);
    if (wait_for_change (a, place))
      return -EINTR;
  }
}
