/* Running sett and reading its answer. */

#ifndef TESTS_REDUCTIONS_RUNS_H
#define TESTS_REDUCTIONS_RUNS_H

#include <stdio.h>

enum { MAX_WORDS = 48, MAX_PLACES = 64, PLACE_SIZE = 120, TEXT_SIZE = 400 };

/* A command line. */
typedef struct words {
  const char *word[MAX_WORDS + 1];
  int count;
  char text[2048]; /* where the words are that were split here */
  size_t used;
} words;

void words_add (words *, const char *word);
void words_split (words *, const char *list); /* at blanks */
void words_print (const words *, FILE *);

/* What a run said.  A place is "kind file:line"; those of deadlocks are left
   out, since several states can be meant. */
typedef struct outcome {
  int status; /* of the exit; 128 + a signal; -1: no end in time */
  char verdict[20];
  char reduction[20];
  char said[TEXT_SIZE]; /* diagnostics, when there was no search */
  long states;
  int deadlock;
  int places;
  char place[MAX_PLACES][PLACE_SIZE]; /* sorted */
  char kinds[TEXT_SIZE];              /* all that were found, with commas */
  char trace[PLACE_SIZE * 2];         /* of the first violation, or "" */
  char first[PLACE_SIZE];             /* its kind and place */
} outcome;

void run_sett (const words *, outcome *);

/* Runs a program and puts what it prints into a file. */
int run_to_file (const words *, const char *path);

#endif
