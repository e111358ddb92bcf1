/* The merged view of the machine's files and the shadow's: what names mean, and
   what may be done.

   Names are followed here, component by component, as the kernel follows them:
   symbolic links (40 at most), "." and "..", the links of /proc that lead to
   descriptors and to the working folder.  The results and errors are the
   kernel's. */

#ifndef SETT_RUNTIME_SHADOW_VIEW_H
#define SETT_RUNTIME_SHADOW_VIEW_H

#include "runtime/files/shadow_table.h"
#include "runtime/sched/user.h"

/* Something that is there. */
typedef struct sett_spot {
  uint32_t node;       /* 0: the machine's, as it is */
  struct stat s;       /* as the program sees it */
  char path[PATH_MAX]; /* the machine's name of it; "": it is not there */
} sett_spot;

typedef enum sett_last {
  SETT_LAST_NAME,
  SETT_LAST_DOT,  /* "." */
  SETT_LAST_DOTS, /* ".." */
  SETT_LAST_ROOT  /* "/" */
} sett_last;

/* Where a name leads. */
typedef struct sett_way {
  sett_spot folder; /* that the last component is in */
  char name[NAME_MAX + 1];
  sett_last last;
  int slash;   /* at the end */
  long number; /* of the descriptor that a link of /proc led by, at last; -1 */
  int exists;  /* then this is it: */
  sett_spot at;
} sett_way;

enum {
  SETT_WAY_FOLLOW = 1, /* symbolic links at the end, too */
  SETT_WAY_NAME = 2,   /* the last component itself is meant, whatever it is;
                          with a slash behind it no link is followed */
};

/* 0, or minus an error.  Nothing at the end is no error. */
long sett_way_find (int folder, const char *path, int how, sett_way *);
/* The same where something must be there. */
long sett_way_to (int folder, const char *path, int how, sett_way *);

/* What a descriptor leads to, and the working folder. */
long sett_spot_of_number (long number, sett_spot *);
long sett_spot_of_folder (sett_spot *);
void sett_spot_of_node (uint32_t node, sett_spot *);
void sett_spot_copy (sett_spot *to, const sett_spot *from);

/* "..".  The topmost folder is its own. */
long sett_spot_parent (const sett_spot *folder, sett_spot *);

/* A name in a folder: 1, if it is there; 0, or minus an error. */
long sett_spot_look_up (const sett_spot *folder, const char *name, sett_spot *);

/* "FOLDER/NAME" of the machine; false, if that is too long. */
int sett_spot_path (const sett_spot *folder, const char *name, char *to);

/* The complete name, as the program sees it; its length, 0 if there is none or
   it is too long.  What was removed has " (deleted)" at its end, as in /proc.
   Room for PATH_MAX. */
size_t sett_spot_name (const sett_spot *, char *to);
/* Is it a folder that was removed? */
int sett_spot_is_gone (const sett_spot *);

/* What a symbolic link says: its length, or minus an error. */
long sett_spot_text (const sett_spot *, char to[PATH_MAX]);

/* The node of what is there; it is made if there is none. */
uint32_t sett_spot_node (sett_spot *);

/* What the program sees of a node. */
void sett_node_status (uint32_t node, struct stat *);

/* Is it to be changed really: --real?  What the kernel has in /proc and /sys is
   real, too, but must not be changed. */
int sett_spot_is_real (const sett_spot *);
int sett_path_is_real (const char *path);
int sett_path_is_kernels (const char *path);

/* No device, or one that can do no harm? */
int sett_file_is_tame (const struct stat *);

/*------------------------------------------------------------------------*/
/* Rights.  0, or minus an error. */

long sett_spot_may (const sett_spot *, int how); /* R_OK | W_OK | X_OK */
/* By the user and the group that started the program, as access asks. */
long sett_spot_may_really (const sett_spot *, int how);
/* From now on names are followed as that user may; or not any more. */
void sett_rights_really (int on);
long sett_spot_may_add (const sett_spot *folder);
long sett_spot_may_remove (const sett_spot *folder, const sett_spot *what,
                           int as_folder);
int sett_spot_is_own (const sett_spot *);

#endif
