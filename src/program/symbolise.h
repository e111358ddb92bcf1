/* The processes of an execution, and what their addresses mean. */

#ifndef SETT_PROGRAM_SYMBOLISE_H
#define SETT_PROGRAM_SYMBOLISE_H

#include "program/symbols.h"
#include "program/system.h"

typedef struct sett_symboliser {
  const sett_shared *shared;
  const sett_system *system;
  const char *library;                          /* the run-time */
  sett_symbols *symbols[SETT_SYSTEM_PROCESSES]; /* null: nobody has asked */
  sett_symbols *formers[SETT_MOST_FORMERS];
} sett_symboliser;

sett_symboliser sett_symbolise_make (const sett_shared *, const sett_system *,
                                     const char *library);
void sett_symbolise_release (sett_symboliser *);

/* Numbers out of range mean the first process. */
sett_symbols *sett_symbolise_symbols (sett_symboliser *, unsigned process);
/* ...of the program that it was before it has become another one. */
sett_symbols *sett_symbolise_image (sett_symboliser *, unsigned process,
                                    uint32_t image);
/* "" where there is one program only. */
const char *sett_symbolise_name (const sett_symboliser *, unsigned process);

#endif
