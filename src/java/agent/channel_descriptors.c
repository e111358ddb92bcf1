/* Descriptors of channels: see channel_descriptors.h. */

#include "java/agent/channel_descriptors.h"

#include "java/agent/execution_memory.h"
#include "java/agent/jdk.h"
#include "java/agent/network_model.h"

#include <stdlib.h>

#define CHANNEL "sun/nio/ch/SelChImpl"

enum { FIRST_DESCRIPTOR = 1 << 20 };

static sett_jsocket **descriptors; /* of this execution */
static unsigned descriptor_count, descriptor_room;

void sett_descriptors_begin (void) {
  descriptor_count = 0;
}

int sett_descriptor_add (sett_jsocket *s) {
  if (descriptor_count == descriptor_room) {
    descriptor_room = 2 * descriptor_room + 64;
    descriptors = realloc (descriptors, descriptor_room * sizeof *descriptors);
    if (!descriptors)
      sett_jgive_up ("out of memory");
  }
  const int number = FIRST_DESCRIPTOR + (int)descriptor_count;
  descriptors[descriptor_count++] = s;
  if (s) {
    s->channel = sett_jalloc (sizeof *s->channel);
    s->channel->descriptor = number;
  }
  return number;
}

int sett_descriptor_is_model (int descriptor) {
  return descriptor >= FIRST_DESCRIPTOR;
}

sett_jsocket *sett_descriptor_socket (int descriptor) {
  const unsigned i = (unsigned)(descriptor - FIRST_DESCRIPTOR);
  return sett_descriptor_is_model (descriptor) && i < descriptor_count
             ? descriptors[i]
             : NULL;
}

int sett_is_channel (JNIEnv *env, jobject channel) {
  jclass class = sett_jclass (env, CHANNEL);
  return class && (*env)->IsInstanceOf (env, channel, class);
}

sett_jsocket *sett_channel_socket (JNIEnv *env, jobject channel) {
  if (!sett_is_channel (env, channel))
    return NULL;
  return sett_descriptor_socket ((*env)->CallIntMethod (
      env, channel, sett_jmethod (env, CHANNEL, "getFDVal", "()I", 0)));
}
