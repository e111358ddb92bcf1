/* A list of words that belong to somebody else. */

#ifndef SETT_BASE_STRING_LIST_H
#define SETT_BASE_STRING_LIST_H

#include "base/vector.h"

typedef SETT_VECTOR (const char *) sett_strings;

#endif
