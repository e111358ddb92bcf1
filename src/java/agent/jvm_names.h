/* Names that occur often, of classes and members: numbers from 1 on, for good.
 */

#ifndef SETT_JAVA_AGENT_JVM_NAMES_H
#define SETT_JAVA_AGENT_JVM_NAMES_H

#include <stdint.h>

uint32_t sett_jname (const char *);
const char *sett_jname_text (uint32_t);
/* Of the text: the same in every virtual machine, which the number is not. */
uint64_t sett_jname_hash (uint32_t);

#endif
