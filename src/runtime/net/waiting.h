/* Waiting until one of several descriptors is ready: what poll, select and
   epoll have in common. */

#ifndef SETT_RUNTIME_WAITING_H
#define SETT_RUNTIME_WAITING_H

#include "runtime/files/descriptors.h"

/* More descriptors than a program can have, in one call. */
#define SETT_MOST_WISHES 1024

typedef struct sett_wish {
  const sett_descriptor *model; /* null: it is the kernel's */
  sett_descriptor was; /* what the model was: another thread may close it */
  int number;
  short wanted; /* events, as poll has them */
  short has;    /* the answer */
} sett_wish;

typedef struct sett_question {
  sett_wish *wishes;
  size_t count;
  /* What the question is about can change while the thread waits: called in
     each event, before anything else.  Null: it does not. */
  void (*gather) (struct sett_question *);
  /* Words that say what it is about, and an object that orders accesses to
     memory; `takes': an answer may change them. */
  const uint64_t *words[2];
  unsigned word_count;
  int takes;
  /* Something is ready, the wishes tell what: the result of the call.  True in
     `took' if the thread does not get the same answer again. */
  long (*answer) (struct sett_question *);
  int took;
  void *to; /* where the answer goes... */
  long most;
  int limited; /* ...after so long at most */
  uint64_t nanoseconds;
  const uint64_t *mask; /* of signals, meanwhile; null: as it is */
} sett_question;

/* A wish for this number. */
sett_wish sett_wish_for (int number, short wanted);

/* Which events does it have now? */
short sett_wish_look (const sett_wish *);

/* Asks until there is an answer; gives it, or 0 when time is out, or -EINTR. */
long sett_wait_for (sett_question *, uintptr_t place);

/* Before a transfer that the model has nothing to say about: if it would wait
   for the world outside, the execution ends. */
void sett_wait_ready (long number, int writes, uintptr_t place);

#endif
