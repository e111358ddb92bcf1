/* What the instructions of toy programs are called, and as which operation they
   count. */

#include "toy.h"

typedef struct instruction_info {
  uint8_t operation;
  const char *text;
} instruction_info;

static const instruction_info infos[TOY_CODES] = {
    [TOY_LOCK] = {SETT_DO_LOCK, "lock"},
    [TOY_UNLOCK] = {SETT_DO_UNLOCK, "unlock"},
    [TOY_TRYLOCK] = {SETT_DO_TRYLOCK, "trylock"},
    [TOY_RDLOCK] = {SETT_DO_RDLOCK, "rdlock"},
    [TOY_WRLOCK] = {SETT_DO_WRLOCK, "wrlock"},
    [TOY_TRYRDLOCK] = {SETT_DO_TRYRDLOCK, "tryrdlock"},
    [TOY_TRYWRLOCK] = {SETT_DO_TRYWRLOCK, "trywrlock"},
    [TOY_RDUNLOCK] = {SETT_DO_RWUNLOCK, "rdunlock"},
    [TOY_WRUNLOCK] = {SETT_DO_RWUNLOCK, "wrunlock"},
    [TOY_SEM_WAIT] = {SETT_DO_SEM_WAIT, "sem-wait"},
    [TOY_SEM_TRYWAIT] = {SETT_DO_SEM_TRYWAIT, "sem-trywait"},
    [TOY_SEM_POST] = {SETT_DO_SEM_POST, "sem-post"},
    [TOY_COUNT_DOWN] = {SETT_DO_COUNT_DOWN, "count-down"},
    [TOY_PASS] = {SETT_DO_LATCH, "pass"},
    [TOY_ASK_LATCH] = {SETT_DO_ASK_LATCH, "ask-latch"},
    [TOY_WAIT] = {SETT_DO_WAIT, "wait"},
    [TOY_TIMEDWAIT] = {SETT_DO_WAIT, "timedwait"},
    [TOY_SIGNAL] = {SETT_DO_SIGNAL, "signal"},
    [TOY_BROADCAST] = {SETT_DO_BROADCAST, "broadcast"},
    [TOY_ARRIVE] = {SETT_DO_ARRIVE, "arrive"},
    [TOY_SEND] = {SETT_DO_SEND, "send"},
    [TOY_RECEIVE] = {SETT_DO_RECEIVE, "receive"},
    [TOY_COUNT] = {SETT_DO_LOAD, "count"},
    [TOY_LOAD] = {SETT_DO_LOAD, "load"},
    [TOY_STORE] = {SETT_DO_STORE, "store"},
    [TOY_STORE_R] = {SETT_DO_STORE, "store-r"},
    [TOY_ADD] = {SETT_DO_UPDATE, "add"},
    [TOY_FETCH] = {SETT_DO_UPDATE, "fetch"},
    [TOY_CAS] = {SETT_DO_EXCHANGE, "cas"},
    [TOY_SPIN] = {SETT_DO_LOAD, "spin"},
    [TOY_SPIN2] = {SETT_DO_LOAD, "spin2"},
    [TOY_ATOMIC] = {SETT_DO_ATOMIC, "atomic"},
    [TOY_WIDE] = {SETT_DO_ATOMIC, "wide"},
    [TOY_CREATE] = {SETT_DO_CREATE, "create"},
    [TOY_JOIN] = {SETT_DO_JOIN, "join"},
    [TOY_CHOOSE] = {SETT_DO_CHOOSE, "choose"},
    [TOY_DECIDE] = {SETT_DO_HANDLE, "decide"},
    [TOY_ANSWER] = {SETT_DO_HANDLE, "answer"},
    [TOY_ATTEMPT] = {SETT_DO_TIMEDLOCK, "attempt"},
    [TOY_TRY_OUT] = {SETT_DO_SEND, "try-out"},
    [TOY_LOAD_AT] = {SETT_DO_LOAD, "load-at"},
    [TOY_CAS_AT] = {SETT_DO_EXCHANGE, "cas-at"},
    [TOY_LOCK_AT] = {SETT_DO_LOCK, "lock-at"},
    [TOY_UNLOCK_AT] = {SETT_DO_UNLOCK, "unlock-at"},
    [TOY_STORE_AT] = {SETT_DO_STORE, "store-at"},
    [TOY_END] = {SETT_DO_END, "end"},
    [TOY_SKIP_IF] = {0, "skip-if"},
    [TOY_SKIP_UNLESS] = {0, "skip-unless"},
    [TOY_SKIP] = {0, "skip"},
    [TOY_ASSERT] = {0, "assert-not"},
    [TOY_ASSUME] = {0, "assume-not"},
    [TOY_SET] = {0, "set"},
    [TOY_PLUS] = {0, "plus"},
    [TOY_KEEP] = {0, "keep"},
    [TOY_BACK] = {0, "back"},
    [TOY_GET] = {0, "get"},
    [TOY_PUT] = {0, "put"},
};

const char *toy_name (toy_code code) {
  return infos[code].text;
}

sett_operation toy_operation (toy_code code) {
  return infos[code].operation;
}
