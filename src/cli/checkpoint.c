/* Checkpoints of `sett check`: see checkpoint.h.

       head      what was asked, and of what; numbers for `sett info`
       results   of the searches that are over, one after the other
       search    the one that runs (search/saved_run.c)

   Nothing is read from a file of another version, or for a model of which one
   byte, or the code that is generated from it, has changed: numbers of
   transitions and places in states would mean something else. */

#include "cli/checkpoint.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/transport.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

/*------------------------------------------------------------------------*/
/* The head. */

static uint64_t hash_of (const char *text) {
  return XXH3_64bits (text, strlen (text));
}

static void save_words (sett_saver *saver, const sett_strings *words) {
  sett_save_number (saver, words->count);
  for (size_t i = 0; i < words->count; i++)
    sett_save_text (saver, words->at[i]);
}

static unsigned threads_of (const sett_search_options *o) {
  return o->threads ? o->threads : o->workers;
}

static uint64_t count_violations (const sett_checkpoints *c) {
  uint64_t seen = c->current->result.violations_seen;
  for (size_t i = 0; i < c->runs.count; i++)
    seen += c->runs.at[i]->result.violations_seen;
  return seen;
}

void sett_checkpoint_head_save (const sett_checkpoint_head *head,
                                const sett_strings *words, sett_saver *saver) {
  char folder[PATH_MAX];
  sett_save_part (saver, "head    ");
  sett_save_text (saver, SETT_VERSION);
  sett_save_number (saver, head->kind);
  sett_save_text (saver, getcwd (folder, sizeof folder) ? folder : "");
  sett_save_text (saver, head->model);
  sett_save_text (saver, head->property);
  save_words (saver, words);
  sett_save_number (saver, head->source);
  sett_save_number (saver, head->code);
  sett_save_number (saver, head->workers);
  sett_save_number (saver, head->threads);
  sett_save_number (saver, (uint64_t)time (NULL));
  sett_save_number (saver, head->done);
  sett_save_number (saver, head->properties);
  sett_save_number (saver, head->violations);
  sett_save_number (saver, head->ranks);
  sett_save_number (saver, head->rank);
  sett_save_number (saver, head->id);
  sett_save (saver, &head->statistics, sizeof head->statistics);
}

static void save_head (const sett_checkpoints *c, sett_checkpoint_kind kind,
                       sett_saver *saver, const sett_statistics *statistics) {
  const sett_check_run *t = c->current;
  const sett_checkpoint_head head = {
      .kind = kind,
      .ranks = c->transport ? c->transport->ranks : 0,
      .rank = c->transport ? c->transport->rank : 0,
      .id = c->id,
      .model = (char *)c->input->path,
      .property = (char *)t->item->title,
      .source = hash_of (sett_text_get (&c->input->source)),
      .code = sett_promela_code_hash (t->loaded_model.model),
      .workers = t->search.workers,
      .threads = threads_of (&t->search),
      .done = c->runs.count,
      .properties = c->properties,
      .violations = count_violations (c),
      .statistics = *statistics};
  sett_checkpoint_head_save (&head, &c->options->words, saver);
}

static void load_head (sett_loader *loader, sett_checkpoint_head *head) {
  sett_load_part (loader, "head    ");
  head->version = sett_load_text (loader);
  head->kind = sett_load_number (loader);
  head->folder = sett_load_text (loader);
  head->model = sett_load_text (loader);
  head->property = sett_load_text (loader);
  const uint64_t words = sett_load_count (loader, sizeof (uint64_t));
  for (uint64_t i = 0; i < words && !sett_loader_failed (loader); i++)
    SETT_PUSH (head->words, sett_load_text (loader));
  head->source = sett_load_number (loader);
  head->code = sett_load_number (loader);
  head->workers = sett_load_number (loader);
  head->threads = sett_load_number (loader);
  head->written = sett_load_number (loader);
  head->done = sett_load_number (loader);
  head->properties = sett_load_number (loader);
  head->violations = sett_load_number (loader);
  head->ranks = sett_load_number (loader);
  head->rank = sett_load_number (loader);
  head->id = sett_load_number (loader);
  sett_load (loader, &head->statistics, sizeof head->statistics);
}

void sett_checkpoint_head_release (sett_checkpoint_head *head) {
  sett_strfree (head->version);
  sett_strfree (head->folder);
  sett_strfree (head->model);
  sett_strfree (head->property);
  for (size_t i = 0; i < head->words.count; i++)
    sett_strfree (head->words.at[i]);
  SETT_RELEASE (head->words);
}

