/* What is done once. */

#ifndef SETT_RUNTIME_ONCE_H
#define SETT_RUNTIME_ONCE_H

#include <stdint.h>

/* Calls the function unless that was done before. */
void sett_once (int *once, void (*function) (void), uintptr_t place);

#endif
