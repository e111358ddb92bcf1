/* From generated C to functions: at once by libtcc, later by cc -O2. */

#ifndef SETT_PROMELA_COMPILE_H
#define SETT_PROMELA_COMPILE_H

#include "base/text.h"
#include "kernel/step.h"

typedef struct compiled compiled;

typedef void (*steps_function) (const unsigned char *state, uint32_t size,
                                unsigned holder, sett_sink *);
typedef void (*initial_function) (sett_sink *);
typedef uint64_t (*propositions_function) (const unsigned char *state,
                                           uint32_t size, uint32_t *violation);
typedef unsigned (*complaint_function) (const unsigned char *state,
                                        uint32_t size, sett_sink *scratch,
                                        unsigned *process,
                                        uint32_t *transition);

typedef struct compile_options {
  int hosted; /* with C of the model: libc and its headers are needed */
  const char *const *include_paths;
  unsigned include_paths_count;
} compile_options;

/* Null, with messages, if the code does not compile.  `code` and `options`
   must outlive the result. */
compiled *sett_compile_code (const sett_text *code,
                             const compile_options *options,
                             sett_text *messages);
void sett_compiled_release (compiled *);

/* The first `count` elements of an array that the code defines; runs nothing
   of it.  False, with messages, if it does not compile. */
int sett_compile_table (const sett_text *code, const compile_options *,
                        const char *name, long *out, size_t count,
                        sett_text *messages);

/* The compiler's messages for people. */
void sett_compile_explain (const compile_options *, const sett_text *messages,
                           sett_text *out);

steps_function sett_compiled_steps (compiled *); /* the fastest so far */
initial_function sett_compiled_initial (compiled *);
/* Null if the code has none. */
propositions_function sett_compiled_propositions (compiled *);
complaint_function sett_compiled_complaint (compiled *);
const unsigned *sett_compiled_layout (compiled *);

/* Starts the optimising compiler, or takes over its result when it is ready.
   Cheap: to be called now and then. */
void sett_compiled_accelerate (compiled *);

#endif