/* An older generation that is whole is worth a word. */
static void offer_older (const char *path, sett_text *text) {
  char *older = sett_snapshot_older (path);
  sett_text ignored = {0};
  sett_loader *loader = sett_loader_open (older, &ignored);
  if (loader)
    sett_text_addf (text, "; the one before it is whole: sett resume %s",
                    older);
  sett_loader_close (loader);
  sett_text_release (&ignored);
  sett_strfree (older);
}

static sett_loader *refuse (sett_loader *loader, const char *path,
                            sett_text *reason, int json) {
  offer_older (path, reason);
  sett_loader_close (loader);
  sett_cli_error (json, "'%s' %s", path, sett_text_get (reason));
  sett_text_release (reason);
  return NULL;
}

sett_loader *sett_checkpoint_open (const char *path, sett_checkpoint_head *head,
                                   int json) {
  sett_text reason = {0};
  *head = (sett_checkpoint_head){0};
  sett_loader *loader = sett_loader_open (path, &reason);
  if (!loader)
    return refuse (loader, path, &reason, json);
  load_head (loader, head);
  if (sett_loader_failed (loader))
    sett_text_add (&reason, "is not a checkpoint of 'sett check'");
  else if (strcmp (head->version, SETT_VERSION))
    sett_text_addf (&reason,
                    "was written by Sett %s, and this is Sett " SETT_VERSION,
                    head->version);
  else
    return loader;
  return refuse (loader, path, &reason, json);
}

/*------------------------------------------------------------------------*/
/* Writing. */

static volatile int asked; /* by SIGUSR1 */

static void ask (int number) {
  (void)number;
  asked = 1;
}

volatile int *sett_checkpoint_requests (void) {
  struct sigaction action;
  memset (&action, 0, sizeof action);
  action.sa_handler = ask;
  action.sa_flags = SA_RESTART;
  sigaction (SIGUSR1, &action, NULL);
  return &asked;
}

static void save_search (const sett_checkpoints *c, const char *file,
                         struct sett_run *run,
                         const sett_statistics *statistics, sett_text *error) {
  sett_saver *saver = sett_saver_open (file, error);
  if (!saver)
    return;
  save_head (c, SETT_CHECKPOINT_MODEL, saver, statistics);
  for (size_t i = 0; i < c->runs.count; i++)
    sett_result_save (&c->runs.at[i]->result, saver);
  sett_search_save (run, saver);
  sett_saver_close (saver, error);
}

/* FILE.1.0: the one of rank 0 of every other time. */
static char *piece_name (const sett_checkpoints *c, uint64_t id,
                         unsigned rank) {
  sett_text name = {0};
  sett_text_addf (&name, "%s.%u.%u", c->file, (unsigned)(id & 1), rank);
  char *kept = sett_strdup (sett_text_get (&name));
  sett_text_release (&name);
  return kept;
}

/* It belongs to nothing any more. */
static void remove_older (const char *name) {
  char *older = sett_snapshot_older (name);
  unlink (older);
  sett_strfree (older);
}

/* Each rank has a file; when all are whole the first rank writes which of them
   belong together.  Until then the manifest names those of the time before,
   which have other names. */
static void save_by_all (sett_checkpoints *c, struct sett_run *run,
                         const sett_statistics *statistics, sett_text *error) {
  const sett_transport *t = c->transport;
  sett_statistics all = *statistics;
  uint64_t numbers[2] = {statistics->states, statistics->transitions};
  t->sum (numbers, 2, NULL, NULL);
  all.states = numbers[0];
  all.transitions = numbers[1];
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  c->id = ((uint64_t)now.tv_sec << 30 | (uint64_t)now.tv_nsec) << 1 |
          ((c->id & 1) ^ 1);
  t->broadcast (0, &c->id, sizeof c->id);
  char *name = piece_name (c, c->id, t->rank);
  save_search (c, name, run, statistics, error);
  remove_older (name);
  uint64_t failed = error->length != 0;
  t->sum (&failed, 1, NULL, NULL);
  if (!failed && !t->rank) {
    sett_saver *saver = sett_saver_open (c->file, error);
    if (saver) {
      save_head (c, SETT_CHECKPOINT_MANIFEST, saver, &all);
      sett_saver_close (saver, error);
    }
  } else if (!error->length && failed)
    sett_text_add (error, "another rank cannot write its part");
  sett_strfree (name);
  failed = error->length != 0;
  t->sum (&failed, 1, NULL, NULL);
  if (failed)
    c->id ^= 1; /* the names of this time again */
}

/* A checkpoint that cannot be written is no reason to stop: the one before it
   is still there. */
