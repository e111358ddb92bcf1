/* Memory that handlers of signals share with what they interrupt: see
 * handlers.h. */

#include "runtime/sched/handlers.h"

#include "runtime/core/knowledge.h"
#include "runtime/core/modules.h"
#include "runtime/race/owners.h"
#include "runtime/sched/schedule.h"

#include <errno.h>
#include <stdio.h>

static void set_frame (void *frame) {
  void **own = &sett_self ()->handler_frame;
  world->handling = world->handling + (frame != NULL) - (*own != NULL);
  *own = frame;
  sett_owners_reconsider ();
}

static void note_unseen (uintptr_t place) {
  char text[sizeof ((sett_note *)0)->text];
  snprintf (
      text, sizeof text,
      "%.24s handles signals and was not compiled by sett cc: its handlers "
      "run before visible operations only",
      program_invocation_short_name);
  sett_note_add (1, place, text);
}

void *sett_handlers_enter (void (*handler) (int), uintptr_t place) {
  void *outer = sett_self ()->handler_frame;
  if (engine.unseen || !sett_modules_instrumented ((uintptr_t)handler))
    note_unseen (place);
  set_frame (__builtin_frame_address (0));
  return outer;
}

void sett_handlers_leave (void *outer) {
  set_frame (outer);
}

/* It may have been left by siglongjmp.  Then it makes a difference which of its
   accesses to any memory the interrupted code has made before. */
static int is_in_handler (void) {
  const char *frame = sett_self ()->handler_frame;
  if (frame && (char *)__builtin_frame_address (0) > frame) {
    set_frame (NULL);
    sett_note_add (1, sett_self ()->place,
                   "a handler of signals was left by a jump: it runs before "
                   "operations only");
  }
  return sett_self ()->handler_frame != NULL;
}

/* Variables of the handler itself. */
static int is_its_own (const char *address) {
  const sett_thread *t = sett_self ();
  return address >= t->low && address < (char *)t->handler_frame;
}

/* (It may have been left, and its stack be used by others: what it read matters
   there, too.) */
static void look_at_granule (const void *address, int writes) {
  if (is_in_handler () && !is_its_own (address)) {
    if (writes)
      sett_know_visible (address);
    else
      sett_know_handled (address);
  } else if (writes && sett_knows_handled (address))
    sett_know_visible (address);
}

void sett_handlers_look (const void *address, size_t size, int writes) {
  if (engine.all_visible)
    return;
  const uintptr_t last = ((uintptr_t)address + size - 1) & ~(uintptr_t)7;
  look_at_granule (address, writes);
  if (last > (uintptr_t)address)
    look_at_granule ((void *)last, writes);
}
