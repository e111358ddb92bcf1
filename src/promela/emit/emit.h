/* Writing a model as C.  See runtime.h for the names in the generated code. */

#ifndef SETT_PROMELA_EMIT_H
#define SETT_PROMELA_EMIT_H

#include "base/text.h"
#include "promela/analyse/automaton.h"
#include "promela/analyse/layout.h"
#include "promela/parse/expression.h"
#include "promela/parse/ast.h"

/* How statements are written: see emit_statement.c. */
typedef enum emit_mode {
  EMIT_STEPS,
  EMIT_D_STEP,
  EMIT_RUN,
  EMIT_PROPERTY /* only expressions */
} emit_mode;

typedef struct emitter {
  tree *tree;
  automata *all;
  sett_text *out;
  process_type *process; /* whose code is being written, or null */
  emit_mode mode;
} emitter;

#define EMIT(E, ...) sett_text_addf ((E)->out, __VA_ARGS__)

/* The whole model. */
void sett_emit_model (tree *, automata *, sett_text *out);
void sett_emit_records (emitter *); /* the structs of typedefs */

/* emit_expression.c */
void sett_emit_expression (emitter *, const expression *);
/* The storage of a variable under the pointer `globals` or `process`. */
void sett_emit_variable (emitter *, const selector *, const char *globals,
                         const char *process);
/* A value cut down to what the variable can hold. */
void sett_emit_converted (emitter *, const type *, const expression *value);
void sett_emit_conversion_open (emitter *, const type *);
void sett_emit_conversion_close (emitter *, const type *);

/* emit_channel.c */
void sett_emit_shapes (emitter *);
/* C expression for the offset of a known channel. */
void sett_emit_channel_offset (emitter *, const known_channel *);
void sett_emit_send (emitter *, const transition *);
void sett_emit_receive (emitter *, const transition *);
void sett_emit_poll (emitter *, const expression *);
void sett_emit_channel_function (emitter *, const expression *);
void sett_emit_rendezvous (
    emitter *); /* offer (), accept (), reset_sender () */
int sett_uses_rendezvous (const emitter *);

/* emit_statement.c */
void sett_emit_transition (emitter *, const transition *);
void sett_emit_location (emitter *, const location *);
void sett_emit_d_step (emitter *, const transition *);
/* Opens and closes the effect of a transition that is known to happen. */
void sett_emit_open (emitter *, const transition *);
void sett_emit_close (emitter *, const transition *);
/* Sets dead variables of the process at the pointer `process` to 0. */
void sett_emit_resets (emitter *, const variable_list *, const char *process);
/* After a condition that did not hold: it may have failed. */
void sett_emit_failure (emitter *, const transition *, int possible);

/* emit_print.c */
void sett_emit_print (emitter *, const transition *);

/* emit_property.c */
void sett_emit_propositions (emitter *); /* sett_model_propositions () */
void sett_emit_complaint (emitter *);    /* sett_model_complaint () */

/* emit_monitor.c: observe () */
void sett_emit_monitor (emitter *);

/* emit_run.c: run_on (), which takes a holder further */
void sett_emit_run_on (emitter *);

/* emit_c.c: embedded C.  What the user wrote comes before everything else in
   the file, so that neither side sees the other's names. */
void sett_emit_c_declarations (emitter *); /* before the structs */
void sett_emit_c_functions (emitter *);    /* after them */
void sett_emit_c_calls (emitter *); /* c_code_N () and c_expression_N () */
void sett_emit_c_initial (emitter *, const process_type *); /* null: globals */
void sett_emit_c_line (emitter *, const place *);
void sett_emit_c_line_end (emitter *);
/* A declaration, without semicolon. */
void sett_emit_c_declarator (emitter *, const c_declaration *);

#endif
