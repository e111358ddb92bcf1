/* File descriptors: those that an execution opens are closed before the next
   one, and those that it closes are opened again. */

#ifndef SETT_RUNTIME_DESCRIPTORS_H
#define SETT_RUNTIME_DESCRIPTORS_H

void sett_descriptors_snapshot (void);
void sett_descriptors_restore (void);

/* The program may have opened or closed one. */
void sett_descriptors_dirty (void);

#endif
