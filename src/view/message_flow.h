/* Which receive gets what which send has sent, in the steps of a story. */

#ifndef SETT_VIEW_MESSAGE_FLOW_H
#define SETT_VIEW_MESSAGE_FLOW_H

#include <jansson.h>

/* One object for each message, or for each part of one that was received by
   itself: "sent" and "received" are numbers of steps, from 1 ("received" is
   null: by nobody), "object" what it went through, "lost": a failure took it,
   "connection": it is a connection that was made and accepted. */
json_t *sett_messages_of (const json_t *steps, const json_t *threads);

#endif
