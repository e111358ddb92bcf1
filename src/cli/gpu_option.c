/* --gpu: see gpu_option.h.

   What a device does not do is refused by name, before anything starts: nothing
   that was asked for is left out silently. */

#include "cli/gpu_option.h"

#include "base/text.h"
#include "cli/gpu_race.h"
#include "cli/machine.h"
#include "gpu/claim_code.h"
#include "gpu/gpu.h"

#include <stdio.h>
#include <string.h>

enum { RACE_AUTO, RACE_ALWAYS, RACE_NEVER }; /* the words of --race */
#define MOST_PROCESSORS 256u

sett_exit sett_cli_gpu_list (const sett_options *o) {
  sett_text list = {0}, error = {0};
  sett_exit status = SETT_EXIT_FINE;
  if (sett_device_list (&list, &error))
    sett_cli_print (&list);
  else
    status = sett_cli_error (o->json, "%s", sett_text_get (&error));
  sett_text_release (&list);
  sett_text_release (&error);
  return status;
}

/* Others multiply sets, which makes more successors than work-items can hold,
   or keep less; persistent sets are what stubborn ones are better than. */
static int is_reduction (int wish) {
  return wish == SETT_WISH_AUTO || wish == SETT_WISH_NONE ||
         wish == SETT_WISH_AMPLE || wish == SETT_WISH_STUBBORN ||
         wish == SETT_WISH_TWOPHASE;
}

/* Only where the processors' search has the same numbers, and finds what is
   wrong in the same level. */
static int may_race (const sett_options *o) {
  return o->race != RACE_NEVER &&
         sett_store_is_exact ((sett_store_kind)o->store) &&
         (o->reduce == SETT_WISH_AUTO || o->reduce == SETT_WISH_NONE);
}

/* The first option that was given and does not go with --gpu; null: none. */
static const char *find_misfit (const sett_options *o) {
  const struct {
    int given;
    const char *text;
  } rows[] = {
      {!is_reduction (o->reduce),
       "reductions other than ample, stubborn and twophase"},
      {o->cache == SETT_CACHE_SELECTIVE, "--cache selective"},
      {o->sleep, "--sleep"},
      {o->stateless, "--stateless"},
      {o->extend, "--extend"},
      {o->leaps, "--leaps"},
      {o->workers > 1 && !may_race (o),
       "--workers, unless processors race (see --race)"},
      {o->unreached, "--unreached"},
      {o->receptions, "--receptions"},
      {o->overflows, "--overflows"},
      {o->mpi, "--mpi"},
      {o->disk != 0, "--disk"},
      {o->check_model, "--check-model"},
      {o->check_store, "--check-store"},
      {o->check_reduce, "--check-reduce"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].given)
      return rows[i].text;
  return NULL;
}

static sett_exit refuse_property (const sett_properties_item *item, int json,
                                  const char *reason) {
  return sett_cli_error (json,
                         "--gpu does not check '%s': %s; add --property "
                         "safety, or leave --gpu out",
                         item->title, reason);
}

/* A formula or never claim: is its automaton one that a device can follow? */
static sett_exit check_claim (const sett_properties_item *item,
                              const sett_input *input, const sett_options *o) {
  sett_check_run t = {.done = 0};
  const char *reason = NULL;
  sett_exit status = sett_check_run_load (&t, input, o, item, 0);
  if (!status && o->fair)
    reason = "with --fair it is about steps of processes, which a device does "
             "not tell apart";
  else if (!status && t.loaded_model.model->complaint)
    reason = "what it says of a state may be an error";
  else if (!status && t.loaded_model.claim)
    reason = sett_gpu_refuses_claim (t.loaded_model.claim);
  if (reason)
    status = refuse_property (item, o->json, reason);
  sett_check_run_release (&t);
  return status;
}

static sett_exit check_item (const sett_properties_item *item,
                             const sett_input *input, const sett_options *o) {
  switch (item->property.kind) {
  case SETT_PROPERTY_SAFETY:
  case SETT_PROPERTY_TRACE:
    return SETT_EXIT_FINE;
  default:
    return check_claim (item, input, o);
  }
}

