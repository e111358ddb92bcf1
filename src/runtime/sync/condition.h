/* Condition variables. */

#ifndef SETT_RUNTIME_CONDITION_H
#define SETT_RUNTIME_CONDITION_H

#include <stdint.h>
#include <time.h>

/* What C11's functions do, called at `place'. */
void sett_condition_init (void *condition, int shared, uintptr_t place);
void sett_condition_destroy (void *condition, uintptr_t place);
/* Until some time, or (null) as long as it takes. */
int sett_condition_wait (void *condition, void *mutex,
                         const struct timespec *until, uintptr_t place);
int sett_condition_signal (void *condition, uintptr_t place);
int sett_condition_broadcast (void *condition, uintptr_t place);

/* How many threads wait that nobody has woken? */
uint64_t sett_condition_waiters (const void *condition);

#endif
