/* The compiler driver: the real compiler, asked to instrument.

   `sett cc` behaves as the real compiler does, with these additions.  What it
   compiles calls the run-time library at every access to memory
   (-fsanitize=thread, as far as code generation is concerned), keeps frame
   pointers and debug information, and finds sett.h.  What it links is linked
   with the run-time library, and never with that of the sanitizer.

   The real compiler is gcc or clang: $SETT_CC or $SETT_CXX (a command, which
   may have arguments), else cc or c++. */

#ifndef SETT_PROGRAM_COMPILER_DRIVER_H
#define SETT_PROGRAM_COMPILER_DRIVER_H

#include "base/string_list.h"

struct sett_text;

/* Replaces this process by the compiler with these arguments.  Comes back only
   when that is not possible, with a sentence that says why. */
void sett_compile_exec (int cxx, const sett_strings *arguments,
                        struct sett_text *error);

/* Is it the name of something that goes to a compiler: source, object? */
int sett_compile_takes (const char *name);

/* Compiles and links sources, objects and flags to a program.  What the
   compiler prints goes to standard error.  False with a sentence if it fails.
 */
int sett_compile_program (const sett_strings *arguments, const char *output,
                          struct sett_text *error);

#endif
