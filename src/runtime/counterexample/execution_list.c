/* The list of executions: a record for each, in the shared memory (shared/
   write_listed.h). */

#include "runtime/counterexample/execution_list.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/core/os_model.h"
#include "runtime/files/output.h"
#include "shared/write_listed.h"

#include <sys/wait.h>

static size_t room; /* of shared->list */

static void make_room (size_t count) {
  sett_shared *shared = engine.shared;
  if (shared->list_length + count <= room)
    return;
  const size_t wanted = 2 * (shared->list_length + count) + 4096;
  shared->list = sett_resize (shared->list, room, wanted);
  room = wanted;
}

void sett_list_set (sett_saved *s) {
  sett_shared *shared = engine.shared;
  const size_t length = sett_saved_get_count (s, 1);
  shared->list_length = 0;
  make_room (length);
  sett_saved_get (s, shared->list, length);
  shared->list_length = length;
}

static void put (const void *bytes, size_t count) {
  sett_shared *shared = engine.shared;
  make_room (count);
  SETT_ASSERT (shared->list_length + count <= room);
  memcpy (shared->list + shared->list_length, bytes, count);
  shared->list_length += count;
}

static void put_output (size_t most) {
  char text[SETT_LISTED_OUTCOME];
  SETT_ASSERT (most <= sizeof text);
  put (text, sett_output_tail (text, most));
}

static void put_ending (const sett_log *);

static int is_void (void) {
  return conduct->anew != 0;
}

static const sett_list_writer writer = {
    .put = put,
    .is_void = is_void,
    .put_ending = put_ending,
    .put_output = put_output,
    .writers = sett_output_writers,
    .most_bytes = (size_t)256 << 20}; /* for people and small programs */

/* A program that makes processes has no name. */
static int is_system (void) {
  return engine.multi && *engine.shared->members[0].name;
}

/* Which processes of a system have not ended well: ", client with 1". */
static void put_statuses (void) {
  const sett_shared *shared = engine.shared;
  for (uint32_t i = 0; i < shared->initial_count; i++) {
    const sett_life *l = &os_model->lives[i];
    if (!l->ended || l->crashed || !l->status)
      continue;
    if (WIFSIGNALED (l->status))
      sett_list_print (&writer, ", %s by signal %d", shared->members[i].name,
                       WTERMSIG (l->status));
    else
      sett_list_print (&writer, ", %s with %d", shared->members[i].name,
                       WEXITSTATUS (l->status));
  }
}

static void put_ending (const sett_log *log) {
  if (log->ending == SETT_VIOLATING)
    sett_list_print (&writer, "%s: %s",
                     sett_violation_category (conduct->violation),
                     conduct->message);
  else if ((log->ending == SETT_CUT || log->ending == SETT_ENDED) && is_void ())
    sett_list_print (&writer, "anew");
  else if (log->ending == SETT_ENDED && conduct->exit_status && !is_system ())
    sett_list_print (&writer, "ended with %d", conduct->exit_status);
  else {
    sett_list_print (&writer, "%s", sett_ending_word (log->ending));
    if (log->ending == SETT_ENDED && is_system ())
      put_statuses ();
  }
}

void sett_list_add (const sett_log *log) {
  sett_shared *shared = engine.shared;
  if (UNLIKELY (shared->orders.list) &&
      shared->list_length <= writer.most_bytes)
    sett_list_write (&writer, shared, log, conduct->execution);
}
