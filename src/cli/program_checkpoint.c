/* Checkpoints of programs: see program_checkpoint.h.

       head        as of models (checkpoint.c): executions count as states
       environment variables: addresses in the program depend on it
       saved       how it goes on (program/supervise.h); as a system of
                   processes?  What is known, as bytes
       found       violations that were found before what was learnt let the
                   search begin anew (program/workers.h)

   The executable and the run-time must be what they were, byte by byte: the
   search knows the program by its addresses.  That it still behaves as it did
   is tested by the run-time, which repeats an execution. */

#include "cli/program_checkpoint.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "program/file_hash.h"
#include "program/java.h"
#include "program/shared_map.h"
#include "stateless/saved.h"
#include "stateless/stateless.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

extern char **environ;

static void mix (uint64_t *hash, uint64_t more) {
  *hash = *hash * 0x9e3779b97f4a7c15u + more;
}

static void mix_text (uint64_t *hash, const char *text) {
  mix (hash, text ? XXH3_64bits (text, strlen (text)) : 0);
}

static void mix_texts (uint64_t *hash, const sett_strings *texts) {
  mix (hash, texts->count);
  for (size_t i = 0; i < texts->count; i++)
    mix_text (hash, texts->at[i]);
}

/* With all that a Procfile says of them. */
static uint64_t hash_programs (const sett_system *system) {
  uint64_t hash = system->parts.count;
  for (size_t i = 0; i < system->parts.count; i++) {
    const sett_part *part = &system->parts.at[i];
    mix (&hash, part->target.hash);
    mix_text (&hash, part->name);
    mix_text (&hash, part->folder);
    mix_texts (&hash, &part->target.arguments);
    mix_texts (&hash, &part->environment);
  }
  return hash;
}

/* The run-time of C programs, the agent and the virtual machine of those in
   Java: what of them there is. */
static uint64_t hash_library (const sett_program_checkpoints *c) {
  const sett_system *system = c->system;
  uint64_t hash = 0;
  if (!sett_system_is_java (system))
    sett_file_hash (c->library, &hash);
  if (sett_system_has_java (system))
    mix (&hash, sett_java_hash_machine (
                    &system->parts.at[sett_system_machine (system)].target));
  return hash;
}

/*------------------------------------------------------------------------*/
/* Writing. */

static void save_environment (sett_saver *saver) {
  uint64_t count = 0;
  while (environ[count])
    count++;
  sett_save_part (saver, "environ ");
  sett_save_number (saver, count);
  for (uint64_t i = 0; i < count; i++)
    sett_save_text (saver, environ[i]);
}

static void save_head (const sett_program_checkpoints *c, sett_saver *saver,
                       const sett_saved_search *what, double seconds) {
  const double before = c->head ? c->head->statistics.seconds : 0;
  const sett_checkpoint_head head = {
      .kind = SETT_CHECKPOINT_PROGRAM,
      .model = (char *)c->system->name,
      .property = (char *)"executions",
      .source = hash_programs (c->system),
      .code = hash_library (c),
      .workers = what->workers,
      .threads = what->workers,
      .done = what->parts_done,
      .properties = what->parts,
      .violations = what->violations,
      .statistics = {.states = what->executions,
                     .transitions = what->events,
                     .depth = what->longest,
                     .seconds = before + seconds}};
  sett_checkpoint_head_save (&head, &c->options->words, saver);
}

static void save_found (const sett_program_checkpoints *c, sett_saver *saver) {
  sett_saved bytes = {0};
  sett_results_pack_found (c->results, &bytes);
  sett_save_part (saver, "found   ");
  sett_save_number (saver, bytes.count);
  sett_save (saver, bytes.at, bytes.count);
  sett_saved_release (&bytes);
}

/* A checkpoint that cannot be written is no reason to stop. */
static void write_checkpoint (void *context, const sett_saved_search *what,
                              double seconds) {
  const sett_program_checkpoints *c = context;
  sett_text error = {0};
  sett_saver *saver = sett_saver_open (c->file, &error);
  if (saver) {
    save_head (c, saver, what, seconds);
    save_environment (saver);
    sett_save_part (saver, "saved   ");
    sett_save_number (saver, what->kind);
    sett_save_number (saver, (uint64_t)what->multi);
    sett_save_number (saver, what->length);
    sett_save (saver, what->bytes, what->length);
    save_found (c, saver);
    sett_saver_close (saver, &error);
  }
  if (error.length)
    sett_cli_say ("%s; the search goes on", sett_text_get (&error));
  else if (c->options->verbose)
    sett_cli_say ("checkpoint: %llu executions",
                  (unsigned long long)what->executions);
  sett_text_release (&error);
  if (c->kill_at)
    raise (SIGKILL);
}

