/* A file that holds what a process knows, so that another one can go on.

   It is written to a name beside the right one, checksummed, forced to the disk
   and renamed into place at the end; what was there before is kept as FILE.old.
   So at any moment, whatever is killed, FILE is whole, or does not exist yet.

   It is read only after the checksum of the whole was found right.  Numbers are
   those of this machine: another byte order, or another format, is refused. */

#ifndef SETT_BASE_SNAPSHOT_H
#define SETT_BASE_SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

struct sett_text;

typedef struct sett_saver sett_saver;
typedef struct sett_loader sett_loader;

/* Null, and a sentence, if the file cannot be written.  Errors on the way are
   told at the end. */
sett_saver *sett_saver_open (const char *path, struct sett_text *error);
void sett_save (sett_saver *, const void *, size_t);
void sett_save_number (sett_saver *, uint64_t);
void sett_save_text (sett_saver *, const char *);

/* A mark between two parts, found again when they are read. */
void sett_save_part (sett_saver *, const char name[8]);

/* Puts the file into its place.  False, and a sentence, if that failed: then
   what was there is there. */
int sett_saver_close (sett_saver *, struct sett_text *error);

/* Takes back what was begun. */
void sett_saver_abandon (sett_saver *);

/* Null, and a sentence that goes on after the name of the file, if there is no
   whole file of this kind. */
sett_loader *sett_loader_open (const char *path, struct sett_text *error);
void sett_loader_close (sett_loader *); /* accepts null */

/* What is read is zero from the first failure on. */
void sett_load (sett_loader *, void *, size_t);
uint64_t sett_load_number (sett_loader *);
char *sett_load_text (sett_loader *); /* owned by the caller */
void sett_load_part (sett_loader *, const char name[8]);

/* A number of things of `size` bytes each that follow: more than are left in
   the file is a failure. */
uint64_t sett_load_count (sett_loader *, size_t size);

/* Something that was read cannot be right. */
void sett_loader_fail (sett_loader *);
int sett_loader_failed (const sett_loader *);

/* The name of the older generation; owned by the caller. */
char *sett_snapshot_older (const char *path);

/* Removes both generations, and what a writer that was killed left. */
void sett_snapshot_remove (const char *path);

#endif
