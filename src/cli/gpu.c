/* --gpu: see gpu.h.

   What a device does not do is refused by name, before anything starts: nothing
   that was asked for is left out silently. */

#include "cli/gpu.h"

#include "base/text.h"
#include "gpu/gpu.h"

#include <stdio.h>
#include <string.h>

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

/* The first option that was given and does not go with --gpu; null: none. */
static const char *find_misfit (const sett_options *o) {
  const struct {
    int given;
    const char *text;
  } rows[] = {
      {o->reduce != SETT_WISH_AUTO && o->reduce != SETT_WISH_NONE, "--reduce"},
      {o->cache == SETT_CACHE_SELECTIVE, "--cache selective"},
      {o->sleep, "--sleep"},
      {o->stateless, "--stateless"},
      {o->extend, "--extend"},
      {o->leaps, "--leaps"},
      {o->store == SETT_STORE_BITSTATE, "--store bitstate"},
      {o->store == SETT_STORE_COMPACT, "--store compact"},
      {o->workers > 1, "--workers"},
      {o->unreached, "--unreached"},
      {o->receptions, "--receptions"},
      {o->overflows, "--overflows"},
      {o->check_model, "--check-model"},
      {o->check_store, "--check-store"},
      {o->check_reduce, "--check-reduce"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].given)
      return rows[i].text;
  return NULL;
}

sett_exit sett_cli_gpu_check (const sett_agenda *agenda,
                              const sett_options *o) {
  const char *misfit = find_misfit (o);
  if (misfit)
    return sett_cli_error (o->json, "--gpu does not go with %s; leave one out",
                           misfit);
  for (size_t i = 0; i < agenda->items.count; i++) {
    const sett_property_kind kind = agenda->items.at[i].property.kind;
    if (kind != SETT_PROPERTY_SAFETY && kind != SETT_PROPERTY_TRACE)
      return sett_cli_error (o->json,
                             "--gpu searches for faults and deadlocks only, "
                             "and '%s' is another property; add --property "
                             "safety, or leave --gpu out",
                             agenda->items.at[i].title);
  }
  return SETT_EXIT_FINE;
}

int sett_cli_gpu_fits (const sett_trial *t, sett_text *refusal) {
  const char *reason = NULL;
  if (sett_promela_device_code (t->subject.model, &reason))
    return 1;
  sett_text_addf (refusal,
                  "--gpu: this model cannot run on a device: %s; leave --gpu "
                  "out",
                  reason);
  return 0;
}

static sett_exit search (sett_trial *t, const sett_options *o,
                         sett_device *device) {
  const char *reason;
  sett_text error = {0};
  sett_exit status = SETT_EXIT_FINE;
  const sett_gpu_request request = {
      .device = device,
      .code = sett_promela_device_code (t->subject.model, &reason),
      .memory = o->memory,
      .mutant = sett_trial_mutant ()};
  snprintf (t->device, sizeof t->device, "%s", sett_device_name (device));
  if (!sett_gpu_search (t->subject.model, &t->search, &request, &t->result,
                        &error))
    status = sett_cli_error (o->json, "%s", sett_text_get (&error));
  sett_text_release (&error);
  return status;
}

sett_exit sett_cli_gpu_search (sett_trial *t, const sett_options *o) {
  sett_text error = {0};
  sett_exit status;
  sett_device *device = sett_device_open (*o->gpu ? o->gpu : NULL, &error);
  if (device)
    status = search (t, o, device);
  else
    status = sett_cli_error (o->json, "%s", sett_text_get (&error));
  sett_device_close (device);
  sett_text_release (&error);
  return status;
}
