/* Checkpoints of `sett check` of a program: what was asked, the environment,
   and what the run-time has saved of its search (runtime/drive/saving.h). */

#ifndef SETT_CLI_PROGRAM_CHECKPOINT_H
#define SETT_CLI_PROGRAM_CHECKPOINT_H

#include "cli/checkpoint.h"
#include "cli/program.h"
#include "program/results.h"

typedef struct sett_program_checkpoints {
  const char *file; /* null: none */
  const sett_options *options;
  const sett_system *system;
  const char *library;
  sett_results *results; /* what was found before the search at hand */
  sett_saving saving;
  sett_loader *loader;        /* null: nothing to go on from */
  sett_checkpoint_head *head; /* of it */
  unsigned char *saved;       /* what was read */
  size_t saved_length;
  char **environment; /* for the program; null: as it is */
  int follows;        /* another rank writes the file */
  uint64_t kill_at;   /* tests: die right after a checkpoint; 0: do not */
} sett_program_checkpoints;

/* Refuses what is not saved, and a file that is there. */
sett_exit sett_program_checkpoints_check (const sett_program_checkpoints *);

/* The program is compiled: lets its search be saved, and go on from the file.
 */
sett_exit sett_program_checkpoints_equip (sett_program_checkpoints *,
                                          sett_job *);

/* All is said. */
void sett_program_checkpoints_end (const sett_program_checkpoints *,
                                   unsigned limits_hit);
void sett_program_checkpoints_release (sett_program_checkpoints *);

/* resume_program.c: the environment is what it was; then the check goes on. */
sett_exit sett_cli_resume_program (const char *path, const sett_options *,
                                   sett_loader *, sett_checkpoint_head *);

/* check_program.c */
sett_exit sett_cli_check_program_from (const sett_options *,
                                       sett_program_checkpoints *);

#endif
