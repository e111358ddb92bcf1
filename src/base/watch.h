/* The watch: limits of time, memory and patience that hold in every phase.

   One clock runs for the whole command, from reading the input to the verdict,
   and one thread looks at it, at the memory in use and at the flag of the
   signal handlers.  There are three lines of defence:

     1. When something is spent a flag is set; whoever works for long looks at
        it (`sett_watch_spent`, one relaxed load), stops in order, and says so
        (`sett_watch_heed`).
     2. If nobody has heeded after a second, because the code cannot look
        (a compiler, the user's own C), the watch itself says what is known,
        by the words that the command has left with it, and ends the process.
     3. If even that does not come to an end, a signal handler does.

   Nothing but one thread of the process speaks at the end: `sett_watch_end`
   takes the word for the command and does not return if the watch has it.
   A flag that was set stays set until the next `begin`: nothing that ran
   meanwhile may be called complete. */

#ifndef SETT_BASE_WATCH_H
#define SETT_BASE_WATCH_H

#include <stdatomic.h>
#include <stddef.h>

/* What is spent; a bit set. */
enum {
  SETT_SPENT_TIME = 1,
  SETT_SPENT_MEMORY = 2,
  SETT_SPENT_PATIENCE = 4 /* the user's: a signal */
};

typedef struct sett_watch_orders {
  double seconds;                  /* from now on; 0: no limit */
  size_t memory;                   /* bytes of this process; 0: no limit */
  const volatile int *interrupted; /* set by a signal handler; may be null */
  /* Says what is known, in another thread than the one that works, and gives
     the exit status; null: one line on standard error, and status 3. */
  int (*last_words) (void *context, unsigned spent);
  void *context;
} sett_watch_orders;

/* Begins, or begins anew with other orders. */
void sett_watch_begin (const sett_watch_orders *);
void sett_watch_end (void); /* also without a begin */

/* What the process is busy with, for the last words: "reading the model".  The
   text must last. */
void sett_watch_phase (const char *);

/* Where the user's own code is, which may not return; null: outside of it. */
extern const char *volatile sett_watch_within;

/* The phase in words, for a sentence that goes on "while": also where the
   user's code is. */
void sett_watch_describe (char *out, size_t room);

extern atomic_uint sett_watch_flag;

static inline unsigned sett_watch_spent (void) {
  return atomic_load_explicit (&sett_watch_flag, memory_order_relaxed);
}

/* For those who notice by themselves that something is spent. */
void sett_watch_spend (unsigned what);

/* Somebody wants to be warned before something is spent, so that he can save
   what he has done: what would be spent is told by `sett_watch_warned` first.
   Who begins to save says so, may take as long as it needs, and then spends
   it; if nobody says so within a second it is spent all the same. */
void sett_watch_warn_first (int wanted);
unsigned sett_watch_warned (void);
void sett_watch_saving (int begins);

/* Before new work: what others have noticed counts no more if nobody
   watches. */
void sett_watch_refresh (void);

/* All who work have stopped: from now on the command comes to its end in
   order, and may take what it needs to say so. */
void sett_watch_heed (void);

/* Nothing can be said but by the last words: waits for them.  Returns only if
   nothing is spent, or nobody watches. */
void sett_watch_give_up (void);

double sett_watch_now (void); /* seconds on a clock that never goes back */

/* What must not be left behind if the watch ends the process: called once,
   unless it is taken back before. */
typedef struct sett_watch_duty {
  void (*perform) (void *context);
  void *context;
  struct sett_watch_duty *next;
} sett_watch_duty;

void sett_watch_oblige (sett_watch_duty *);
void sett_watch_release (sett_watch_duty *);

/* The end of the process, at once: the duties, the temporary folder, and
   nothing else. */
__attribute__ ((noreturn)) void sett_watch_abandon (int status);

#endif
