/* Every execution defines the classes of the program again.  The virtual
   machine verifies them when it links them: what it has found to be right once
   is not verified again.  What is new is, and so is everything if the program
   defines classes in a way of its own. */

#ifndef SETT_JAVA_AGENT_VERIFIED_H
#define SETT_JAVA_AGENT_VERIFIED_H

#include "java/agent/jvm_world.h"

/* An execution begins; it has ended, and its classes are still there. */
void sett_verified_begin (void);
void sett_verified_end (JNIEnv *);

/* A class is about to be defined; and was.  `*verified` says whether it has
   been found to be right, and is set when it has. */
void sett_verified_expect (const int *verified);
void sett_verified_add (JNIEnv *, jclass, int *verified);

/* The program defines classes by itself. */
void sett_verified_give_up (void);

#endif