/*------------------------------------------------------------------------*/
/* Beginning. */

static const char *refuses (const sett_program_checkpoints *c) {
  const sett_options *o = c->options;
  if (o->workers > 1 &&
      (o->search == SETT_STATELESS_RANDOM || o->search == SETT_STATELESS_PCT))
    return "walks by chance are saved of one worker; leave -j out";
  if (o->repeats > 1)
    return "a search that is repeated is not saved; leave --repeats out";
  return NULL;
}

sett_exit sett_program_checkpoints_check (const sett_program_checkpoints *c) {
  const sett_options *o = c->options;
  if (!c->file)
    return sett_options_has (o, "every")
               ? sett_cli_error (o->json, "--every needs --checkpoint FILE")
               : SETT_EXIT_FINE;
  const char *reason = refuses (c);
  if (reason)
    return sett_cli_error (o->json, "--checkpoint: %s", reason);
  return c->loader ? SETT_EXIT_FINE
                   : sett_checkpoint_refuse_existing (c->file, o->json);
}

/* The first rank reports. */
static int load_found (const sett_program_checkpoints *c) {
  sett_saved bytes = {0};
  sett_load_part (c->loader, "found   ");
  bytes.count = bytes.room = sett_load_count (c->loader, 1);
  bytes.at = sett_alloc (bytes.count);
  sett_load (c->loader, bytes.at, bytes.count);
  if (!sett_loader_failed (c->loader) && !c->follows)
    sett_results_unpack_found (c->results, &bytes);
  const int fine = !bytes.failed && !sett_loader_failed (c->loader);
  sett_saved_release (&bytes);
  return fine;
}

static sett_exit load_saved (sett_program_checkpoints *c, sett_job *job) {
  sett_load_part (c->loader, "saved   ");
  job->saved_as = (sett_saved_kind)sett_load_number (c->loader);
  job->orders.multi = sett_load_number (c->loader) != 0;
  c->saved_length = sett_load_count (c->loader, 1);
  c->saved = sett_zalloc (c->saved_length + 1, 1);
  sett_load (c->loader, c->saved, c->saved_length);
  if (!sett_loader_failed (c->loader) && c->saved_length && load_found (c) &&
      job->saved_as <= SETT_SAVED_PARTS)
    return SETT_EXIT_FINE;
  return sett_cli_error (c->options->json, "'%s' is damaged", c->file);
}

static sett_exit go_on (sett_program_checkpoints *c, sett_job *job) {
  const int json = c->options->json;
  if (hash_programs (c->system) != c->head->source)
    return sett_cli_error (json,
                           "'%s' is not the program of which '%s' is a "
                           "checkpoint: it has changed; begin anew with 'sett "
                           "check'",
                           c->system->name, c->file);
  if (hash_library (c) != c->head->code)
    return sett_cli_error (json,
                           "'%s' was written by another build of Sett; begin "
                           "anew with 'sett check'",
                           c->file);
  const sett_exit status = load_saved (c, job);
  if (job->saved_as == SETT_SAVED_PARTS) {
    job->parts = c->saved;
    job->parts_length = c->saved_length;
    return status;
  }
  job->orders.from = c->saved;
  job->orders.from_length = c->saved_length;
  return status;
}

sett_exit sett_program_checkpoints_equip (sett_program_checkpoints *c,
                                          sett_job *job) {
  if (!c->file)
    return SETT_EXIT_FINE;
  sett_exit status = c->follows
                         ? SETT_EXIT_FINE
                         : sett_checkpoint_probe (c->file, c->options->json);
  if (!status && c->loader)
    status = go_on (c, job);
  if (status)
    return status;
  c->saving = (sett_saving){.every = c->options->every,
                            .asked = sett_checkpoint_requests (),
                            .write = write_checkpoint,
                            .kill_at = c->kill_at,
                            .context = c};
  job->saving = &c->saving;
  job->orders.save_at = c->kill_at;
  return SETT_EXIT_FINE;
}

void sett_program_checkpoints_end (const sett_program_checkpoints *c,
                                   unsigned limits_hit) {
  if (c->file)
    sett_checkpoint_end (c->file, c->options, limits_hit);
}

void sett_program_checkpoints_release (sett_program_checkpoints *c) {
  sett_free (c->saved, c->saved ? c->saved_length + 1 : 0);
}
