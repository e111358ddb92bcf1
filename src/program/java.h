/* Java programs: what they are checked with.

   Three kinds: sources (.java), an executable jar, or a class of a class path
   (-cp PATH Main).  They run in a Java virtual machine with the agent of Sett
   in it (libsett-java.so), which reads what to do from a job file. */

#ifndef SETT_PROGRAM_JAVA_H
#define SETT_PROGRAM_JAVA_H

#include "program/target.h"

/* Does the name say that it is one: a source, a jar? */
int sett_java_takes (const char *name);
/* Is the word an option that names a class path? */
int sett_java_is_class_path (const char *word);
/* Is the target one, as far as its words say? */
int sett_java_is (const sett_target *);

/* The value of -cp among its words; null: there is none. */
const char *sett_java_class_path (const sett_target *);

/* Compiles if that is needed, and fills in the rest of the target, but for its
   command (java_job.h).  `made` is one that was prepared from the same words,
   or null.  False, with a sentence, when it cannot be checked. */
int sett_java_prepare (sett_target *, const sett_target *made,
                       struct sett_text *error);

/* Where the agent is; null, with a sentence: nowhere. */
const char *sett_java_agent (sett_target *, struct sett_text *error);

/* What tells one agent, or one virtual machine, from another. */
uint64_t sett_java_hash_machine (sett_target *);

/* What tells one agent, or one virtual machine, from another. */
uint64_t sett_java_hash_machine (sett_target *);

/* What tells one class path from another: its contents. */
uint64_t sett_java_hash (const char *class_path);

#endif
