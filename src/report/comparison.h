/* The same model searched in several ways, side by side. */

#ifndef SETT_REPORT_COMPARISON_H
#define SETT_REPORT_COMPARISON_H

#include "report/outcome.h"

struct sett_colours;
struct sett_text;

typedef struct sett_comparison_row {
  const char *name;      /* "two-phase selective" */
  const char *reduction; /* "twophase": what was done */
  int selective, sleep;
  const char *refusal; /* why there was no search; null: there was one */
  const char *verdict;
  sett_tone tone;
  const char *violation; /* the kind of the first violation; null: none */
  const char *limits[SETT_LIMITS];
  size_t limits_count;
  uint64_t states, transitions, bytes; /* bytes of the store */
  double seconds;
  double ratio; /* states against those of the first row; negative: unknown */
} sett_comparison_row;

typedef struct sett_comparison_table {
  const char *property; /* its title */
  const char *verdict;
  sett_tone tone;
  int agree; /* no two rows contradict each other */
  const sett_comparison_row *rows;
  size_t count;
} sett_comparison_table;

typedef struct sett_comparison {
  const char *version, *input, *store;
  const char *verdict;
  const sett_comparison_table *tables;
  size_t count;
} sett_comparison;

/* An aligned table, one row per search; with `reasons` also why some are
   missing. */
void sett_report_table (const sett_comparison_table *, int reasons,
                        const struct sett_colours *, struct sett_text *);

void sett_report_comparison_json (const sett_comparison *, struct sett_text *);

#endif
