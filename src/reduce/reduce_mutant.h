/* See mutant.def. */

#ifndef SETT_REDUCE_REDUCE_MUTANT_H
#define SETT_REDUCE_REDUCE_MUTANT_H

enum {
#define MUTANT(NUMBER, NAME, TEXT) SETT_MUTANT_##NAME = NUMBER,
#include "reduce/mutant.def"
#undef MUTANT
  SETT_MUTANT_NONE = 0
};

#endif
