#include "promela/emit.h"
void emit_c_functions (emitter *e) { (void) e; }
void emit_c_declarations (emitter *e) { (void) e; }
