/* What is checked: a program, and how it came about.

   Either an executable that exists, or sources with flags for the compiler,
   from which it is made in the temporary folder. */

#ifndef SETT_PROGRAM_TARGET_H
#define SETT_PROGRAM_TARGET_H

#include "base/arena.h"
#include "base/string_list.h"

#include <stdint.h>

struct sett_text;

/* A source, as it was. */
typedef struct sett_source {
  const char *name;
  uint64_t hash;
} sett_source;

typedef struct sett_target {
  sett_strings words;     /* for the compiler; none: the executable is `name` */
  const char *name;       /* the executable or the first source */
  sett_strings arguments; /* of the program, without its name */
  const char *input;      /* for its standard input; null: nothing */

  /* Made by sett_target_prepare: */
  const char *path; /* of the executable */
  char **argv;
  size_t argc;
  uint64_t hash; /* of the executable's bytes */
  SETT_VECTOR (sett_source) sources;
  int java; /* it runs in a Java virtual machine (java.h) */
  struct {  /* ...which is told: */
    const char *class_path, *main; /* "" as main: one of the candidates */
    const char *candidates;        /* names, each ended by a zero */
    size_t candidates_length;
  } classes;
  int instrumented;
  const char *foreign; /* units that are not, though others are; or null */
  sett_arena arena;
} sett_target;

/* Compiles if that is needed, looks at the executable and fills in the rest.
   `made` is one that was prepared from the same words, or null.  False, with a
   sentence, when it cannot be checked. */
int sett_target_prepare (sett_target *, const sett_target *made,
                         struct sett_text *error);
void sett_target_release (sett_target *);

/* The last part of the name, without a suffix that compilers know. */
void sett_target_add_base (const char *name, struct sett_text *);

#endif
