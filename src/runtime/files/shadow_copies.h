/* Contents that the program makes or changes: in files of Sett's own.

   The first time that a file is opened to be written, or may be written in
   another way, its contents are copied: by the file system itself where it can
   share blocks, else by the kernel; holes stay holes.  Descriptors that were
   opened before follow when they are used next.

   What files of the snapshot contained is kept when an execution first writes
   to them, once, and comes back after each one that did.  Files that are made
   later are made anew.

   Always: nothing is opened to be written here but below the shadow's folder.
 */

#ifndef SETT_RUNTIME_SHADOW_COPIES_H
#define SETT_RUNTIME_SHADOW_COPIES_H

#include "runtime/files/shadow_table.h"
#include "runtime/sched/syscalls.h"

/* A file of its own for the node: an empty one, or one with the contents of its
   origin. */
void sett_copy_create (uint32_t node);
void sett_copy_up (uint32_t node);

/* Opens the node's own file; or an empty one that stands for a folder. */
long sett_copy_open (uint32_t node, int flags);
long sett_copy_open_folder (uint32_t node, int flags);
/* The latter, from its descriptor, to be written. */
long sett_copy_reopen (long number);
/* Its name. */
void sett_copy_path (uint32_t node, char to[PATH_MAX]);

/* Size and times of the own file. */
void sett_copy_status (uint32_t node, struct stat *);
/* Sets its times; then its other properties count as changed now. */
long sett_copy_set_times (uint32_t node, const struct timespec times[2]);
void sett_copy_touch (uint32_t node);

/* Before the contents change, by a descriptor or by a node. */
void sett_copy_write (long number);
void sett_copy_write_node (uint32_t node);

/* Before a descriptor is used: contents may have been copied meanwhile. */
void sett_copy_refresh (long number);
/* shadow_positions.c: processes may share its position, which is that of the
   original from now on... */
void sett_position_hold (long number);
/* ...for a copy of it, too; until it is closed... */
void sett_position_copied (long number, long copy);
void sett_position_drop (long number);
/* ...and is taken from there before it is used, and put back. */
void sett_position_take (long number);
void sett_position_give (long number);
/* Does a call with several buffers say where, instead of using the position? */
int sett_position_given (const sett_call *);
/* To the program that the process becomes. */
void sett_positions_leave (void);
void sett_positions_arrive (void);

/* Before it is mapped so that others' changes are seen. */
void sett_copy_map (long number, int writes);

/* The snapshot, and back to it. */
void sett_copies_snapshot (void);
void sett_copies_restore (void);

#endif
