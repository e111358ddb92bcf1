/* Processes and their symbols: see cast.h.

   Processes that the system starts are known by its parts; others, which these
   have made, by what the board says. */

#include "program/cast.h"

#include <string.h>

sett_cast sett_cast_make (const sett_board *board, const sett_system *system,
                          const char *library) {
  return (sett_cast){.board = board, .system = system, .library = library};
}

void sett_cast_release (sett_cast *c) {
  for (int i = 0; i < SETT_MOST_PROCESSES; i++) {
    sett_symbols_destroy (c->symbols[i]);
    c->symbols[i] = NULL;
  }
}

sett_symbols *sett_cast_symbols (sett_cast *c, unsigned process) {
  const unsigned i = process < c->board->member_count ? process : 0;
  const unsigned part = i < c->system->parts.count ? i : 0;
  if (!c->symbols[i])
    c->symbols[i] =
        sett_symbols_create (&c->board->members[i],
                             c->system->parts.at[part].target.path, c->library);
  return c->symbols[i];
}

const char *sett_cast_name (const sett_cast *c, unsigned process) {
  if (!c->system->multi)
    return "";
  if (process < c->system->parts.count)
    return c->system->parts.at[process].name;
  if (process >= c->board->member_count)
    return "?";
  const char *name = c->board->members[process].name;
  return memchr (name, 0, sizeof c->board->members[process].name) ? name : "?";
}
