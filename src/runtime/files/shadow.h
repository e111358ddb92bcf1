/* The shadow: originals are never written.

   System calls about files, done on the merged view (shadow_view.h).  Nothing
   here is an event, and nobody else runs meanwhile: files.c is about that.
   What the shadow has no part in is handed to the kernel: that is most of what
   only reads, as long as nothing was changed. */

#ifndef SETT_RUNTIME_SHADOW_H
#define SETT_RUNTIME_SHADOW_H

#include "runtime/files/shadow_view.h"
#include "runtime/sched/syscalls.h"

/* The result is the kernel's, or what the kernel's would be. */
long sett_shadow_call (const sett_call *);

/* Is such a call done here? */
int sett_shadow_concerns (long number);

/* Before main, and under a debugger: the same if the call is about files, or
   false. */
int sett_shadow_early (const sett_call *, long *result);

/* What a descriptor or a name leads to, as the program sees it. */
long sett_shadow_fstat (long number, struct stat *);
long sett_shadow_lstat (const char *path, struct stat *);
/* Was it opened with O_PATH? */
int sett_shadow_is_only_path (long number);
/* Where a name leads: 1, if something is there, 0, if not, or minus an error.
   The complete name, "" if there is none that is short enough; may be null. */
long sett_shadow_where (int folder, const char *path, int follow, struct stat *,
                        char name[PATH_MAX]);
/* The node of what is there; it is made if there is none.  0: nothing is. */
uint32_t sett_shadow_node (int folder, const char *path, int follow);
/* A socket in a file: what its maker has put there (0: nothing), and which file
   it is; nothing there if it is another kind of file.  An error if the name
   leads nowhere or one may not write there. */
long sett_shadow_socket (const char *path, uint32_t *socket, uint32_t *node);
/* The file is new: its node. */
uint32_t sett_shadow_put_socket (const char *path, uint32_t socket);
/* May what is there be opened so? */
long sett_shadow_may (int folder, const char *path, int follow, int flags);
/* Complete names: of a descriptor, and of the working folder; the length, or
   0. */
size_t sett_shadow_name (long number, char to[PATH_MAX]);
size_t sett_shadow_folder (char to[PATH_MAX]);

/* The name by which the kernel executes a program; or minus an error. */
long sett_shadow_program (const char *path, char to[PATH_MAX]);

/* A child has the working folder of its parent. */
void sett_shadow_fork (unsigned child);

void sett_shadow_snapshot (void);
void sett_shadow_restore (void);
int sett_shadow_changed (void);

/*------------------------------------------------------------------------*/
/* The parts. */

/* From and to the program's memory: 0, -EFAULT, or -ENAMETOOLONG. */
long sett_take_path (const void *from, char to[PATH_MAX]);
long sett_give (void *to, const void *from, size_t size);
long sett_take (void *to, const void *from, size_t size);

/* The user wants it to be changed really: said in the report. */
void sett_shadow_really (void);
/* Something that the machine may be able to do was refused: said there, too. */
void sett_shadow_lacks (const char *what);
/* It is the kernel's, by whatever name: refused, and said. */
long sett_shadow_spares (void);

/* What is known of a file in the longer form. */
struct statx;
void sett_stat_extend (const struct stat *, struct statx *);

/* shadow_names.c */
uint32_t sett_shadow_make (sett_spot *folder, uint32_t mode);
void sett_shadow_add (sett_spot *folder, const char *name, uint32_t node);
void sett_shadow_take_away (sett_spot *folder, const char *name, uint32_t node);
void sett_shadow_drop (uint32_t node); /* one name less */
const char *sett_way_real (const sett_way *);
long sett_shadow_mkdir (int folder, const char *path, uint32_t mode);
long sett_shadow_mknod (int folder, const char *path, uint32_t mode,
                        uint64_t which);
long sett_shadow_symlink (const char *text, int folder, const char *path);
long sett_shadow_link (int from_folder, const char *from, int to_folder,
                       const char *to, int flags);
long sett_shadow_unlink (int folder, const char *path, int flags);
/* shadow_rename.c */
long sett_shadow_rename (int from_folder, const char *from, int to_folder,
                         const char *to, unsigned flags);
/* shadow_open.c */
long sett_shadow_open (int folder, const char *path, int flags, uint32_t mode);
/* shadow_list.c */
int sett_shadow_is_empty (const sett_spot *folder);
int sett_shadow_is_listed (uint32_t folder);
long sett_shadow_list (const sett_call *);
/* shadow_status.c */
long sett_shadow_chmod (int folder, const char *path, uint32_t mode, int flags);
long sett_shadow_chown (int folder, const char *path, uint32_t user,
                        uint32_t group, int flags);
long sett_shadow_set_times (int folder, const char *path,
                            const struct timespec *times, int flags);
long sett_shadow_truncate (const char *path, long size);
void sett_node_changed (uint32_t node);  /* its status */
void sett_node_modified (uint32_t node); /* a folder's names */
/* The descriptor, or the name; flags: AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH. */
long sett_shadow_find (int folder, const char *path, int flags, sett_spot *);
/* shadow_attributes.c */
long sett_shadow_attribute (const sett_call *);

#endif
