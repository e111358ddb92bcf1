/* How many fields the messages of a channel have. */

#ifndef SETT_PROMELA_MESSAGES_H
#define SETT_PROMELA_MESSAGES_H

#include "promela/parse/ast.h"

struct diagnostics;

/* The shape of a channel that has one name only, known when the model is read;
   else null. */
const channel_shape *sett_messages_known_shape (const expression *channel);

/* The fewest and most fields that a message of the channel can have. */
size_t sett_messages_least_fields (const tree *, const expression *channel);
size_t sett_messages_most_fields (const tree *, const expression *channel);

/* Warns of messages with another number of fields than the channel, where it
   is a parameter or another variable that holds channels.  The tree must be
   resolved. */
void sett_messages_check (tree *, struct diagnostics *);

#endif
