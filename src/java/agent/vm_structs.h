/* What the virtual machine says of itself: HotSpot has tables of the places
   where it keeps things, for debuggers (vmStructs). */

#ifndef SETT_JAVA_AGENT_VM_STRUCTS_H
#define SETT_JAVA_AGENT_VM_STRUCTS_H

#include <stdint.h>

/* Where a field is in an object of a type of the machine's; -1: it does not
   say. */
int64_t sett_machine_offset (const char *type, const char *field);

/* Where the value of a truth-valued option of its command line is; or null. */
volatile char *sett_machine_option (const char *name);

#endif
