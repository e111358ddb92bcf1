/* The processes of an execution, and what their addresses mean. */

#ifndef SETT_PROGRAM_CAST_H
#define SETT_PROGRAM_CAST_H

#include "program/symbols.h"
#include "program/system.h"

typedef struct sett_cast {
  const sett_board *board;
  const sett_system *system;
  const char *library;                        /* the run-time */
  sett_symbols *symbols[SETT_MOST_PROCESSES]; /* null: nobody has asked */
  sett_symbols *formers[SETT_MOST_FORMERS];
} sett_cast;

sett_cast sett_cast_make (const sett_board *, const sett_system *,
                          const char *library);
void sett_cast_release (sett_cast *);

/* Numbers out of range mean the first process. */
sett_symbols *sett_cast_symbols (sett_cast *, unsigned process);
/* ...of the program that it was before it has become another one. */
sett_symbols *sett_cast_image (sett_cast *, unsigned process, uint32_t image);
/* "" where there is one program only. */
const char *sett_cast_name (const sett_cast *, unsigned process);

#endif
