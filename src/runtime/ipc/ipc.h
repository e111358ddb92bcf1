/* Names of things that processes share: shared memory, semaphores and queues of
   POSIX, keys of System V.  They are known here only, never to the kernel: two
   checks do not disturb each other, and nothing is left behind.

   A name has its place in the OS model for good.  The word there says what it
   leads to in this execution: to create, to open and to remove are accesses to
   this word. */

#ifndef SETT_RUNTIME_IPC_H
#define SETT_RUNTIME_IPC_H

#include "runtime/core/os_model.h"

typedef enum sett_ipc_kind {
  SETT_IPC_MEMORY,    /* shm_open */
  SETT_IPC_SEMAPHORE, /* sem_open */
  SETT_IPC_QUEUE,     /* mq_open */
  SETT_IPC_SEGMENT,   /* shmget */
  SETT_IPC_SET,       /* semget */
  SETT_IPC_MESSAGES,  /* msgget */
} sett_ipc_kind;

/* The place of a name of POSIX ("/name", or without the slash), or of a key of
   System V.  Ends the execution, with a note, if there are too many. */
unsigned sett_ipc_find (sett_ipc_kind, const char *name, uintptr_t place);
unsigned sett_ipc_find_key (sett_ipc_kind, int key, uintptr_t place);

const char *sett_ipc_text (unsigned name);
/* 38 bits. */
uint64_t sett_ipc_hash (unsigned name);

/* A thing that has this name (-1: none) in its present life, or is one more of
   the running thread's: its number among those of its kind, for good. */
unsigned sett_ipc_make (sett_ipc_kind, int name, uintptr_t place);
/* What people know it by: "/name", or a number. */
void sett_ipc_show (sett_ipc_kind, unsigned thing, char *text, size_t size);
/* The name that leads to it now is removed, in an event that goes on. */
void sett_ipc_remove (sett_ipc_kind, unsigned thing);

/* System V: what its flags mean to open, and numbers of things. */
int sett_ipc_flags (long flags);
/* 1 + the number of a thing; or minus an error; 0: it was made just now. */
long sett_ipc_get (sett_ipc_kind, int key, long flags, unsigned *made,
                   uintptr_t place);

/* The running thread looks for the name, in an event: 1 + what it leads to; 0:
   it must be made now; or minus an error.  The flags are those of open. */
long sett_ipc_open (unsigned name, int flags, uintptr_t place);
/* ...and has made it: it leads there. */
void sett_ipc_lead (unsigned name, unsigned thing);
/* The name is removed, in an event: 1 + what it led to; or minus an error. */
long sett_ipc_unlink (unsigned name, uintptr_t place);
/* The same in an event that goes on. */
void sett_ipc_forget (unsigned name);

/* A program that was started by itself must be run as a system of processes to
   have such things: it is run again. */
void sett_ipc_need (void);

#endif
