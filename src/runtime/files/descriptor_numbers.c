/* The numbers of descriptors that lead to files: see descriptor_numbers.h.
   Always true: an event that tells of a number looks at the table, too. */

#include "runtime/files/descriptor_numbers.h"

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/core/os_process.h"
#include "runtime/files/paths.h"
#include "runtime/sched/schedule.h"

#include <errno.h>

static void tell (sett_effect_kind kind) {
  sett_affect (os_process->descriptors, kind, 0);
}

/* Numbers that no descriptor can have are nobody's. */
static void tell_number (long number, sett_effect_kind kind) {
  if ((unsigned long)number < SETT_MOST_DESCRIPTORS)
    sett_affect_inside (&os_process->numbers[number], kind, 0);
}

static void tell_next (sett_effect_kind kind) {
  sett_affect_inside (&os_process->next_number, kind, 0);
}

/* Calls that may be about any file may look at all numbers. */
static void look_at_files (void) {
  sett_affect (&os_model->files, SETT_EFFECT_LOAD, 0);
}

void sett_numbers_use (long number) {
  tell (SETT_EFFECT_LOAD);
  if (sett_paths_differ ())
    tell_number (number, SETT_EFFECT_LOAD);
}

void sett_numbers_use_any (void) {
  tell (SETT_EFFECT_LOAD);
  if (sett_paths_differ ())
    tell_next (SETT_EFFECT_LOAD);
}

void sett_numbers_opened (long number) {
  if (!sett_paths_differ () || number == -EMFILE || number == -ENFILE) {
    tell (SETT_EFFECT_CHANGE);
    return;
  }
  SETT_ASSERT (number < SETT_MOST_DESCRIPTORS);
  tell (SETT_EFFECT_LOAD);
  tell_next (number < 0 ? SETT_EFFECT_LOAD : SETT_EFFECT_STORE);
  tell_number (number, SETT_EFFECT_STORE);
}

void sett_numbers_close (long number, uintptr_t place) {
  const int apart = sett_paths_differ ();
  sett_visible (SETT_DO_FILE, os_process->descriptors,
                apart ? SETT_EFFECT_LOAD : SETT_EFFECT_CHANGE, NULL, place);
  tell (apart ? SETT_EFFECT_LOAD : SETT_EFFECT_CHANGE);
  if (!apart)
    return;
  look_at_files ();
  tell_next (SETT_EFFECT_ADD);
  tell_number (number, SETT_EFFECT_STORE);
}
