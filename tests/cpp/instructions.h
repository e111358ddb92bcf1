/* Random programs as instructions for each thread: what C++ does in silence is
   written out. */

#ifndef TESTS_CPP_INSTRUCTIONS_H
#define TESTS_CPP_INSTRUCTIONS_H

#include "program.h"

enum {
  MOST_CODE = 1200,
  MOST_EXCEPTIONS = 40,
  NO_EXCEPTION = 255,
  BROKEN = 254
};

/* Those before I_FIRST_VISIBLE are of the thread alone. */
typedef enum code {
  I_READ,
  I_WRITE,
  I_INCREMENT,
  I_SEE,       /* v */
  I_SEE_READY, /* x0 >= v */
  I_IF_READY,  /* jump if x0 >= v */
  I_TOUCH,
  I_JUMP,
  I_UNLESS_CHOSEN,  /* jump if the register is not v */
  I_NEXT_OF_THREAD, /* choose its last object that is alive; jump: none */
  I_THROW,          /* exception x */
  I_RETHROW,        /* that of scope x; jump: there is none */
  I_CATCH,          /* into x */
  I_SEE_CAUGHT,     /* x */
  I_KEEP,           /* what was thrown is the result of task x */
  I_RESULT,         /* of thread x: what has been seen */
  I_RETURN,         /* of task x: the same */
  I_SEE_RESULT,     /* of thread x */
  I_TAKE,           /* see the result of task x, jump; or it is thrown */
  I_SHARE_FAILURE,  /* scope x gets that of scope v */
  I_SHARE_RESULT,
  I_NEW_FAILURE, /* exception v is that of scope x */
  I_NEW_OBJECT,
  I_NEW_PROMISE,
  I_LATE,       /* the promise is kept when the thread has ended */
  I_NEW_TASK,   /* x, that has v who share it */
  I_BEGIN_TASK, /* x: what has been seen is its own */
  I_END_TASK,
  I_FIRST_VISIBLE,
  I_LOAD = I_FIRST_VISIBLE,
  I_STORE,
  I_ADD,
  I_UNLESS, /* jump if atomic x is not v */
  I_AWAIT,
  I_NOTIFY,
  I_LOCK,
  I_UNLOCK,
  I_TRY, /* jump if it fails */
  I_TIMED,
  I_READ_LOCK,
  I_READ_UNLOCK,
  I_WRITE_LOCK,
  I_WRITE_UNLOCK,
  I_READ_TRY,
  I_SLEEP,
  I_SLEEP_UNLESS_STOPPED, /* jump if it was requested of thread x */
  I_WAKE,
  I_WAKE_TIMED, /* jump if it is late */
  I_SIGNAL,
  I_ONCE, /* jump if it was done */
  I_ONCE_DONE,
  I_ONCE_FAILED,
  I_AT_EXIT,      /* effect v; x: quick */
  I_NEXT_AT_EXIT, /* choose an effect; jump: none */
  I_ACQUIRE,
  I_TRY_ACQUIRE,
  I_RELEASE,
  I_RELEASED,
  I_DOWN,
  I_PASS,
  I_LOOK,
  I_ARRIVE, /* jump unless it is the last one */
  I_OPEN,
  I_CROSS,
  I_SPAWN,
  I_JOIN,
  I_END,
  I_STOP,     /* thread x; v: in silence */
  I_STOPPED,  /* see it; v: jump if so */
  I_REGISTER, /* v: 1 effect, 2 condition; jump: done */
  I_UNREGISTER,
  I_CALLED,
  I_SHARE_OBJECT, /* as of failures */
  I_COUNT,
  I_LOCK_WEAK,   /* jump if it is gone */
  I_DROP_OBJECT, /* of scope x; jump unless it is the last one */
  I_DROP_LOCKED,
  I_DROP_FAILURE, /* of scope x */
  I_DROP_CAUGHT,
  I_DROP_TASK,     /* task x: who shares it */
  I_DROP_KEPT,     /* its exception */
  I_DROP_RESULT,   /* of scope x; SCOPES: the promise's */
  I_DROP_PROMISED, /* the exception of the promise */
  I_DROP_PASSED,   /* what x has caught, which has it still */
  I_DROP_THROWN,   /* exception x */
  I_BREAK,         /* the promise */
  I_SET,           /* the promise: claim it; jump if that was done */
  I_SET_CAUGHT,    /* the same with what x has caught */
  I_READY,         /* v; x: an exception */
  I_READY_LATE,
  I_TASK_READY, /* x */
  I_WAIT_TASK,  /* x */
  I_GET,        /* see it, jump; or it is thrown */
  I_POLL,
  I_SAY,
  I_SAY_LOAD,
  I_SHOW,
  I_FINISH, /* with v */
  I_TERMINATE,
} code;

typedef struct instruction {
  uint8_t code, x, v, w;
  uint16_t jump;
} instruction;

typedef struct lowered {
  instruction code[MOST_THREADS][MOST_CODE];
  unsigned length[MOST_THREADS];
  uint8_t value[MOST_EXCEPTIONS];
  unsigned exceptions;
  int too_large;
} lowered;

void lower (const program *, lowered *);

typedef struct result {
  char **outcomes;
  unsigned count;
  int races;
  unsigned long states;
  int complete;
} result;

/* All orders, of at most so many states. */
void find_outcomes (const program *, const lowered *, unsigned long most,
                    result *);

#endif
