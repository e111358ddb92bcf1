/* The sizes of C types that a model puts into its state. */

#ifndef SETT_PROMELA_C_PROBE_H
#define SETT_PROMELA_C_PROBE_H

#include "promela/emit/compile.h"
#include "promela/parse/ast.h"

struct diagnostics;

/* Sets the size and alignment of every c_state and c_track by asking the
   compiler; nothing of the model's C is run.  The records must have been laid
   out.  Reports what does not compile or is too large. */
void sett_c_probe_sizes (tree *, const compile_options *, struct diagnostics *);

#endif
