/* Declarations from a file (shared/declaration.h), as the program runs. */

#ifndef SETT_RUNTIME_DECLARATION_FILE_H
#define SETT_RUNTIME_DECLARATION_FILE_H

#include "shared/declaration.h"

#include <stdint.h>

/* Before main: where the executable is. */
void sett_declared_open (uintptr_t main_function);

/* The running thread is about to create one that begins there. */
void sett_declared_create (uintptr_t function);

#endif
