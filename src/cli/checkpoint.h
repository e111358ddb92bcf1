/* Checkpoints of `sett check`: one file holds what was asked, what the searches
   that are over found, and where the one that runs is. */

#ifndef SETT_CLI_CHECKPOINT_H
#define SETT_CLI_CHECKPOINT_H

#include "base/snapshot.h"
#include "cli/check_run.h"

typedef enum sett_checkpoint_kind {
  SETT_CHECKPOINT_MODEL,
  SETT_CHECKPOINT_PROGRAM,  /* program_checkpoint.h */
  SETT_CHECKPOINT_MANIFEST, /* of several ranks: a head and no more */
} sett_checkpoint_kind;

/* What stands first in the file. */
typedef struct sett_checkpoint_head {
  uint64_t kind;                             /* sett_checkpoint_kind */
  char *version, *folder, *model, *property; /* owned, like the words */
  SETT_VECTOR (char *) words; /* of the command, without "sett check" */
  uint64_t source;            /* hash of the preprocessed model */
  uint64_t code;              /* that of what was generated from it */
  uint64_t workers;           /* for which the reduction was chosen */
  uint64_t threads;           /* that searched */
  uint64_t written;           /* time of day, in seconds */
  uint64_t done;              /* searches that are over */
  uint64_t properties, violations;
  uint64_t ranks, rank; /* by which it was written, and whose it is; 0: one
                           process without others */
  uint64_t id;          /* the same in all files that belong together */
  sett_statistics statistics; /* of the search that runs */
} sett_checkpoint_head;

/* Reads it.  Null, after an error message, if there is no whole checkpoint of
   this version; an older generation is offered. */
sett_loader *sett_checkpoint_open (const char *path, sett_checkpoint_head *,
                                   int json);
void sett_checkpoint_head_release (sett_checkpoint_head *);

/* Writes it, with these words, and the version, folder and time of now. */
void sett_checkpoint_head_save (const sett_checkpoint_head *,
                                const sett_strings *words, sett_saver *);

/* Nobody begins anew where something is to go on from; can it be written? */
sett_exit sett_checkpoint_refuse_existing (const char *file, int json);
sett_exit sett_checkpoint_probe (const char *file, int json);

/* Becomes true when SIGUSR1 asks for one, from now on. */
volatile int *sett_checkpoint_requests (void);

/* Removes the file if there is nothing to go on with, else says how to. */
void sett_checkpoint_end (const char *file, const sett_options *,
                          unsigned limits_hit);

/* Tests: after so much the search is killed, right behind a checkpoint; 0: it
   is not. */
uint64_t sett_checkpoint_kill_at (void);

/* The checkpoints of one command. */
typedef struct sett_checkpoints {
  const char *file; /* null: none */
  const sett_options *options;
  const sett_input *input;
  size_t properties;
  SETT_VECTOR (const sett_check_run *) runs; /* those that are over */
  const sett_check_run *current;
  sett_checkpointing orders;
  sett_loader *loader;        /* null: nothing to go on from */
  sett_checkpoint_head *head; /* of it */
  unsigned threads;           /* asked for now; 0: as before */
  int failed;                 /* the last one could not be written */
  const struct sett_transport *transport; /* null: there are no other ranks */
  uint64_t id;                            /* of the last one by several ranks */
  sett_loader *piece; /* of this rank; owned, with its head */
  sett_checkpoint_head piece_head;
} sett_checkpoints;

/* Refuses options that exclude each other, and a file that is there. */
sett_exit sett_checkpoints_check (const sett_checkpoints *);

/* The other ranks are known, if there are any: opens this rank's own file.
   Refuses another number of ranks. */
sett_exit sett_checkpoints_join (sett_checkpoints *,
                                 const struct sett_transport *);

/* The model is read: is it still the one of the checkpoint? */
sett_exit sett_checkpoints_compare_source (const sett_checkpoints *);

/* A search is about to begin: lets it save itself, and go on from the file if
   it is the one that was saved. */
sett_exit sett_checkpoints_equip (sett_checkpoints *, sett_check_run *);

/* A search that was over: brings back what it found; false: it was not. */
int sett_checkpoints_recall (sett_checkpoints *, sett_check_run *);

/* The search is over. */
void sett_checkpoints_note (sett_checkpoints *, const sett_check_run *);

/* All is said: removes the file if there is nothing to go on with, else says
   how to. */
void sett_checkpoints_end (const sett_checkpoints *, unsigned limits_hit);
void sett_checkpoints_release (sett_checkpoints *);

/* check.c: checks a model; with a loader it goes on. */
sett_exit sett_cli_check_model (const sett_options *, sett_checkpoints *);

#endif
