/* Mutexes. */

#ifndef SETT_RUNTIME_MUTEX_H
#define SETT_RUNTIME_MUTEX_H

#include "runtime/core/os_model.h"
#include "runtime/core/engine.h"

#include <pthread.h>

/* A mutex under control.  The fields lie where the C library has them, so that
   initialisers work. */
typedef struct sett_mutex {
  int unused;
  unsigned depth;  /* of a recursive one */
  int owner;       /* thread plus 1; 0: free */
  unsigned health; /* of a robust one: see mutex.c */
  int kind;
  int unused_too;
  uint8_t user; /* see sett_use_by_process */
} sett_mutex;

static inline sett_mutex *sett_mutex_of (const void *m) {
  return (sett_mutex *)m;
}

/* What waiting for a condition does with its mutex, and how it gets it again:
   the result is that of a lock. */
void sett_mutex_give (void *mutex, uintptr_t place);
int sett_mutex_take (void *mutex, uintptr_t place);

/* What C11's functions do, called at `place`. */
void sett_mutex_init (void *mutex, int kind, uintptr_t place);
void sett_mutex_destroy (void *mutex, uintptr_t place);
int sett_mutex_lock (void *mutex, uintptr_t place);
int sett_mutex_try (void *mutex, sett_operation, int failure, uintptr_t place);
int sett_mutex_unlock (void *mutex, uintptr_t place);

/* A lock, a condition, a semaphore or a barrier in memory that processes share
   must have been made for that, if several of them use it: else who waits in
   the kernel is woken by its own process only.  `user' is the first one,
   plus 1. */
void sett_use_by_process (const void *object, int for_all, uint8_t *user,
                          const char *what, uintptr_t place);

/* Others can notice when this lock is released: an event. */
static inline int sett_release_visible (const void *lock) {
  return engine.release_visible || sett_is_shared (lock);
}

/* The process ends: processes that share them with it can have its robust
   mutexes. */
void sett_mutex_process_dies (void);

/* The running thread ends: others can have the robust mutexes that it has. */
void sett_mutex_owner_dies (void);

/* Locks of any kind that a thread has. */
void sett_held_add (void *lock, int shared, uintptr_t place);
void sett_held_remove (void *lock);
/* The running thread had another number before: its locks know it by that. */
void sett_held_renumber (unsigned old);
/* As far as is known: too many cannot be remembered. */
const sett_held *sett_held_find (const void *lock);
int sett_held_by_anybody (const void *lock);

#endif
