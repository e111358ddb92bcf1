/* Accounts of violations (shared/board.h) for people.

   A teller turns addresses into names.  Threads are called by their number and
   the function that they started with: "2 worker"; in a system by their process
   as well: "client.1 2 worker".  Memory is called by the variable's name;
   blocks of the heap by the place that allocated them.  Addresses mean
   something in their process only.

   What a program left on the board is not trusted: numbers out of range are
   shown as unknown. */

#ifndef SETT_PROGRAM_TELLER_H
#define SETT_PROGRAM_TELLER_H

#include "base/arena.h"
#include "base/vector.h"
#include "program/cast.h"
#include "shared/board.h"

struct sett_colours;
struct sett_text;

/* A block of the heap. */
typedef struct sett_told_block {
  unsigned process;
  uintptr_t base;
} sett_told_block;

typedef struct sett_teller {
  const sett_account *account;
  sett_cast *cast;
  sett_arena arena;
  const char *names[SETT_MOST_THREADS];
  SETT_VECTOR (sett_told_block) blocks; /* in the order of mention */
} sett_teller;

void sett_teller_init (sett_teller *, const sett_account *, sett_cast *);
void sett_teller_release (sett_teller *);

/* Is the account as a whole on the board, in every part? */
int sett_account_is_sound (const sett_board *, const sett_account *);

/*------------------------------------------------------------------------*/
/* Words. */

const char *sett_teller_thread (const sett_teller *, int thread);
/* The same without its process; without it for readers in `process`. */
const char *sett_teller_own_name (const sett_teller *, int thread);
const char *sett_teller_name_for (const sett_teller *, int thread,
                                  unsigned process);
/* Whose thread it is; 0 for nobody. */
unsigned sett_teller_process (const sett_teller *, int thread);
/* Its name; "" where there is one program only. */
const char *sett_teller_process_name (const sett_teller *, unsigned process);

/* The first frame of a stack that is in the user's own source; if there is
   none the first one. */
sett_frame sett_teller_frame (const sett_teller *, unsigned process,
                              const sett_stack *);

/* "bank.c:17", or the function, or nothing. */
void sett_teller_add_where (const sett_teller *, unsigned process,
                            const sett_stack *, struct sett_text *);
/* "bank.c:17 in transfer" */
void sett_teller_add_place (const sett_teller *, unsigned process,
                            const sett_stack *, struct sett_text *);
/* "accounts[2].lock"; nothing for no location. */
void sett_teller_add_object (sett_teller *, unsigned process,
                             const sett_location *, struct sett_text *);
/* "lock accounts[2].lock" */
void sett_teller_add_operation (sett_teller *, const sett_account_step *,
                                struct sett_text *);

/* The frames behind the first one, each on a line of its own behind `indent`
   blanks; without those of the system and of the run-time. */
void sett_teller_add_callers (const sett_teller *, unsigned process,
                              const sett_stack *, int indent,
                              const struct sett_colours *, struct sett_text *);

/*------------------------------------------------------------------------*/
/* Reports. */

/* What is wrong, in one sentence, and where: "data race on counter". */
void sett_tell_message (sett_teller *, struct sett_text *);
void sett_tell_where (sett_teller *, struct sett_text *);

typedef struct sett_tell_style {
  const struct sett_colours *colours;
  int stacks;           /* of every step */
  int abridge;          /* leave out the middle of a long schedule... */
  const char *complete; /* ...and say that this shows all; may be null */
} sett_tell_style;

/* Who waits for whom; which accesses; where. */
void sett_tell_fault (sett_teller *, const sett_tell_style *,
                      struct sett_text *);
/* The steps, one on a line. */
void sett_tell_schedule (sett_teller *, const sett_tell_style *,
                         struct sett_text *);
/* What the program wrote. */
void sett_tell_output (const sett_teller *, const sett_tell_style *,
                       struct sett_text *);

#endif
