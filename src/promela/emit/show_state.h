/* States for people. */

#ifndef SETT_PROMELA_SHOW_STATE_H
#define SETT_PROMELA_SHOW_STATE_H

#include "base/text.h"
#include "kernel/model.h"
#include "promela/analyse/automaton.h"

unsigned sett_state_processes (const tree *, const unsigned char *state);

/* Offset of the record of a process, and its type by its location. */
uint32_t sett_state_record (const tree *, const automata *,
                            const unsigned char *state, unsigned process,
                            const location **);

void sett_show_process_name (const tree *, const automata *,
                             const unsigned char *state, unsigned process,
                             sett_text *);
void sett_show_process_position (const tree *, const automata *,
                                 const unsigned char *state, unsigned process,
                                 sett_text *);
void sett_list_state_items (const tree *, const automata *,
                            const unsigned char *state, sett_item_visitor,
                            void *context);
void sett_show_whole_state (const tree *, const automata *,
                            const unsigned char *state, int indent,
                            sett_text *);
void sett_show_state_changes (const tree *, const automata *,
                              const unsigned char *before,
                              const unsigned char *after, int indent,
                              sett_text *);

/* The name of an mtype value, or null. */
const char *sett_mtype_value_name (const tree *, const char *type, int value);

#endif
