/* The outcome of a check as JSON for programs.  The keys are stable. */

#ifndef SETT_REPORT_JSON_REPORT_H
#define SETT_REPORT_JSON_REPORT_H

#include "report/outcome.h"

struct sett_move;
struct sett_text;

void sett_report_json (const sett_outcome *, struct sett_text *);

/* A tree as text, with a line end. */
void sett_report_json_print (const struct json_t *, struct sett_text *);

/* The same as a tree, for who adds to it. */
struct json_t *sett_report_tree (const sett_outcome *);

/* The object for a usage or input error. */
void sett_report_json_error (const char *version, const char *diagnostics,
                             struct sett_text *);

/* The object for a replay: opened, filled with moves, closed.  `departure` is
   null if the violation was reproduced. */
typedef struct sett_json_replay sett_json_replay;

sett_json_replay *sett_json_replay_open (const char *version,
                                         const char *trace);
void sett_json_replay_add (sett_json_replay *, const struct sett_move *);
/* The name that a process has before the move, or null. */
struct json_t *sett_report_json_process (const struct sett_move *,
                                         unsigned process);
/* A step of a program. */
void sett_json_replay_add_step (sett_json_replay *, uint64_t number,
                                const char *thread, const char *where,
                                const char *operation);
void sett_json_replay_close (sett_json_replay *, const sett_outcome_violation *,
                             const char *departure, struct sett_text *);

#endif