static void write_checkpoint (void *context, struct sett_run *run,
                              const sett_statistics *statistics) {
  sett_checkpoints *c = context;
  sett_text error = {0};
  if (c->transport)
    save_by_all (c, run, statistics, &error);
  else
    save_search (c, c->file, run, statistics, &error);
  c->failed = error.length != 0;
  if (c->failed)
    sett_cli_say ("%s; the search goes on", sett_text_get (&error));
  else if (c->options->verbose)
    sett_cli_say ("checkpoint: %llu states",
                  (unsigned long long)statistics->states);
  sett_text_release (&error);
}

/*------------------------------------------------------------------------*/
/* Ranks. */

static sett_exit refuse_ranks (const sett_checkpoints *c) {
  const int json = c->options->json;
  const unsigned ranks = (unsigned)c->head->ranks;
  if (c->head->kind == SETT_CHECKPOINT_MANIFEST)
    return sett_cli_error (json,
                           "'%s' was written by %u ranks, and states belong to "
                           "ranks: mpirun -n %u sett resume %s",
                           c->file, ranks, ranks, c->file);
  if (ranks)
    return sett_cli_error (json,
                           "'%s' is the part of one rank of %u: resume the "
                           "file without numbers behind its name",
                           c->file, ranks);
  return sett_cli_error (json,
                         "'%s' was written by a process without others: resume "
                         "it without mpirun",
                         c->file);
}

static sett_exit open_piece (sett_checkpoints *c) {
  const uint64_t id = c->head->id;
  char *name = piece_name (c, id, c->transport->rank);
  sett_exit status = SETT_EXIT_FINE;
  c->piece = sett_checkpoint_open (name, &c->piece_head, c->options->json);
  if (!c->piece)
    status = SETT_EXIT_USAGE;
  else if (c->piece_head.id != id || c->piece_head.ranks != c->head->ranks ||
           c->piece_head.rank != c->transport->rank)
    status = sett_cli_error (c->options->json,
                             "'%s' does not belong to '%s'; begin anew with "
                             "'sett check'",
                             name, c->file);
  else {
    c->loader = c->piece;
    c->head = &c->piece_head;
    c->id = id;
  }
  sett_strfree (name);
  return status;
}

sett_exit sett_checkpoints_join (sett_checkpoints *c,
                                 const sett_transport *transport) {
  c->transport = transport;
  if (!c->file || !c->loader)
    return SETT_EXIT_FINE;
  const uint64_t ranks =
      c->head->kind == SETT_CHECKPOINT_MANIFEST ? c->head->ranks : 0;
  const int is_piece = c->head->kind == SETT_CHECKPOINT_MODEL && c->head->ranks;
  if (is_piece || ranks != (transport ? transport->ranks : 0))
    return refuse_ranks (c);
  return transport ? open_piece (c) : SETT_EXIT_FINE;
}

static void remove_pieces_of (const sett_checkpoints *c, unsigned rank) {
  for (uint64_t id = 0; id < 2; id++) {
    char *name = piece_name (c, id, rank);
    sett_snapshot_remove (name);
    sett_strfree (name);
  }
}

/* Those of all ranks, when no manifest names them any more: wherever it is
   interrupted there is a whole checkpoint, or none. */
static void remove_pieces (const sett_checkpoints *c) {
  SETT_ASSERT (c->transport && !c->transport->rank);
  for (unsigned rank = 0; rank < c->transport->ranks; rank++)
    remove_pieces_of (c, rank);
}

/*------------------------------------------------------------------------*/
/* Beginning and ending. */

uint64_t sett_checkpoint_kill_at (void) {
#ifdef SETT_MUTANTS
  const char *text = getenv ("SETT_CHECKPOINT_KILL");
  return text ? strtoull (text, NULL, 10) : 0;
#else
  return 0;
#endif
}

sett_exit sett_checkpoint_refuse_existing (const char *file, int json) {
  signal (SIGUSR1, SIG_IGN); /* there is nothing to save yet */
  if (access (file, F_OK))
    return SETT_EXIT_FINE;
  return sett_cli_error (json,
                         "'%s' is there already: 'sett resume %s' goes on "
                         "from it; remove it to begin anew",
                         file, file);
}

sett_exit sett_checkpoints_check (const sett_checkpoints *c) {
  const sett_options *o = c->options;
  if (!c->file)
    return sett_options_has (o, "every")
               ? sett_cli_error (o->json, "--every needs --checkpoint FILE")
               : SETT_EXIT_FINE;
  if (o->gpu)
    return sett_cli_error (o->json, "--checkpoint does not go with --gpu");
  return c->loader ? SETT_EXIT_FINE
                   : sett_checkpoint_refuse_existing (c->file, o->json);
}

