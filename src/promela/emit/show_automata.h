/* What was understood: the automata as text or as a graph. */

#ifndef SETT_PROMELA_SHOW_AUTOMATA_H
#define SETT_PROMELA_SHOW_AUTOMATA_H

#include "base/text.h"
#include "promela/analyse/automaton.h"

void sett_show_automata_text (const tree *, const automata *, sett_text *);
void sett_show_automata_dot (const tree *, const automata *, sett_text *);

#endif
