/* What the virtual machine of a Java program, or of a system of them, is told:
   a job file of words, each ended by a zero (java/agent/job.h reads it). */

#ifndef SETT_PROGRAM_JAVA_JOB_H
#define SETT_PROGRAM_JAVA_JOB_H

#include "program/system.h"

/* Writes the file, and makes the command of this process, which all share.
   The targets are prepared.  False, with a sentence, if that cannot be done. */
int sett_java_write_job (sett_system *, size_t machine,
                         struct sett_text *error);

#endif
