/* The program's descriptors as they were at the snapshot, and the way back:
   copies of the engine's own, beyond the numbers that a program can have. */

#ifndef SETT_RUNTIME_FILES_ORIGINALS_H
#define SETT_RUNTIME_FILES_ORIGINALS_H

void sett_originals_snapshot (void);

/* It leads elsewhere now, or nowhere; its position or its flags may change.
 * Numbers that no program has are left alone. */
void sett_originals_replaced (long number);
void sett_originals_moved (long number);

/* Was any? */
int sett_originals_differ (void);

/* Was it open, with a position? */
int sett_originals_have_position (long number);

/* All as they were; forget is called for each that was replaced. */
void sett_originals_restore (void (*forget) (int number));

/* A descriptor of the engine's, out of the program's reach; the other one is
   closed. */
int sett_originals_hide (int number);

#endif
