/* The C in a model, found and looked at. */

#ifndef SETT_PROMELA_C_TEXT_H
#define SETT_PROMELA_C_TEXT_H

#include "promela/analyse/automaton.h"

struct diagnostics;

/* Numbers every c_code and c_expr, finds the owners of c_state and says
   whether the C keeps memory outside the state. */
void sett_c_texts_collect (tree *, automata *, struct diagnostics *);

/* Is the declaration a part of the state: of the process, or (null) of the
   globals? */
int sett_c_state_is_in (const c_declaration *, const process_type *);

/* Does any C of the model contain this word? */
int sett_c_model_has_word (const tree *, const char *word);

/* c_memory.c: does the C text contain this word? */
int sett_c_text_has_word (const char *text, const char *word);
/* Does a text of declarations define objects? */
int sett_c_text_defines_objects (const char *text);

#endif