sett_exit sett_cli_gpu_check (const sett_properties *to_check,
                              const sett_input *input, const sett_options *o) {
  const char *misfit = find_misfit (o);
  sett_exit status = SETT_EXIT_FINE;
  if (misfit)
    return sett_cli_error (o->json, "--gpu does not go with %s; leave one out",
                           misfit);
  for (size_t i = 0; !status && i < to_check->items.count; i++)
    status = check_item (&to_check->items.at[i], input, o);
  return status;
}

int sett_cli_gpu_fits (const sett_check_run *t, sett_text *refusal) {
  const char *reason = NULL;
  if (sett_promela_device_code (t->loaded_model.model, &reason))
    return 1;
  sett_text_addf (refusal,
                  "--gpu: this model cannot run on a device: %s; leave --gpu "
                  "out",
                  reason);
  return 0;
}

/* The device searches. */
static sett_exit search (sett_check_run *t, const sett_options *o,
                         sett_preparation *p, const char *name) {
  sett_text error = {0};
  sett_gpu_run *run = sett_preparation_wait (p, &error);
  sett_exit status = SETT_EXIT_FINE;
  sett_check_run_lock ();
  snprintf (t->device, sizeof t->device, "%s", name);
  sett_check_run_unlock ();
  if (!run || !sett_gpu_search (run, &t->result, &error))
    status = sett_cli_error (o->json, "%s", sett_text_get (&error));
  else
    sett_preparation_conclude (p, &t->result);
  sett_preparation_end (p);
  sett_text_release (&error);
  return status;
}

static int races (const sett_options *o, const sett_device *device) {
  return may_race (o) &&
         (o->race == RACE_ALWAYS || !sett_device_is_processor (device));
}

/* One is the compiler's. */
static unsigned processors_of (const sett_options *o) {
  const unsigned all = sett_machine_processors ();
  const unsigned spare = all > 1 ? all - 1 : 1;
  const unsigned chosen =
      sett_options_has (o, "workers") ? (unsigned)o->workers : spare;
  return chosen < MOST_PROCESSORS ? chosen : MOST_PROCESSORS;
}

/* What --memory grants the device is enough for them, too, and the rest of what
   the command may use is for others. */
static size_t memory_of (const sett_options *o) {
  const size_t half = sett_check_run_memory (o) / 2;
  return o->memory && o->memory < half ? o->memory : half;
}

/* True: the processors came first. */
static int race (sett_check_run *t, const sett_options *o,
                 sett_preparation *p) {
  const unsigned processors = processors_of (o);
  sett_check_run_lock ();
  t->processors = processors;
  sett_check_run_unlock ();
  if (sett_preparation_race (p, processors, memory_of (o), &t->result))
    return 1;
  sett_check_run_forget (t);
  return 0;
}

static sett_exit refuse_workers (const sett_options *o) {
  return sett_cli_error (o->json,
                         "--gpu does not go with --workers where the device is "
                         "a processor; leave one out, or add --race always");
}

static sett_exit search_on (sett_check_run *t, const sett_options *o,
                            sett_device *device) {
  const char *reason;
  char name[sizeof t->device];
  const int wanted = races (o, device);
  const sett_gpu_request request = {
      .device = device,
      .code = sett_promela_device_code (t->loaded_model.model, &reason),
      .memory = o->memory,
      .bitstate_bytes = o->bitstate_size,
      .mutant = sett_check_run_mutant ()};
  if (!wanted && o->workers > 1) {
    sett_device_close (device);
    return refuse_workers (o);
  }
  snprintf (name, sizeof name, "%s", sett_device_name (device));
  sett_preparation *p = sett_preparation_begin (t->loaded_model.model,
                                                &t->search, &request, wanted);
  return wanted && race (t, o, p) ? SETT_EXIT_FINE : search (t, o, p, name);
}

sett_exit sett_cli_gpu_search (sett_check_run *t, const sett_options *o) {
  sett_text error = {0};
  sett_exit status;
  sett_device *device = sett_device_find (*o->gpu ? o->gpu : NULL, &error);
  if (device)
    status = search_on (t, o, device);
  else
    status = sett_cli_error (o->json, "%s", sett_text_get (&error));
  sett_text_release (&error);
  return status;
}
