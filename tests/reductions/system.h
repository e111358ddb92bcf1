/* The generator of random systems for reductions: what its parts share.

   Statements and expressions are those of tests/random.  What is new here is
   who sees what: each process is printed with a view of its own, so that much
   of what it does is local, channels often have one sender and one receiver,
   and arrays are indexed by what tells instances apart. */

#ifndef TESTS_REDUCTIONS_SYSTEM_H
#define TESTS_REDUCTIONS_SYSTEM_H

#include "../random/generator.h"

enum { MAX_TYPES = 4, MAX_STARTS = 4, MAX_LABELS = 12, MAX_ATOMS = 32 };

/* A proctype. */
typedef struct role {
  int instances;
  int active;  /* else init starts them, with parameters */
  int cyclic;  /* goes back to its first statement */
  int quiet;   /* most of what it does is local */
  int idle;    /* all of it, for ever */
  int wanders; /* for ever, by choices that are local; says something then */
  int speaks;  /* sets what wanderers set, and stops */
  int in, out; /* the family of channels behind its parameters, or -1 */
} role;

typedef struct label {
  char name[16];
  int type; /* index of the proctype */
} label;

typedef struct system {
  generator g; /* first: the parts of tests/random get a pointer to it */
  role role[MAX_TYPES];
  int roles;
  int wandering; /* a process wanders, others speak */
  int safe;      /* nothing in it can fail but assertions */
  int kids;      /* there is a proctype Kid that others start */
  int probes;    /* processes tell what they have seen */
  int monitor;   /* a process that waits for some global condition */
  int globals;   /* how many of g.variable are globals, all arrays too */
  int channels;  /* how many of g.channel are global */
  int sender[MAX_CHANNELS], receiver[MAX_CHANNELS]; /* a role, or -1: any */
  label label[MAX_LABELS];
  int labels;
  int progress, accept; /* such labels were printed */
} system_;

/* checks.c: the lines that say what is to be checked. */
void print_checks (system_ *);
void put_global_condition (system_ *);

#endif
