/* What is checked: one program, or several that run as processes of one
   system. */

#ifndef SETT_PROGRAM_SYSTEM_H
#define SETT_PROGRAM_SYSTEM_H

#include "program/target.h"

typedef struct sett_part {
  const char *name; /* of the process */
  sett_target target;
  const char *folder;       /* that it runs in; null: the current one */
  sett_strings environment; /* NAME=value, besides Sett's own */
  uint64_t recorded;        /* by a trace: the executable's hash then */
} sett_part;

typedef struct sett_system {
  const char *name;              /* of the file that describes it */
  SETT_VECTOR (sett_part) parts; /* at least one */
  int multi;                     /* processes of a system, even if it is one */
  sett_strings common;           /* settings of a virtual machine of several */
  sett_arena arena;              /* words that were made for it */
} sett_system;

/* Adds a process. */
sett_part *sett_system_add (sett_system *, const char *name);

/* The number of the process with this name; -1 if there is none. */
int sett_system_find (const sett_system *, const char *name);

/* Java programs: is there nothing else, are there any, and others, too?  All of
   them share one virtual machine... */
int sett_system_is_java (const sett_system *);
int sett_system_has_java (const sett_system *);
int sett_system_is_mixed (const sett_system *);
/* ...whose command is that of this process, if there are any. */
size_t sett_system_machine (const sett_system *);
/* How many processes of the machine it is started with.  If it is mixed the
   last is the virtual machine, and processes stand in for Java programs. */
size_t sett_system_launches (const sett_system *);

/* Prepares a target, or all of them: what has the same sources and flags is
   compiled once.  Targets that were prepared one by one are joined in the end.
   False, with a sentence, when one cannot be checked. */
int sett_system_prepare_part (sett_system *, size_t, struct sett_text *error);
int sett_system_join (sett_system *, struct sett_text *error);
int sett_system_prepare (sett_system *, struct sett_text *error);
void sett_system_release (sett_system *);

#endif
