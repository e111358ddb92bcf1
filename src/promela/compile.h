/* From generated C to functions: at once by libtcc, later by cc -O2. */

#ifndef SETT_PROMELA_COMPILE_H
#define SETT_PROMELA_COMPILE_H

#include "base/text.h"
#include "kernel/step.h"

typedef struct compiled compiled;

typedef void (*steps_function) (const unsigned char *state, uint32_t size,
                                unsigned holder, sett_sink *);
typedef void (*initial_function) (sett_sink *);

/* Null, with messages, if the code does not compile.  `code` must outlive
   the result. */
compiled *compile_code (const sett_text *code, sett_text *messages);
void compiled_release (compiled *);

steps_function compiled_steps (compiled *); /* the fastest so far */
initial_function compiled_initial (compiled *);
const unsigned *compiled_layout (compiled *);

/* Starts the optimising compiler, or takes over its result when it is ready.
   Cheap: to be called now and then. */
void compiled_accelerate (compiled *);

#endif
