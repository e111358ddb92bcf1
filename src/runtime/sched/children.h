/* Parents and children: who waits for whose end. */

#ifndef SETT_RUNTIME_CHILDREN_H
#define SETT_RUNTIME_CHILDREN_H

#include "runtime/core/os_model.h"

/* In the event in which it is born. */
void sett_children_add (unsigned child);

/* Has this process children? */
int sett_children_there (void);

/* In the event in which this process ends; its status is known. */
void sett_children_end (void);

/* Waits for a child: PROCESS as waitpid has it.  The number of the child, 0, or
   minus an error. */
typedef struct sett_wait_request {
  int process;
  int hangs;   /* not WNOHANG */
  int keeps;   /* WNOWAIT */
  int *status; /* of the child */
} sett_wait_request;

long sett_children_wait (const sett_wait_request *, uintptr_t place);

/* The process that the program knows by this number; -1: none. */
int sett_children_find (int number);

/* A child with this number that has ended so; 0: none has. */
void sett_children_describe (int process, int status, siginfo_t *);

#endif
