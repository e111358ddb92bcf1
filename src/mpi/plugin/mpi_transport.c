/* Messages by MPI: see base/transport.h.

   Compiled by mpicc, if there is one, to libsett-mpi.so: nothing else knows
   MPI.  Sends are copied and not waited for; a few may be on their way to each
   rank.  Between the ranks of a search nobody else sends, so that the default
   communicator is ours. */

#include "base/transport.h"

#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TAG 17
#define SLOTS 4 /* messages on their way to a rank */

typedef struct slot {
  MPI_Request request;
  int busy;
  unsigned char bytes[SETT_MESSAGE_BYTES];
} slot;

static slot *slots; /* SLOTS for each rank */
static sett_transport self;

static int is_free (slot *s) {
  int done = 1;
  if (s->busy)
    MPI_Test (&s->request, &done, MPI_STATUS_IGNORE);
  s->busy = !done;
  return done;
}

/* Who cannot send comes again at once; the receiver may want the core. */
static void let_receiver_work (void) {
  enum { TIMES = 16 };
  static unsigned refused;
  if (++refused % TIMES == 0)
    sched_yield ();
}

static int send_message (unsigned to, const void *bytes, size_t size) {
  for (unsigned i = 0; i < SLOTS; i++) {
    slot *s = &slots[to * SLOTS + i];
    if (!is_free (s))
      continue;
    memcpy (s->bytes, bytes, size);
    s->busy = 1;
    MPI_Isend (s->bytes, (int)size, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD,
               &s->request);
    return 1;
  }
  let_receiver_work ();
  return 0;
}

static size_t receive_message (void *bytes, unsigned *from) {
  MPI_Status status;
  int there = 0, size = 0;
  MPI_Iprobe (MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
  if (!there)
    return 0;
  MPI_Get_count (&status, MPI_BYTE, &size);
  MPI_Recv (bytes, size, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD,
            MPI_STATUS_IGNORE);
  *from = (unsigned)status.MPI_SOURCE;
  return (size_t)size;
}

/* Where there are more ranks than cores, those that wait let others work.  One
   that has slept comes at once when there is something for it; one that has
   yielded comes last of all, on a machine with other work after a tenth of a
   second. */
static void let_others_work (unsigned tries) {
  enum { YIELDS = 4, NANOSECONDS = 20000 };
  if (tries < YIELDS)
    sched_yield ();
  else
    nanosleep (&(struct timespec){.tv_nsec = NANOSECONDS}, NULL);
}

static void wait_for (MPI_Request *request, void (*meanwhile) (void *),
                      void *context) {
  int done = 0;
  for (unsigned tries = 0;; tries += tries < UINT_MAX) {
    MPI_Test (request, &done, MPI_STATUS_IGNORE);
    if (done)
      return;
    if (meanwhile)
      meanwhile (context);
    let_others_work (tries);
  }
}

static void sum (uint64_t *numbers, unsigned count, void (*meanwhile) (void *),
                 void *context) {
  MPI_Request request;
  MPI_Iallreduce (MPI_IN_PLACE, numbers, (int)count, MPI_UINT64_T, MPI_SUM,
                  MPI_COMM_WORLD, &request);
  wait_for (&request, meanwhile, context);
}

static void broadcast (unsigned from, void *bytes, size_t size) {
  MPI_Request request;
  MPI_Ibcast (bytes, (int)size, MPI_BYTE, (int)from, MPI_COMM_WORLD, &request);
  wait_for (&request, NULL, NULL);
}

static void close_all (void) {
  for (unsigned i = 0; i < self.ranks * SLOTS; i++)
    while (!is_free (&slots[i]))
      ;
  free (slots);
  MPI_Finalize ();
}

static void abandon (int status) {
  MPI_Abort (MPI_COMM_WORLD, status);
}

static unsigned count_local (void) {
  MPI_Comm here;
  int count = 1;
  MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                       &here);
  MPI_Comm_size (here, &count);
  MPI_Comm_free (&here);
  return (unsigned)count;
}

const sett_transport *sett_transport_open (void);

const sett_transport *sett_transport_open (void) {
  int rank, ranks, provided;
  if (MPI_Init_thread (NULL, NULL, MPI_THREAD_FUNNELED, &provided))
    return NULL;
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks);
  slots = calloc ((size_t)ranks * SLOTS, sizeof *slots);
  if (!slots)
    MPI_Abort (MPI_COMM_WORLD, 4);
  self = (sett_transport){.rank = (unsigned)rank,
                          .ranks = (unsigned)ranks,
                          .local = count_local (),
                          .send = send_message,
                          .receive = receive_message,
                          .sum = sum,
                          .broadcast = broadcast,
                          .close = close_all,
                          .abandon = abandon};
  return &self;
}
