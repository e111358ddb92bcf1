/* Writing a model as C.  See runtime.h for the names in the generated code. */

#ifndef SETT_PROMELA_EMIT_H
#define SETT_PROMELA_EMIT_H

#include "base/text.h"
#include "promela/automaton.h"
#include "promela/tree.h"

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
void emit_model (tree *, automata *, sett_text *out);
void emit_records (emitter *); /* the structs of typedefs */

/* emit_expression.c */
void emit_expression (emitter *, const expression *);
/* The storage of a variable under the pointer `globals` or `process`. */
void emit_variable (emitter *, const selector *, const char *globals,
                    const char *process);
/* A value cut down to what the variable can hold. */
void emit_converted (emitter *, const type *, const expression *value);
void emit_conversion_open (emitter *, const type *);
void emit_conversion_close (emitter *, const type *);
int can_fail (const expression *);   /* may set c->fault */
int has_effect (const expression *); /* contains run or set_priority */
/* Can the index never be out of bounds? */
int index_is_safe (const expression *, uint32_t count);

/* emit_channel.c */
void emit_shapes (emitter *);
/* A channel whose shape is known when the model is read. */
typedef struct known_channel {
  const channel_shape *shape;
  const selector *where; /* the last one, with its index */
  uint32_t offset;       /* of the first element */
  uint32_t number;
} known_channel;
int find_known_channel (emitter *, const expression *, known_channel *);
/* C expression for the offset of a known channel. */
void emit_channel_offset (emitter *, const known_channel *);
void emit_send (emitter *, const transition *);
void emit_receive (emitter *, const transition *);
void emit_poll (emitter *, const expression *);
void emit_channel_function (emitter *, const expression *);
void emit_rendezvous (emitter *); /* offer (), accept (), reset_sender () */
int uses_rendezvous (const emitter *);

/* emit_statement.c */
void emit_transition (emitter *, const transition *);
void emit_location (emitter *, const location *);
void emit_d_step (emitter *, const transition *);
/* Opens and closes the effect of a transition that is known to happen. */
void emit_open (emitter *, const transition *);
void emit_close (emitter *, const transition *);
/* Sets dead variables of the process at the pointer `process` to 0. */
void emit_resets (emitter *, const variable_list *, const char *process);
/* After a condition that did not hold: it may have failed. */
void emit_failure (emitter *, const transition *, int possible);

/* emit_print.c */
void emit_print (emitter *, const transition *);

/* emit_property.c */
void emit_propositions (emitter *); /* sett_model_propositions () */
void emit_complaint (emitter *);    /* sett_model_complaint () */

/* emit_monitor.c: observe () */
void emit_monitor (emitter *);

/* emit_run.c: run_on (), which takes a holder further */
void emit_run_on (emitter *);

/* emit_c.c: embedded C.  What the user wrote comes before everything else in
   the file, so that neither side sees the other's names. */
void emit_c_declarations (emitter *); /* before the structs */
void emit_c_functions (emitter *);    /* after them */
void emit_c_calls (emitter *);        /* c_code_N () and c_expression_N () */
void emit_c_initial (emitter *, const process_type *); /* null: globals */
void emit_c_line (emitter *, const place *);
void emit_c_line_end (emitter *);
/* A declaration, without semicolon. */
void emit_c_declarator (emitter *, const c_declaration *);

#endif