sett_exit sett_checkpoints_compare_source (const sett_checkpoints *c) {
  if (!c->loader ||
      hash_of (sett_text_get (&c->input->source)) == c->head->source)
    return SETT_EXIT_FINE;
  return sett_cli_error (c->options->json,
                         "'%s' is not the model of which '%s' is a checkpoint: "
                         "it has changed; begin anew with 'sett check'",
                         c->input->path, c->file);
}

static sett_exit refuse_search (const sett_checkpoints *c, const char *reason) {
  return sett_cli_error (c->options->json, "--checkpoint: %s", reason);
}

/* Is it the search that was saved? */
static int goes_on (const sett_checkpoints *c) {
  return c->loader && c->runs.count == c->head->done;
}

static sett_exit equip_to_go_on (sett_checkpoints *c, sett_check_run *t) {
  const int json = c->options->json;
  const unsigned threads = c->threads ? c->threads : (unsigned)c->head->threads;
  if (sett_promela_code_hash (t->loaded_model.model) != c->head->code)
    return sett_cli_error (json,
                           "'%s' was written by another build of Sett; begin "
                           "anew with 'sett check'",
                           c->file);
  if (c->threads &&
      !sett_search_fits_threads (t->loaded_model.model, &t->search, c->threads))
    return sett_cli_error (json,
                           "-j %u: the search was begun with %u, and its order "
                           "needs as many; leave -j out",
                           c->threads, (unsigned)c->head->threads);
  t->search.threads = threads;
  t->search.from = c->loader;
  return SETT_EXIT_FINE;
}

sett_exit sett_checkpoint_probe (const char *file, int json) {
  sett_text error = {0};
  sett_exit status = SETT_EXIT_FINE;
  sett_saver *saver = sett_saver_open (file, &error);
  if (saver)
    sett_saver_abandon (saver);
  else
    status = sett_cli_error (json, "%s", sett_text_get (&error));
  sett_text_release (&error);
  return status;
}

sett_exit sett_checkpoints_equip (sett_checkpoints *c, sett_check_run *t) {
  if (!c->file)
    return SETT_EXIT_FINE;
  const char *reason = sett_search_refuses_checkpoints (&t->search);
  if (t->loaded_model.model->single_threaded)
    reason = "the C code in this model has memory outside the state, which "
             "cannot be saved; leave it out";
  sett_exit status = reason ? refuse_search (c, reason)
                     : c->transport && c->transport->rank
                         ? SETT_EXIT_FINE
                         : sett_checkpoint_probe (c->file, c->options->json);
  if (!status && goes_on (c))
    status = equip_to_go_on (c, t);
  if (status)
    return status;
  c->current = t;
  c->orders = (sett_checkpointing){.every = c->options->every,
                                   .asked = sett_checkpoint_requests (),
                                   .write = write_checkpoint,
                                   .context = c,
                                   .kill_at = sett_checkpoint_kill_at (),
                                   .mutant = sett_check_run_mutant ()};
  t->search.checkpointing = &c->orders;
  return SETT_EXIT_FINE;
}

int sett_checkpoints_recall (sett_checkpoints *c, sett_check_run *t) {
  if (!c->loader || c->runs.count >= c->head->done)
    return 0;
  sett_result_restore (&t->result, t->loaded_model.model, c->loader);
  sett_check_run_lock ();
  t->done = 1;
  sett_check_run_unlock ();
  return 1;
}

void sett_checkpoints_note (sett_checkpoints *c, const sett_check_run *t) {
  SETT_ASSERT (!c->current || c->current == t);
  c->current = NULL;
  SETT_PUSH (c->runs, t);
}

void sett_checkpoint_end (const char *file, const sett_options *o,
                          unsigned limits_hit) {
  const unsigned ended =
      SETT_LIMIT_TIME | SETT_LIMIT_MEMORY | SETT_LIMIT_INTERRUPT;
  if (!(limits_hit & ended))
    sett_snapshot_remove (file);
  else if (!access (file, F_OK) && !o->quiet && !o->json)
    sett_cli_say ("to go on: sett resume %s", file);
}

void sett_checkpoints_end (const sett_checkpoints *c, unsigned limits_hit) {
  const unsigned ended =
      SETT_LIMIT_TIME | SETT_LIMIT_MEMORY | SETT_LIMIT_INTERRUPT;
  if (!c->file || (c->transport && c->transport->rank))
    return;
  sett_checkpoint_end (c->file, c->options, limits_hit);
  if (c->transport && !(limits_hit & ended))
    remove_pieces (c);
}

void sett_checkpoints_release (sett_checkpoints *c) {
  sett_loader_close (c->piece);
  sett_checkpoint_head_release (&c->piece_head);
  SETT_RELEASE (c->runs);
}
