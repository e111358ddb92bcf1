/* Processes and their symbols: see symbolise.h.

   Processes that the system starts are known by its parts; others, which these
   have made, by what the shared memory says. */

#include "program/symbolise.h"

#include "program/shared_map.h"

#include <string.h>

sett_symboliser sett_symbolise_make (const sett_shared *shared,
                                     const sett_system *system,
                                     const char *library) {
  return (sett_symboliser){
      .shared = shared, .system = system, .library = library};
}

void sett_symbolise_release (sett_symboliser *c) {
  for (int i = 0; i < SETT_SYSTEM_PROCESSES; i++) {
    sett_symbols_destroy (c->symbols[i]);
    c->symbols[i] = NULL;
  }
  for (int i = 0; i < SETT_MOST_FORMERS; i++) {
    sett_symbols_destroy (c->formers[i]);
    c->formers[i] = NULL;
  }
}

static const char *part_of (const sett_symboliser *c, unsigned process) {
  const unsigned part = process < c->system->parts.count ? process : 0;
  return c->system->parts.at[part].target.path;
}

sett_symbols *sett_symbolise_symbols (sett_symboliser *c, unsigned process) {
  const unsigned i = process < c->shared->member_count ? process : 0;
  const sett_member *m = &c->shared->members[i];
  if (m->frames && !sett_shared_contains (c->shared, m->frames,
                                          m->frame_count * sizeof *m->frames))
    return c->symbols[i] = sett_symbols_create (&(sett_member){0}, "", "");
  if (!c->symbols[i])
    c->symbols[i] = sett_symbols_create (&c->shared->members[i], part_of (c, i),
                                         c->library);
  return c->symbols[i];
}

sett_symbols *sett_symbolise_image (sett_symboliser *c, unsigned process,
                                    uint32_t image) {
  const sett_shared *shared = c->shared;
  for (uint32_t i = 0; i < shared->former_count && i < SETT_MOST_FORMERS; i++) {
    const sett_former *f = shared->formers[i];
    if (!sett_shared_contains (shared, f, sizeof *f) || f->process != process ||
        f->image != image)
      continue;
    if (!c->formers[i])
      c->formers[i] =
          sett_symbols_create (&f->member, part_of (c, process), c->library);
    return c->formers[i];
  }
  return sett_symbolise_symbols (c, process);
}

const char *sett_symbolise_name (const sett_symboliser *c, unsigned process) {
  if (!c->system->multi)
    return "";
  if (process < c->system->parts.count)
    return c->system->parts.at[process].name;
  if (process >= c->shared->member_count)
    return "?";
  const char *name = c->shared->members[process].name;
  return memchr (name, 0, sizeof c->shared->members[process].name) ? name : "?";
}
