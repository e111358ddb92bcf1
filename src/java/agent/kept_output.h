/* What the program writes to its standard output and error. */

#ifndef SETT_JAVA_AGENT_KEPT_OUTPUT_H
#define SETT_JAVA_AGENT_KEPT_OUTPUT_H

#include "java/agent/jvm_world.h"

/* In place of FileOutputStream.writeBytes. */
void JNICALL sett_file_write (JNIEnv *, jobject stream, jbyteArray, jint from,
                              jint count, jboolean append);

/* The JDK's own; null if it is not there. */
void *sett_real_write (void);

void sett_joutput_begin (void);
/* All that was kept of this execution. */
const char *sett_joutput (size_t *length);
/* The end of it. */
const char *sett_joutput_tail (size_t most, size_t *length);
/* Of a system: the numbers of the processes that wrote the lines. */
const uint8_t *sett_joutput_writers (size_t *count);

#endif
