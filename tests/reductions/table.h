/* The ways to search, from combinations.tsv: one row of every axis makes a
   combination. */

#ifndef TESTS_REDUCTIONS_TABLE_H
#define TESTS_REDUCTIONS_TABLE_H

enum { MAX_AXES = 6, MAX_ROWS = 24 };

typedef enum claim {
  CLAIM_NO,  /* must be refused */
  CLAIM_MAY, /* may be refused, must be right if not */
  CLAIM_YES  /* must be accepted, and right */
} claim;

/* What a property is called in the columns of the table. */
typedef enum column {
  COLUMN_DEADLOCK,
  COLUMN_SAFETY,
  COLUMN_LIVENESS,
  COLUMN_FAIR,
  COLUMN_NEXT, /* a formula with next */
  COLUMNS
} column;

typedef struct row {
  char name[24];
  char options[80];
  claim claims[COLUMNS];
  int lossy;     /* may say `probabilistic' for `verified' */
  int bounded;   /* may give up */
  long accepted; /* runs */
} row;

typedef struct axis {
  char name[16];
  row row[MAX_ROWS];
  int rows;
} axis;

typedef struct table {
  axis axis[MAX_AXES];
  int axes;
} table;

typedef struct combination {
  row *part[MAX_AXES];
  int parts;
} combination;

int table_read (table *, const char *path);
claim combination_claim (const combination *, column);
void combination_options (const combination *, char *text, unsigned size);
void combination_name (const combination *, char *text, unsigned size);

#endif
