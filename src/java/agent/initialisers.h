/* Class initialisers that need each other. */

#ifndef SETT_JAVA_AGENT_INITIALISERS_H
#define SETT_JAVA_AGENT_INITIALISERS_H

#include "java/agent/jvm_world.h"
#include "java/classfile/rewrite.h"

/* As sett_rewriting.refers wants it. */
void sett_initialisers_refer (void *context, const char *class_name,
                              const char *other, sett_reference);

/* The initialiser of a class, by the number of its name, has run: could others
   wait for it for ever? */
void sett_initialisers_ran (uint32_t name);

#endif
