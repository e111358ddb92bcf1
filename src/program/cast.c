/* Processes and their symbols: see cast.h.

   Processes that the system starts are known by its parts; others, which these
   have made, by what the board says. */

#include "program/cast.h"

#include "program/board.h"

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
  for (int i = 0; i < SETT_MOST_FORMERS; i++) {
    sett_symbols_destroy (c->formers[i]);
    c->formers[i] = NULL;
  }
}

static const char *part_of (const sett_cast *c, unsigned process) {
  const unsigned part = process < c->system->parts.count ? process : 0;
  return c->system->parts.at[part].target.path;
}

sett_symbols *sett_cast_symbols (sett_cast *c, unsigned process) {
  const unsigned i = process < c->board->member_count ? process : 0;
  if (!c->symbols[i])
    c->symbols[i] =
        sett_symbols_create (&c->board->members[i], part_of (c, i), c->library);
  return c->symbols[i];
}

sett_symbols *sett_cast_image (sett_cast *c, unsigned process, uint32_t image) {
  const sett_board *board = c->board;
  for (uint32_t i = 0; i < board->former_count && i < SETT_MOST_FORMERS; i++) {
    const sett_former *f = board->formers[i];
    if (!sett_board_contains (board, f, sizeof *f) || f->process != process ||
        f->image != image)
      continue;
    if (!c->formers[i])
      c->formers[i] =
          sett_symbols_create (&f->member, part_of (c, process), c->library);
    return c->formers[i];
  }
  return sett_cast_symbols (c, process);
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
