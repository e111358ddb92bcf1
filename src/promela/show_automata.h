/* What was understood: the automata as text or as a graph. */

#ifndef SETT_PROMELA_SHOW_AUTOMATA_H
#define SETT_PROMELA_SHOW_AUTOMATA_H

#include "base/text.h"
#include "promela/automaton.h"

void show_automata_text (const tree *, const automata *, sett_text *);
void show_automata_dot (const tree *, const automata *, sett_text *);

#endif
