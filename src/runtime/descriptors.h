/* File descriptors: those that an execution opens are closed before the next
   one, those that it closes are opened again, and what it read or skipped is
   ahead of it again.

   Nothing is done about descriptors that were not used. */

#ifndef SETT_RUNTIME_DESCRIPTORS_H
#define SETT_RUNTIME_DESCRIPTORS_H

#include "runtime/outside.h"

void sett_descriptors_snapshot (void);
void sett_descriptors_restore (void);

/* Is there anything to restore: descriptors, files? */
int sett_descriptors_changed (void);

/* The number means something else now: it was opened, closed, or copied. */
void sett_descriptors_change (long number);
/* Its position or its flags may have changed. */
void sett_descriptors_move (long number);

/* A new one, as the kernel gave it: remembers it and gives it back. */
long sett_descriptors_add (long result);

/* Does it lead to where the program's output is kept (output.c)? */
int sett_descriptors_is_output (long number);
void sett_descriptors_set_output (long number);

/* A descriptor that is modelled, or null. */
static inline sett_descriptor *sett_descriptors_model (long number) {
  if ((unsigned long)number >= SETT_MOST_DESCRIPTORS)
    return NULL;
  sett_descriptor *d = &outside->descriptors[number];
  return d->kind ? d : NULL;
}

/* An engine's own descriptor out of the program's reach; the other one is
   closed. */
int sett_descriptors_hide (int number);

#endif
