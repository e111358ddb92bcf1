/* Choices that a program leaves to its checker. */

#ifndef SETT_RUNTIME_CHOICE_H
#define SETT_RUNTIME_CHOICE_H

#include <stdint.h>

/* Every number below `count` is tried. */
int sett_choose (unsigned count, uintptr_t place);

#endif
