/* Steps and the sinks that receive them.

   This header is compiled twice: by Sett, and at the head of every generated
   model, so that both sides agree on the layout.  It therefore includes
   nothing when SETT_GENERATED is defined.

   With SETT_DEVICE the model is compiled for a GPU (gpu/search.cl), in OpenCL
   C: there steps go to the kernel at once, and no sink has to hold them. */

#ifndef SETT_KERNEL_STEP_H
#define SETT_KERNEL_STEP_H

#ifdef SETT_GENERATED
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
#else
#include <stdint.h>
#endif

#define SETT_NO_PROCESS 0xffffu /* no process */
#define SETT_ALONE 0x10000u     /* with a process: only its steps, no yield */
#define SETT_YIELD 0xffffffffu  /* the step by which a holder gives up */

typedef struct sett_step {
  uint32_t transition; /* index below model->transitions, or SETT_YIELD */
  uint16_t process;    /* who moved */
  uint16_t partner;    /* the receiver of a rendezvous, or SETT_NO_PROCESS */
  uint16_t holder;     /* who must go on alone, or SETT_NO_PROCESS: stable */
  uint16_t violation;  /* enum sett_violation_kind, 0: none */
  uint32_t size;       /* bytes of the next state */
  uint32_t offset;     /* where the next state begins in sink->bytes */
} sett_step;

#ifdef SETT_DEVICE

typedef struct sett_sink {
  uint32_t count;      /* of steps */
  uint32_t lost;       /* of these, with a violation and no next state */
  uint32_t bytes_used; /* always 0 */
  int fuses, print;    /* as below */
  unsigned char *received;
  const unsigned char *nothing; /* zeros, as many as the largest process has */
  struct sett_searcher *searcher;
} sett_sink;

#else

/* Where a model puts the steps out of a state.  Before each step the model
   makes sure, by `room`, that a largest state more fits into `bytes`. */
typedef struct sett_sink sett_sink;
struct sett_sink {
  sett_step *steps;
  unsigned char *bytes;
  uint32_t count, steps_room;
  uint32_t bytes_used, bytes_room;
  void (*room) (sett_sink *, uint32_t bytes); /* makes place; may move both */
  /* The model may execute several steps of a holder at once where it has no
     choice, and leave out the transient states between them. */
  int fuses;
  /* Where the model notes by which transitions the partners of a rendezvous
     move, one byte each; null: nobody wants to know. */
  unsigned char *received;
  /* Output of the model's own print statements, for simulation and replay;
     null while searching.  The text belongs to step number `count`. */
  void (*print) (sett_sink *, const char *format, int argc, const int *argv);
  void *context; /* for whoever set `print` */
  /* Where a model notes that it is inside of the user's own C code. */
  const char *volatile *within;
};

#endif

#endif
