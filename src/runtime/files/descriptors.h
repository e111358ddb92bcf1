/* File descriptors: those that an execution opens are closed before the next
   one, those that it closes are opened again, and what it read or skipped is
   ahead of it again.

   Nothing is done about descriptors that were not used. */

#ifndef SETT_RUNTIME_DESCRIPTORS_H
#define SETT_RUNTIME_DESCRIPTORS_H

#include "runtime/core/os_process.h"
#include "runtime/sched/syscalls.h"

void sett_descriptors_snapshot (void);
void sett_descriptors_restore (void);
/* The same without files. */
void sett_descriptors_return (void);

/* Is there anything to restore: descriptors, files? */
int sett_descriptors_changed (void);

/* The number means something else now: it was opened, closed, or copied. */
void sett_descriptors_change (long number);
/* Searches that compare states: to this file, opened like that... */
void sett_descriptors_lead (long number, const char *path, int flags);
/* ...and it is elsewhere there now. */
void sett_descriptors_moved (long number);

/* A new one, as the kernel gave it: remembers it and gives it back. */
long sett_descriptors_add (long result);

/* Does it lead to where the program's output is kept (output.c)? */
int sett_descriptors_is_output (long number);
void sett_descriptors_set_output (long number);

/* What can be done with a descriptor that is modelled, by its kind.  All but
   `events' are called in, or begin, an event of the running thread. */
typedef struct sett_file_operations {
  long (*read) (sett_descriptor *, void *, size_t, uintptr_t place);
  long (*write) (sett_descriptor *, const void *, size_t, uintptr_t place);
  long (*control) (sett_descriptor *, const sett_call *, uintptr_t place);
  /* Which of these poll events does it have? */
  short (*events) (const sett_descriptor *, short wanted);
  /* Visits the words (in the OS model) that these events depend on, and the
     object that orders accesses to memory, if any.  Whatever changes the events
     stores one of these words; and while there is none of them the value of one
     changes when there is. */
  void (*watch) (const sett_descriptor *, short wanted,
                 void (*visit) (const uint64_t *word, const void *order));
  /* There is one more descriptor of the same thing (dup, fork)... */
  void (*copied) (const sett_descriptor *);
  /* ...or one less. */
  void (*closed) (const sett_descriptor *);
  int access; /* O_RDONLY, O_WRONLY or O_RDWR */
  /* Is waiting for input there what a server without clients does?  Null: no.
   */
  int (*rests) (const sett_descriptor *);
  /* What may become ready by itself (null: it does not): the word that changes
     then, if it may now, and at this time at the latest... */
  const uint64_t *(*due) (const sett_descriptor *, uint64_t *expiry);
  /* ...and it does, in an event that stores the word. */
  void (*expire) (const sett_descriptor *);
} sett_file_operations;

/* By kinds (wiring.c). */
extern const sett_file_operations *const sett_file_operations_of[]
    __attribute__ ((visibility ("hidden")));

const sett_file_operations *sett_descriptors_kind (const sett_descriptor *);

/* A new number for something that is modelled; or minus an error. */
long sett_descriptors_reserve (sett_descriptor, int close_on_exec);

/* A call that gives a descriptor of the kernel's. */
long sett_descriptors_new (const sett_call *, uintptr_t place);

/* The model, if the number leads to one, has one descriptor less. */
void sett_descriptors_drop (long number);

/* The running thread uses the table of descriptors: an event. */
void sett_descriptors_use (uintptr_t place);
/* It begins a call on one: an event, if others may close it.  What is it now?
   Null: nothing that is modelled. */
sett_descriptor *sett_descriptors_enter (long number, uintptr_t place);
/* The running thread does something now... */
void sett_doing_note (sett_doing *);
/* ...and could have come before what another one did. */
int sett_doing_is_concurrent (const sett_doing *);
/* A call on one that is not made for it: was it something else before? */
void sett_descriptors_mistake (void);
/* Calls shall wait there, or not; all copies of the descriptor agree. */
void sett_descriptors_set_waiting (sett_descriptor *, int nonblocking,
                                   uintptr_t place);
/* The table is used to open something of which all effects are declared. */
void sett_descriptors_open (uintptr_t place);

/* A descriptor that is modelled, or null. */
static inline sett_descriptor *sett_descriptors_model (long number) {
  if ((unsigned long)number >= SETT_MOST_DESCRIPTORS)
    return NULL;
  sett_descriptor *d = &os_process->descriptors[number];
  return d->kind ? d : NULL;
}

/* Before a fork: every model has one descriptor more, and the other process may
   change positions that this one shares with it. */
void sett_descriptors_fork (void);

#endif
