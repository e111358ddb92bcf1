/* Walks by chance beside the search (stateless/hunt.h). */

#ifndef SETT_JAVA_AGENT_HUNT_WALKS_H
#define SETT_JAVA_AGENT_HUNT_WALKS_H

#include "java/agent/jvm_world.h"

/* The worker's number: each has walks of its own. */
void sett_jhunting_start (unsigned worker);
/* After an execution of the search.  `note` is told of every walk. */
void sett_jhunting_go (JNIEnv *, const sett_log *, int (*is_enough) (void),
                       void (*note) (const sett_log *, unsigned kind));

/* How far they are. */
struct sett_saved;
void sett_jhunting_save (struct sett_saved *);
void sett_jhunting_load (struct sett_saved *);

#endif
