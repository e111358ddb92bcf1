/* Semaphores: see semaphore.c. */

#ifndef SETT_RUNTIME_SEMAPHORE_H
#define SETT_RUNTIME_SEMAPHORE_H

/* Of one process, or for all that can reach it. */
void sett_semaphore_init (void *semaphore, unsigned value, int for_all);

#endif
