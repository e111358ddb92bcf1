/* A program that is checked by several ranks: see program_ranks.h.

   Parts of a search mean the same to all ranks only if the program has the same
   addresses everywhere, and those of the stack depend on the size of the
   environment. */

#include "cli/program_ranks.h"

#include "base/memory.h"
#include "base/text.h"
#include "program/system.h"
#include "stateless/stateless.h"

#include <string.h>

extern char **environ;

const char *sett_program_ranks_refuse (const sett_options *o,
                                       const sett_system *system) {
  if (sett_system_has_java (system))
    return "the search of a Java program is not divided among ranks; start "
           "sett without mpirun, with -j N for several virtual machines";
  if (o->stateful)
    return "--stateful: the states are known to one worker only; start sett "
           "without mpirun";
  if (o->checkpoint &&
      (o->search == SETT_STATELESS_RANDOM || o->search == SETT_STATELESS_PCT))
    return "--checkpoint saves walks by chance of one worker; start sett "
           "without mpirun";
  if (o->repeats > 1)
    return "--repeats is for measuring one worker; start sett without mpirun";
  return NULL;
}

/* What launchers say to each rank. */
static int is_of_launcher (const char *word) {
  static const char *const heads[] = {"PMI",    "OMPI_", "MPI",   "HYDI_",
                                      "HYDRA_", "GFORT", "SLURM", "PRTE",
                                      "MPIR_",  "OPAL_"};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    if (!strncmp (word, heads[i], strlen (heads[i])))
      return 1;
  return 0;
}

/* One after the other, each with a zero behind it. */
static void list_environment (sett_text *text) {
  for (char **word = environ; *word; word++)
    if (!is_of_launcher (*word))
      sett_text_add_bytes (text, *word, strlen (*word) + 1);
}

/* It stays until the process ends, as the environment does. */
static void set_environment (char *bytes, size_t length) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++)
    count += !bytes[i];
  char **words = sett_zalloc (count + 1, sizeof *words);
  size_t n = 0;
  for (size_t i = 0; i < length; i += strlen (bytes + i) + 1)
    words[n++] = bytes + i;
  environ = words;
}

void sett_program_ranks_unite (const sett_transport *t) {
  sett_text text = {0};
  list_environment (&text);
  uint64_t length = text.length;
  t->broadcast (0, &length, sizeof length);
  char *bytes = sett_zalloc (length + 1, 1);
  if (!t->rank)
    memcpy (bytes, sett_text_get (&text), length);
  t->broadcast (0, bytes, length);
  set_environment (bytes, length);
  sett_text_release (&text);
}

sett_exit sett_program_ranks_end (const sett_transport *t, sett_exit status) {
  uint64_t told = (uint64_t)status;
  t->broadcast (0, &told, sizeof told);
  return (sett_exit)told;
}
