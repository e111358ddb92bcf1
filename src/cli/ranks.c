/* Ranks of MPI: see ranks.h.

   Only the first rank speaks.  What another one has to say about its own
   failure (a model that it cannot read) is held until all have agreed whether
   to go on: if the first rank has failed as well, it has said it already.

   Agreement: each search is preceded by one call of `agree` on every rank.  A
   rank that fails before calls it at its end; then all end. */

#include "cli/ranks.h"

#include "base/text.h"

#include <dlfcn.h>
#include <limits.h>
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

static void hold_messages (sett_cli_ranks *r) {
  if (!freopen ("/dev/null", "w", stdout))
    fclose (stdout);
  r->errors = dup (2);
  r->held = memfd_create ("messages", MFD_CLOEXEC);
  if (r->held >= 0)
    dup2 (r->held, 2);
}

static void tell_messages (sett_cli_ranks *r) {
  char bytes[4096];
  ssize_t n;
  fflush (stderr);
  dup2 (r->errors, 2);
  lseek (r->held, 0, SEEK_SET);
  while ((n = read (r->held, bytes, sizeof bytes)) > 0)
    if (write (2, bytes, (size_t)n) != n)
      break;
}

static void drop_messages (sett_cli_ranks *r) {
  if (r->held < 0)
    return;
  if (ftruncate (r->held, 0) == 0)
    lseek (r->held, 0, SEEK_SET);
}

sett_exit sett_cli_ranks_open (sett_cli_ranks *r, const sett_options *o) {
  *r = (sett_cli_ranks){.errors = -1, .held = -1, .settled = 1};
  const int refused = sett_options_has (o, "mpi") && !o->mpi;
  if (refused || (!o->mpi && !is_launched ()))
    return SETT_EXIT_FINE;
  sett_text error = {0};
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
  uint64_t sums[5] = {0};
  sums[status]++;
  t->sum (sums, 5, NULL, NULL);
  if (t->rank && status && !first[0] && r->held >= 0)
    tell_messages (r);
  else
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
}
