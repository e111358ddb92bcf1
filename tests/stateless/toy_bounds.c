/* What an instruction of a toy program may do to an object at most: bounds, as
   somebody would declare them (stateless/persistent_threads.h). */

#include "toy_objects.h"

#define KIND(NAME) (1u << SETT_EFFECT_##NAME)

static int touches (uint32_t object, uint32_t kinds, uint32_t other,
                    uint32_t mask) {
  return object == other && (kinds & mask);
}

int toy_may_touch (const toy_instruction *in, uint32_t object, uint32_t kinds) {
  const uint32_t any = ~0u;
  switch (in->code) {
  case TOY_LOCK:
  case TOY_UNLOCK:
  case TOY_TRYLOCK:
    return touches (object, kinds, LOCKS + in->a, any);
  case TOY_RDLOCK:
  case TOY_RDUNLOCK:
    return touches (object, kinds, RWLOCKS + in->a,
                    KIND (SHARE) | KIND (UNSHARE));
  case TOY_WRLOCK:
  case TOY_WRUNLOCK:
  case TOY_TRYRDLOCK:
  case TOY_TRYWRLOCK:
    return touches (object, kinds, RWLOCKS + in->a, any);
  case TOY_SEM_WAIT:
  case TOY_SEM_TRYWAIT:
  case TOY_SEM_POST:
    return touches (object, kinds, SEMAPHORES + in->a, any);
  case TOY_COUNT_DOWN:
    return touches (object, kinds, LATCHES + in->a, KIND (COUNT));
  case TOY_PASS:
    return touches (object, kinds, LATCHES + in->a, KIND (PASS));
  case TOY_ASK_LATCH:
    return touches (object, kinds, LATCHES + in->a, KIND (ASK));
  case TOY_SEND:
  case TOY_RECEIVE:
  case TOY_COUNT:
    return touches (object, kinds, end_of (in->a, 0), any) ||
           touches (object, kinds, end_of (in->a, 1), any);
  case TOY_WAIT:
  case TOY_TIMEDWAIT:
    return touches (object, kinds, LOCKS + in->b, any) ||
           touches (object, kinds, CONDITIONS + in->a,
                    KIND (ENQUEUE) | KIND (LEAVE));
  case TOY_SIGNAL:
  case TOY_BROADCAST:
    return touches (object, kinds, CONDITIONS + in->a,
                    KIND (SIGNAL) | KIND (LOST));
  case TOY_ARRIVE:
    return touches (object, kinds, BARRIERS + in->a, any);
  case TOY_LOAD:
    return touches (object, kinds, in->a, KIND (LOAD));
  case TOY_TRY_OUT:
    return touches (object, kinds, in->a, KIND (STORE)) ||
           touches (object, kinds, in->c, KIND (LOAD));
  case TOY_DECIDE:
    return touches (object, kinds, in->a, KIND (LOAD)) ||
           touches (object, kinds, in->b, KIND (STORE));
  case TOY_ANSWER:
    return touches (object, kinds, in->a, KIND (LOAD)) ||
           touches (object, kinds, in->b, KIND (LOAD) | KIND (STORE));
  case TOY_ATTEMPT:
    return touches (object, kinds, in->a, KIND (LOAD)) ||
           touches (object, kinds, LOCKS + in->b, any);
  case TOY_SPIN:
    return touches (object, kinds, in->a, KIND (LOAD) | KIND (AWAIT));
  case TOY_SPIN2:
    return touches (object, kinds, in->a, KIND (LOAD) | KIND (AWAIT)) ||
           touches (object, kinds, in->c, KIND (LOAD) | KIND (AWAIT));
  case TOY_ADD:
    return touches (object, kinds, in->a, KIND (ADD));
  case TOY_STORE:
  case TOY_STORE_R:
  case TOY_FETCH:
    return touches (object, kinds, in->a, KIND (STORE));
  case TOY_CAS:
    return touches (object, kinds, in->a, KIND (LOAD) | KIND (STORE));
  case TOY_ATOMIC:
    return touches (object, kinds, in->a, KIND (LOAD)) ||
           touches (object, kinds, in->c, KIND (STORE)) ||
           touches (object, kinds, in->d, KIND (STORE));
  case TOY_WIDE:
    return touches (object, kinds, in->a, KIND (STORE)) ||
           touches (object, kinds, in->c, KIND (STORE));
  case TOY_LOAD_AT:
  case TOY_CAS_AT:
  case TOY_LOCK_AT:
  case TOY_UNLOCK_AT:
  case TOY_STORE_AT:
    return 1;
  default:
    return 0;
  }
}
