/* Writes the record of an execution: its ending, its schedule, its output
   (list.h).  What always holds: the list ends when half of its room is used, so
   that one more record always has room. */

#include "java/agent/list.h"

#include "base/assert.h"
#include "java/agent/jvm_world.h"
#include "java/agent/kept_output.h"
#include "shared/write_listed.h"

enum { LIST_BYTES = 64 << 20 };

static void put (const void *bytes, size_t count) {
  sett_shared *shared = world.shared;
  SETT_ASSERT (shared->list_length <= LIST_BYTES);
  if (count > LIST_BYTES - shared->list_length)
    count = LIST_BYTES - shared->list_length;
  memcpy (shared->list + shared->list_length, bytes, count);
  shared->list_length += count;
}

static void put_output (size_t most) {
  size_t length;
  const char *text = sett_joutput_tail (most, &length);
  put (text, length);
}

static void put_ending (const sett_log *);

static const sett_list_writer writer = {.put = put,
                                        .put_ending = put_ending,
                                        .put_output = put_output,
                                        .writers = sett_joutput_writers,
                                        .most_bytes = LIST_BYTES / 2};

/* Which processes of a system have not ended well: ", client with 1". */
static void put_statuses (void) {
  for (unsigned i = 0; i < world.process_count; i++)
    if (world.processes[i].ended && world.processes[i].status)
      sett_list_print (&writer, ", %s with %d", world.shared->members[i].name,
                       world.processes[i].status);
}

static void put_ending (const sett_log *log) {
  if (log->ending == SETT_VIOLATING)
    sett_list_print (&writer, "%s: %s",
                     sett_violation_category (world.violation), world.message);
  else if (log->ending == SETT_ENDED && world.exit_status && !world.multi)
    sett_list_print (&writer, "ended with %d", world.exit_status);
  else {
    sett_list_print (&writer, "%s", sett_ending_word (log->ending));
    if (log->ending == SETT_ENDED && world.multi)
      put_statuses ();
  }
}

static void make_room (void) {
  if (!world.shared->list)
    world.shared->list = sett_shared_alloc (LIST_BYTES);
}

void sett_jlist_set (sett_saved *s) {
  const size_t length = sett_saved_get_count (s, 1);
  if (length)
    make_room ();
  world.shared->list_length = 0;
  if (length <= LIST_BYTES) {
    sett_saved_get (s, world.shared->list, length);
    world.shared->list_length = length;
  } else
    s->failed = 1;
}

void sett_jlist_add (const sett_log *log) {
  sett_shared *shared = world.shared;
  if (!shared->orders.list)
    return;
  make_room ();
  if (shared->list_length <= writer.most_bytes)
    sett_list_write (&writer, shared, log, shared->executions);
}
