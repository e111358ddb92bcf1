/* Names of what processes share: see ipc.h.  The kernel never hears of them. */

#include "runtime/ipc/ipc.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/engine.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void sett_ipc_need (void) {
  if (!engine.multi)
    upcalls.want_processes ();
}

/*------------------------------------------------------------------------*/

static unsigned find (const sett_ipc_name *wanted, uintptr_t place) {
  sett_shared *shared = engine.shared;
  uint32_t i = 0;
  while (i < shared->ipc_name_count &&
         memcmp (&shared->ipc_names[i], wanted, sizeof *wanted) != 0)
    i++;
  if (i == SETT_MOST_IPC_NAMES) {
    sett_note_add (1, place,
                   "too many names of shared memory, semaphores and queues: "
                   "ended there");
    sett_end (SETT_CUT);
  }
  if (i == shared->ipc_name_count)
    shared->ipc_names[shared->ipc_name_count++] = *wanted;
  SETT_ASSERT (shared->ipc_name_count <= SETT_MOST_IPC_NAMES);
  return i;
}

unsigned sett_ipc_find (sett_ipc_kind kind, const char *name, uintptr_t place) {
  sett_ipc_name wanted;
  memset (&wanted, 0, sizeof wanted);
  wanted.kind = (uint8_t)kind;
  wanted.text[0] = '/';
  while (*name == '/')
    name++;
  if (strlen (name) + 2 > sizeof wanted.text) {
    sett_note_add (1, place,
                   "a name of shared memory, a semaphore or a queue is longer "
                   "than 54 characters: ended there");
    sett_end (SETT_CUT);
  }
  strcpy (wanted.text + 1, name);
  return find (&wanted, place);
}

unsigned sett_ipc_find_key (sett_ipc_kind kind, int key, uintptr_t place) {
  sett_ipc_name wanted;
  memset (&wanted, 0, sizeof wanted);
  wanted.kind = (uint8_t)kind;
  const int active = engine.active;
  engine.active = 0; /* formatting is not the program's doing */
  snprintf (wanted.text, sizeof wanted.text, "0x%x", (unsigned)key);
  engine.active = active;
  return find (&wanted, place);
}

const char *sett_ipc_text (unsigned name) {
  SETT_ASSERT (name < SETT_MOST_IPC_NAMES);
  return engine.shared->ipc_names[name].text;
}

uint64_t sett_ipc_hash (unsigned name) {
  return XXH3_64bits (&engine.shared->ipc_names[name],
                      sizeof (sett_ipc_name)) >>
         26;
}

/*------------------------------------------------------------------------*/

static uint64_t *state_of (unsigned name) {
  SETT_ASSERT (name < SETT_MOST_IPC_NAMES);
  return &os_model->ipc[name].state;
}

static void affect (unsigned name, sett_effect_kind kind) {
  sett_affect (state_of (name), kind, *state_of (name));
}

long sett_ipc_open (unsigned name, int flags, uintptr_t place) {
  uint64_t *state = state_of (name);
  const sett_effect_kind kind =
      flags & O_CREAT ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD;
  sett_visible (SETT_DO_OPEN_PAIR, state, kind, NULL, place);
  affect (name, *state ? SETT_EFFECT_LOAD : kind);
  if (*state) {
    if ((flags & O_CREAT) && (flags & O_EXCL)) {
      sett_spin_looked (state, state, sizeof *state);
      return -EEXIST;
    }
    sett_spin_progress ();
    sett_races_acquire (state);
    return (long)*state;
  }
  if (flags & O_CREAT)
    return 0;
  sett_spin_looked (state, state, sizeof *state);
  return -ENOENT;
}

void sett_ipc_lead (unsigned name, unsigned thing) {
  sett_spin_progress ();
  *state_of (name) = thing + 1;
  sett_races_release (state_of (name));
}

void sett_ipc_forget (unsigned name) {
  affect (name, SETT_EFFECT_STORE);
  sett_spin_progress ();
  *state_of (name) = 0;
}

long sett_ipc_unlink (unsigned name, uintptr_t place) {
  uint64_t *state = state_of (name);
  sett_visible (SETT_DO_REMOVE, state, SETT_EFFECT_STORE, NULL, place);
  const long found = (long)*state;
  sett_ipc_forget (name);
  return found ? found : -ENOENT;
}

/*------------------------------------------------------------------------*/
/* Things. */

_Static_assert(SETT_IPC_KINDS == SETT_IPC_MESSAGES + 1, "all kinds");

/* Those without a name have none of their bits. */
static uint64_t key_of (int name) {
  if (name >= 0)
    return (uint64_t)1 << 63 | sett_ipc_hash ((unsigned)name) << 16 |
           (os_model->ipc[name].lives++ & 0xffff);
  return (uint64_t)1 << 62 | (uint64_t)world->current << 16 |
         os_model->ipc_of[world->current]++;
}

unsigned sett_ipc_make (sett_ipc_kind kind, int name, uintptr_t place) {
  sett_shared *shared = engine.shared;
  const uint64_t key = key_of (name);
  uint64_t *keys = shared->ipc_keys[kind];
  unsigned i = 0;
  while (i < SETT_MOST_IPC && keys[i] && keys[i] != key)
    i++;
  if (i == SETT_MOST_IPC) {
    sett_note_add (1, place,
                   "more than 32 queues or sets of semaphores: ended there");
    sett_end (SETT_CUT);
  }
  keys[i] = key;
  SETT_ASSERT (i < SETT_MOST_IPC && key);
  shared->ipc_names_of[kind][i] = (uint8_t)(name + 1);
  return i;
}

void sett_ipc_show (sett_ipc_kind kind, unsigned thing, char *text,
                    size_t size) {
  const unsigned name = engine.shared->ipc_names_of[kind][thing];
  if (name)
    snprintf (text, size, "%s", sett_ipc_text (name - 1));
  else
    snprintf (text, size, "%u", thing + 1);
}

void sett_ipc_remove (sett_ipc_kind kind, unsigned thing) {
  SETT_ASSERT (kind < SETT_IPC_KINDS && thing < SETT_MOST_IPC);
  const unsigned name = engine.shared->ipc_names_of[kind][thing];
  if (name && *state_of (name - 1) == thing + 1ul)
    sett_ipc_forget (name - 1);
}

int sett_ipc_flags (long flags) {
  return (flags & IPC_CREAT ? O_CREAT : 0) | (flags & IPC_EXCL ? O_EXCL : 0);
}

long sett_ipc_get (sett_ipc_kind kind, int key, long flags, unsigned *made,
                   uintptr_t place) {
  if (key == IPC_PRIVATE) {
    /* Nobody can tell, but the OS model is empty until the first event. */
    sett_visible (SETT_DO_TRANSFER, NULL, 0, NULL, place);
    *made = sett_ipc_make (kind, -1, place);
    return 0;
  }
  const unsigned name = sett_ipc_find_key (kind, key, place);
  const long found = sett_ipc_open (name, sett_ipc_flags (flags), place);
  if (found)
    return found;
  *made = sett_ipc_make (kind, (int)name, place);
  sett_ipc_lead (name, *made);
  return 0;
}
