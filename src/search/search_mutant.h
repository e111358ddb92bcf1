/* See mutant.def. */

#ifndef SETT_SEARCH_SEARCH_MUTANT_H
#define SETT_SEARCH_SEARCH_MUTANT_H

enum {
#define MUTANT(NUMBER, NAME, TEXT) SETT_MUTANT_##NAME = NUMBER,
#include "search/mutant.def"
#undef MUTANT
};

#endif
