/* States for people. */

#ifndef SETT_PROMELA_SHOW_STATE_H
#define SETT_PROMELA_SHOW_STATE_H

#include "base/text.h"
#include "promela/automaton.h"

unsigned state_processes (const tree *, const unsigned char *state);

/* Offset of the record of a process, and its type by its location. */
uint32_t state_record (const tree *, const automata *,
                       const unsigned char *state, unsigned process,
                       const location **);

void show_process_name (const tree *, const automata *,
                        const unsigned char *state, unsigned process,
                        sett_text *);
void show_process_position (const tree *, const automata *,
                            const unsigned char *state, unsigned process,
                            sett_text *);
void show_whole_state (const tree *, const automata *,
                       const unsigned char *state, int indent, sett_text *);
void show_state_changes (const tree *, const automata *,
                         const unsigned char *before,
                         const unsigned char *after, int indent, sett_text *);

/* The name of an mtype value, or null. */
const char *mtype_value_name (const tree *, const char *type, int value);

#endif
