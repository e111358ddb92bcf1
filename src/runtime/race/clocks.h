/* What happened before what, as far as that is part of a state.

   Whether a later access races depends on the past: on the accesses to the same
   memory that still matter, and on who knows of them (races.h): which clocks,
   of threads, objects and fences, are as late as the access.  An access that
   all threads of its process know of matters no more, and never will: later
   threads know what those know that create them.

   All that ever happens to this knowledge happens to each access by itself: who
   acquires knows what the object knows, what is released to knows what the
   thread knows, and a new access is known to its own thread only.  Two things
   follow.

   - The times themselves do not matter, nor whose access it was: a thread knows
     of its own ones.  States that agree in their accesses, and in who knows of
     each, have the same races before them.
   - The fewer know of an access the more can race with it.  So if in one of two
     states, which agree in everything else, there is for each access of the
     other state the same one, and nobody knows of it who does not know of it in
     the other state, then whatever races after the other state races after this
     one, too: this one is worse.  What was explored from a worse state need not
     be explored again.

   Nobody but a thread itself knows of its present time: it goes on whenever it
   tells somebody.  Should that not be so, it is part of the state.

   Freed memory is known by the state of its block (heap.h), since use of it is
   wrong whether ordered or not.  Where the accesses were in the code serves
   reports only.

   Several processes: each tells what it knows when others go on, together with
   the rest of its state; clocks of what they share are in the OS model. */

#ifndef SETT_RUNTIME_CLOCKS_H
#define SETT_RUNTIME_CLOCKS_H

#include "runtime/core/engine.h"
#include "stateless/saved.h"

/* An execution begins: nobody knows anything of which the others do not. */
void sett_clocks_begin (void);

/* This process tells what it knows. */
void sett_clocks_tell (void);

/* It makes another one, which has not told anything yet. */
void sett_clocks_born (unsigned process, const sett_thread *child);

/* An access that matters, by number, and who knows of it: bits of clocks. */
typedef struct sett_worry {
  uint32_t access;
  uint64_t knowers;
} sett_worry;

/* All of them, by number, until the next call.  What does not fit in there, and
   must be the same, is visited. */
const sett_worry *
sett_clocks_worries (size_t *count,
                     void (*visit) (const void *, size_t, void *), void *);

/* The numbers of accesses and clocks, as bytes. */
void sett_clocks_save (sett_saved *);
void sett_clocks_load (sett_saved *);

/* Is the second state as bad as the first, or worse? */
int sett_worries_within (const sett_worry *, size_t count,
                         const sett_worry *worse, size_t worse_count);

#endif
