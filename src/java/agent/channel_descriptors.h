/* Descriptors of channels, selectors and what else the JDK opens for them:
   numbers that the kernel does not know. */

#ifndef SETT_JAVA_AGENT_CHANNEL_DESCRIPTORS_H
#define SETT_JAVA_AGENT_CHANNEL_DESCRIPTORS_H

#include "java/agent/network.h"

struct sett_jselector;

/* What a channel keeps with its socket. */
typedef struct sett_jchannel {
  int descriptor;
  int outcome;         /* of a connect: 0, or minus an error */
  int is_pending;      /* ...which nobody has finished */
  unsigned writer;     /* that waits for room, plus 1; or 0 */
  int is_shared;       /* threads may wait there at the same time... */
  int was_interrupted; /* ...one has been interrupted there */
  uint32_t *clock;     /* what the one who closed it had seen; or null */
  struct sett_jselector **selectors; /* it was registered with */
  unsigned selector_count;
  struct { /* options that were set */
    int level, option, value;
  } options[8];
  unsigned option_count;
} sett_jchannel;

/* A new execution. */
void sett_descriptors_begin (void);

/* Of a socket, or of something else that has no model of its own (null); the
   socket that one stands for in this execution, or null. */
int sett_descriptor_add (sett_jsocket *);
int sett_descriptor_is_model (int descriptor);
sett_jsocket *sett_descriptor_socket (int descriptor);

int sett_is_channel (JNIEnv *, jobject);
/* The socket of a channel; null: it has none that is controlled. */
sett_jsocket *sett_channel_socket (JNIEnv *, jobject channel);

#endif
