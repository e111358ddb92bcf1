/* The automaton of a trace or notrace assertion, which observes the sends and
   receives on the channels that it mentions.

   Its location is part of the state (`_monitor` in the globals) and moves with
   every event in its scope, by the first transition that matches.  An event
   that a `trace` cannot follow is a violation; a `notrace` then looks no
   further, and reaching its end is the violation. */

#ifndef SETT_PROMELA_MONITOR_H
#define SETT_PROMELA_MONITOR_H

#include "promela/analyse/automaton.h"

typedef enum event_kind { EVENT_SEND, EVENT_RECEIVE } event_kind;

typedef struct event {
  event_kind kind;
  const statement *statement;
  const variable *variable;
} event;

typedef struct monitor {
  process_type *claim;
  automata *all;
  int negated; /* notrace */
  const location *entry;
  SETT_VECTOR (event) events; /* its scope; one entry per statement */
} monitor;

/* Builds tree->monitor.  Errors are reported. */
void sett_monitor_build (tree *, process_type *, struct diagnostics *);

/* The location as which one counts: gotos are no events. */
const location *sett_monitor_settle (const location *);

/* May a send or receive of the system on this channel be in the scope? */
int sett_monitor_may_observe (const tree *, event_kind,
                              const expression *channel);

/* Number of the channel of an event; after the layout. */
uint32_t sett_monitor_channel (const statement *);

/* May the system end in this state?  As in SPIN, a trace must then be at an
   end label or its end, unless every process is gone. */
int sett_monitor_may_end (const tree *, const unsigned char *state);

#endif
