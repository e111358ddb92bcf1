/* A search is saved, and another virtual machine goes on from there: see
   jvm_saving.h.  What always holds: what the supervisor reads lies in the
   shared memory, in one of two places that grow. */

#include "java/agent/jvm_saving.h"

#include "java/agent/guest.h"
#include "java/agent/hunt_walks.h"
#include "java/agent/jvm_execution.h"
#include "java/agent/learnt_words.h"
#include "java/agent/list.h"
#include "java/agent/object_numbers.h"
#include "java/agent/stack_frames.h"

#include <string.h>

static sett_saving_host host;
static JNIEnv *engine_env; /* of the thread that searches */

void sett_jrefuse_saved (const char *reason) {
  sett_jgive_up ("the search cannot go on from the checkpoint: %s; begin anew "
                 "with 'sett check'",
                 reason);
}

static void save_tables (sett_saved *s) {
  sett_numbers_save (s);
  sett_frames_save (s);
}

static void load_tables (sett_saved *s) {
  sett_numbers_load (s);
  sett_frames_load (s);
}

static const unsigned char *publish (const sett_saved *s, unsigned which) {
  static struct {
    unsigned char *at;
    size_t room;
  } places[2];
  if (places[which].room < s->count) {
    places[which].room = 2 * s->count;
    places[which].at = sett_shared_alloc (places[which].room);
  }
  return memcpy (places[which].at, s->at, s->count);
}

void sett_jsaving_tell (void) {
  static sett_saved out;
  out.count = 0;
  save_tables (&out);
  sett_guest_tell_known (publish (&out, 0), out.count);
}

void sett_jsaving_hear (void) {
  const sett_errands *errands = world.shared->errands;
  sett_saved from = {.at = (unsigned char *)errands->known,
                     .count = errands->known_length};
  if (!errands->known_length)
    return;
  load_tables (&from);
  if (from.failed || from.from != from.count)
    sett_jrefuse_saved ("it is damaged");
}

static int can_save (void) {
  return 1;
}

static const sett_log *run (const sett_plan *plan) {
  const sett_log *log = sett_execution_run (engine_env, plan);
  return world.anew ? NULL : log;
}

const sett_saving_host *sett_jsaving_init (JNIEnv *env,
                                           void (*save_besides) (sett_saved *),
                                           void (*load_besides) (sett_saved *),
                                           uint64_t (*microseconds) (void)) {
  engine_env = env;
  host = (sett_saving_host){.shared = world.shared,
                            .execution = &world.execution,
                            .allocate = sett_shared_alloc,
                            .publish = publish,
                            .learnt = sett_learnt_words,
                            .save_tables = save_tables,
                            .set_list = sett_jlist_set,
                            .save_besides = save_besides,
                            .load_besides = load_besides,
                            .can_save = can_save,
                            .microseconds = microseconds,
                            .run = run,
                            .refuse = sett_jrefuse_saved};
  if (sett_search_is_resumed (&host))
    load_tables (sett_search_open_saved (&host));
  return &host;
}
