/* What is known of a process for good, whichever process of the machine it is
   in each execution. */

#ifndef SETT_SHARED_MEMBER_H
#define SETT_SHARED_MEMBER_H

#include "base/vector.h"
#include "shared/counterexample.h"

/* Code that has no addresses (of a Java virtual machine) has names: an address
   in a counterexample is the number of one, plus 1 where it is one of a stack.
 */
typedef struct sett_named_frame {
  char function[96], file[96];
  uint32_t line;
  uint8_t foreign; /* not the program's own */
} sett_named_frame;

#define SETT_MOST_MODULES 64
typedef struct sett_module {
  char path[256];
  uintptr_t base, low, high; /* load bias; addresses of its segments */
} sett_module;

/* A granule of memory that is used in a special way (knowledge.h). */
typedef struct sett_special {
  uintptr_t granule;
  uint8_t visible;  /* accesses are events */
  uint8_t reported; /* its races were reported */
  uint8_t mixed;    /* accessed in several sizes: one object */
  uint8_t handled;  /* read by handlers of signals */
} sett_special;

typedef SETT_VECTOR (sett_special) sett_specials; /* by address */

typedef struct sett_table {
  void *at;
  size_t mask;
  uint32_t era;
} sett_table;

/* Whoever waits for the turn waits until its name is called: the tickets of
   processes that are no longer needed are never called again. */
typedef struct sett_seat {
  volatile uint32_t turn __attribute__ ((aligned (64))); /* ticket + 1 */
  volatile uint32_t sleeps; /* ...and it must be woken */
} sett_seat;

/* What is known of a process for good, whichever process of the machine it is
   in each execution. */
typedef struct sett_member {
  char name[32];
  /* Where it waits for its turn.  The second seat is for the program that a
     process of the beginning has become: that one goes on in a copy, since the
     process itself is needed for the next execution. */
  sett_seat seats[2];
  uint8_t seat; /* the one that counts in this execution */
  uint32_t
      ticket; /* ...and what its turn is called there, less 1 (processes.h) */
  int machine[2]; /* processes of the machine; 0: none */
  int former;     /* one more, of which the second is a child (crash.c) */
  volatile uint32_t started __attribute__ ((aligned (64)));
  uint8_t main;         /* number of its first thread */
  uint8_t instrumented; /* the program that it begins with is */
  uint8_t stands_in;    /* for a Java program (errand.h) */
  uint8_t unseen; /* it had threads whose accesses to memory were not seen */

  /* What was learnt about it. */
  uint32_t habits;
  sett_specials specials;
  struct sett_objects *objects; /* numbers of its objects (object_table.c) */

  /* Tables of one that comes and goes with executions (cells.c, owners.c,
     lockset.c). */
  sett_table tables[4];
  sett_table first_pages; /* of one of the beginning, likewise (owners.c) */
  /* Numbers of pages that are known to be shared, from a checkpoint: it takes
     them over when it goes on (owners.c). */
  uintptr_t *known_pages;
  uint32_t known_page_count;

  uint64_t digest[2], first_digest[2]; /* of its state; at its snapshot */
  struct sett_told *told; /* ...and what it knows of the past (clocks.h) */

  sett_module modules[SETT_MOST_MODULES];
  uint32_t module_count;
  sett_named_frame *frames; /* null: its code has addresses */
  uint32_t frame_count;
  uint32_t images; /* when narrating: so often it has become another program */
} sett_member;

/* A program that a process was before: what its addresses meant. */
#define SETT_MOST_FORMERS 16
typedef struct sett_former {
  uint32_t process, image;
  sett_member member;
} sett_former;

#endif
