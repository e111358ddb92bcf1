/* A state of a random program, and its steps: what the parts of the reference
   share (reference.c begins with what it is). */

#ifndef TESTS_CPP_STATE_H
#define TESTS_CPP_STATE_H

#include "instructions.h"

enum {
  T = MOST_THREADS,
  CELLS = PLAIN + T,
  MOST_OUTPUT = 72,
  ONCES = 3,
  MOST_AT_EXIT = 8
};
enum { UNBORN, ALIVE, DONE }; /* status */
enum {
  AWAKE,
  IN_CONDITION,
  IN_ATOMIC,
  IN_SEMAPHORE = IN_ATOMIC + ATOMIC,
  WOKEN
};
enum { NOT_DONE, BEGUN, COMPLETE };            /* once */
enum { NOTHING, REGISTERED, CLAIMED, CALLED }; /* callbacks */

typedef uint8_t clocks[T];

typedef struct thread {
  uint8_t status, waiting, chosen, exception;
  uint8_t caught[4];
  uint8_t late, alive, uses[2];
  uint8_t objects[2]; /* of the thread, in the order of their construction */
  uint16_t pc;
  uint32_t r;
} thread;

typedef struct scope {
  uint8_t failure; /* exception + 1 */
  uint8_t object, result;
} scope;

typedef struct task {
  uint8_t owners, ready, exception, unused;
  uint32_t value, saved;
} task;

typedef struct state {
  thread threads[T];
  task tasks[SCOPES];
  uint32_t results[T];
  scope scopes[SCOPES];
  uint8_t plain[PLAIN], atomic[ATOMIC];
  uint8_t owner[MUTEXES], depth[MUTEXES], writer, readers[T];
  uint8_t once[ONCES], semaphore, latch, arrived, phase, crossing[T];
  uint8_t stopped[T], callback[T], what[T];
  uint8_t owners_of[MOST_EXCEPTIONS];
  uint8_t object, claimed, is_kept, kept, value, futures;
  uint8_t at_exit[2][MOST_AT_EXIT], registered[2];
  uint8_t length;
  char output[MOST_OUTPUT];
  clocks clock[T], of_atomic[ATOMIC], of_mutex[MUTEXES], of_writer, of_readers,
      of_once[ONCES], of_semaphore, of_latch, of_barrier, of_open, of_stop[T],
      of_task[SCOPES], of_owners[SCOPES], of_exception[MOST_EXCEPTIONS],
      of_object, of_promise, of_claim, of_futures, of_any, of_end[T],
      of_at_exit[2][MOST_AT_EXIT];
  clocks read[CELLS], wrote[CELLS];
} state;

typedef enum verdict { BLOCKED, ON, OVER } verdict;

/* What is being done now; set by reference.c alone. */
extern const program *the_program;
extern const lowered *the_code;
extern result *the_result;

/* Clocks. */
void acquire (state *, unsigned t, const clocks from);
void release (state *, unsigned t, clocks to);
void both (state *, unsigned t, clocks with);

/* An execution ends so. */
verdict over (const char *outcome);
void write_text (state *, const char *);

void see (thread *, unsigned value);
/* The result of a task or a promise: sees it, or has its exception: 0. */
int take_result (state *, thread *, const task *);

/* Whatever the thread does that nobody sees. */
void go_on (state *, unsigned t);

/* What others see: visible.c.  Way: which of several things happens; the first
   is 0. */
verdict jump (state *, unsigned t, const instruction *);
verdict do_atomic (state *, unsigned t, const instruction *, unsigned way);
verdict do_mutex (state *, unsigned t, const instruction *, unsigned way);
verdict do_condition (state *, unsigned t, const instruction *, unsigned way);
verdict do_once (state *, unsigned t, const instruction *);
verdict do_semaphore (state *, unsigned t, const instruction *, unsigned way);
verdict do_latch (state *, unsigned t, const instruction *);
verdict do_thread (state *, unsigned t, const instruction *);
verdict do_stop (state *, unsigned t, const instruction *);

#endif
