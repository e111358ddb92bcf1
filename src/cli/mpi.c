/* Ranks of MPI: see mpi.h.

   Only the first rank speaks.  What another one has to say about its own
   failure (a model that it cannot read) is held until all have agreed whether
   to go on: then the first rank says it, unless it has failed as well and has
   said it already.

   Agreement: each search is preceded by one call of `agree` on every rank.  A
   rank that fails before calls it at its end; then all end. */

#include "cli/mpi.h"

#include "base/assert.h"
#include "base/text.h"
#include "cli/rank_guard.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What launchers leave in the environment: a number of ranks. */
static const char *const counts[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE",
                                     "MPI_LOCALNRANKS"};
static const char *const marks[] = {"PMI_RANK", "OMPI_COMM_WORLD_RANK",
                                    "PMIX_RANK"};

static int is_launched (void) {
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (getenv (marks[i]))
      return 1;
  return 0;
}

int sett_cli_ranks_are_many (void) {
  for (size_t i = 0; is_launched () && i < sizeof counts / sizeof *counts;
       i++) {
    const char *text = getenv (counts[i]);
    if (text && strtoul (text, NULL, 10) > 1)
      return 1;
  }
  return 0;
}

/* Beside the program, or where it is installed. */
static void *open_plugin (sett_text *error) {
  static const char *const places[] = {"libsett-mpi.so",
                                       "../lib/sett/libsett-mpi.so"};
  char home[PATH_MAX];
  const ssize_t length = readlink ("/proc/self/exe", home, sizeof home - 1);
  home[length > 0 ? length : 0] = 0;
  char *slash = strrchr (home, '/');
  for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
    sett_text path = {0};
    sett_text_add_bytes (&path, home, (size_t)(slash - home) + 1);
    sett_text_add (&path, places[i]);
    const int there = !access (sett_text_get (&path), R_OK);
    void *plugin =
        there ? dlopen (sett_text_get (&path), RTLD_NOW | RTLD_GLOBAL) : NULL;
    sett_text_release (&path);
    if (plugin)
      return plugin;
    if (there) {
      sett_text_add (error, dlerror ());
      return NULL;
    }
  }
  sett_text_add (error,
                 "libsett-mpi.so is missing: it is built where mpicc is");
  return NULL;
}

/* What is printed there goes to memory. */
static int hold (int stream) {
  const int memory = memfd_create ("messages", MFD_CLOEXEC);
  if (memory >= 0)
    dup2 (memory, stream);
  return memory;
}

/* But an error of Sett's own, after which nobody will agree about anything. */
static void hold_messages (sett_cli_ranks *r) {
  const int messages = fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (messages >= 0)
    sett_internal_error_to (messages);
  for (int i = 0; i < 2; i++)
    r->held[i] = hold (i + 1);
}

/* Standard output, and errors, of a rank that cannot come along. */
typedef struct messages {
  uint64_t size[2];
  char text[2][4000];
} messages;

static messages collect (const sett_cli_ranks *r) {
  messages m = {0};
  fflush (NULL);
  for (int i = 0; i < 2; i++) {
    const ssize_t n =
        r->held[i] < 0 ? 0 : pread (r->held[i], m.text[i], sizeof m.text[i], 0);
    m.size[i] = n > 0 ? (uint64_t)n : 0;
  }
  return m;
}

static void print (const messages *m) {
  fwrite (m->text[0], 1, m->size[0], stdout);
  fwrite (m->text[1], 1, m->size[1], stderr);
}

/* From now on nobody wants to know. */
static void drop_messages (const sett_cli_ranks *r) {
  fflush (NULL);
  for (int i = 0; i < 2; i++)
    if (r->held[i] >= 0 && !ftruncate (r->held[i], 0))
      lseek (r->held[i], 0, SEEK_SET);
}

/* The first one of those that know why, of the first 64, tells the first rank:
   what others print themselves gets lost with some launchers. */
static void tell_first (const sett_cli_ranks *r, uint64_t who) {
  SETT_ASSERT (who && r->transport);
  const sett_transport *t = r->transport;
  const unsigned from = (unsigned)__builtin_ctzll (who);
  messages m = {0};
  if (t->rank == from)
    m = collect (r);
  t->broadcast (from, &m, sizeof m);
  if (!t->rank)
    print (&m);
}

/* Launchers may bind each rank to a core, which its threads would share. */
static void mind_binding (const sett_options *o) {
  cpu_set_t set;
  const long all = sysconf (_SC_NPROCESSORS_ONLN);
  if (o->quiet || o->json || sched_getaffinity (0, sizeof set, &set))
    return;
  const long cores = CPU_COUNT (&set);
  const long threads = (long)o->workers;
  SETT_ASSERT (cores > 0 && threads > 0);
  if (cores < threads && cores < all)
    sett_cli_say ("-j%ld, but a rank is bound to %ld of %ld cores: start it "
                  "with mpirun --bind-to none (Open MPI), or srun "
                  "--cpus-per-task %ld",
                  threads, cores, all, threads);
}

sett_exit sett_cli_ranks_open (sett_cli_ranks *r, const sett_options *o) {
  *r = (sett_cli_ranks){.held = {-1, -1}, .settled = 1};
  const int refused = sett_options_has (o, "mpi") && !o->mpi;
  if (refused || (!o->mpi && !is_launched ()))
    return SETT_EXIT_FINE;
  sett_text error = {0};
  if (sett_cli_ranks_are_many ())
    sett_cli_guard_rank ();
  r->plugin = open_plugin (&error);
  sett_transport_opener *open =
      r->plugin
          ? (sett_transport_opener *)dlsym (r->plugin, SETT_TRANSPORT_OPENER)
          : NULL;
  r->transport = open ? open () : NULL;
  sett_exit status = SETT_EXIT_FINE;
  if (!r->transport)
    status = sett_cli_error (o->json,
                             "cannot search by MPI: %s; install mpich and "
                             "libmpich-dev (or Open MPI) and build again, or "
                             "say --no-mpi",
                             sett_text_get (&error));
  else if (r->transport->rank)
    hold_messages (r);
  if (r->transport && !r->transport->rank)
    mind_binding (o);
  r->settled = 0;
  sett_text_release (&error);
  return status;
}

sett_exit sett_cli_ranks_agree (sett_cli_ranks *r, sett_exit status,
                                uint64_t model) {
  const sett_transport *t = r->transport;
  if (!t)
    return status;
  uint64_t first[2] = {(uint64_t)status, model};
  t->broadcast (0, first, sizeof first);
  const int differs = !status && !first[0] && first[1] != model;
  if (differs)
    status = sett_cli_error (0,
                             "rank %u has read another model than the first "
                             "rank: is the file the same on all machines?",
                             t->rank);
  uint64_t sums[6] = {0};
  sums[status]++;
  if (status && t->rank && t->rank < 64)
    sums[5] = (uint64_t)1 << t->rank;
  t->sum (sums, 6, NULL, NULL);
  if (!first[0] && sums[5])
    tell_first (r, sums[5]);
  drop_messages (r);
  r->settled = 1;
  for (unsigned worst = 5; --worst;)
    if (sums[worst]) {
      r->settled = 2; /* nobody waits for anybody any more */
      return (sett_exit)worst;
    }
  return SETT_EXIT_FINE;
}

void sett_cli_ranks_close (sett_cli_ranks *r, sett_exit status) {
  if (!r->transport)
    return;
  if (!r->settled)
    sett_cli_ranks_agree (r, status ? status : SETT_EXIT_INTERNAL, 0);
  r->transport->close ();
  sett_cli_rank_ends ();
}
