/* Files to go on from: see snapshot.h.

       header   magic (16 bytes), byte order, format
       body     what was saved, in order
       trailer  length of all before it, its XXH3 hash, magic (8 bytes)

   The trailer is written last: a file without one is not complete. */

#include "base/snapshot.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#define ROOM ((size_t)1 << 16)
#define FORMAT 4u
#define NUMBER_ORDER 0x01020304u
#define LONGEST_TEXT ((uint64_t)1 << 28)

typedef struct header {
  char magic[16];
  uint32_t order, format;
} header;

typedef struct trailer {
  uint64_t length, hash;
  char magic[8];
} trailer;

static const char first_magic[16] = "SETT checkpoint";
static const char last_magic[8] = "SETTend";

struct sett_saver {
  char *path, *fresh; /* the name, and that under which it is written */
  int file;
  int error; /* the first errno; 0: none */
  XXH3_state_t *hash;
  uint64_t length;
  size_t used;
  unsigned char bytes[ROOM];
};

struct sett_loader {
  int file;
  int failed;
  uint64_t left; /* of the body, behind what is in `bytes` */
  size_t at, used;
  unsigned char bytes[ROOM];
};

static char *with_suffix (const char *path, const char *suffix) {
  sett_text text = {0};
  sett_text_addf (&text, "%s%s", path, suffix);
  char *name = sett_strdup (text.at);
  sett_text_release (&text);
  return name;
}

char *sett_snapshot_older (const char *path) {
  return with_suffix (path, ".old");
}

static void remove_with (const char *path, const char *suffix) {
  char *name = with_suffix (path, suffix);
  unlink (name);
  sett_strfree (name);
}

void sett_snapshot_remove (const char *path) {
  unlink (path);
  remove_with (path, ".old");
  remove_with (path, ".new");
}

/*------------------------------------------------------------------------*/
/* Writing. */

static void flush (sett_saver *s) {
  for (size_t at = 0; at < s->used && !s->error;) {
    const ssize_t n = write (s->file, s->bytes + at, s->used - at);
    if (n < 0 && errno != EINTR)
      s->error = errno;
    at += n > 0 ? (size_t)n : 0;
  }
  s->used = 0;
}

static void put (sett_saver *s, const void *bytes, size_t count) {
  const unsigned char *from = bytes;
  while (count && !s->error) {
    const size_t some = count < ROOM - s->used ? count : ROOM - s->used;
    memcpy (s->bytes + s->used, from, some);
    s->used += some;
    from += some;
    count -= some;
    if (s->used == ROOM)
      flush (s);
  }
}

void sett_save (sett_saver *s, const void *bytes, size_t count) {
  if (!count)
    return;
  XXH3_64bits_update (s->hash, bytes, count);
  s->length += count;
  put (s, bytes, count);
}

void sett_save_number (sett_saver *s, uint64_t number) {
  sett_save (s, &number, sizeof number);
}

void sett_save_text (sett_saver *s, const char *text) {
  const size_t length = strlen (text);
  SETT_ASSERT (length < LONGEST_TEXT);
  sett_save_number (s, length);
  sett_save (s, text, length);
}

void sett_save_part (sett_saver *s, const char name[8]) {
  sett_save (s, name, 8);
}

static void release_saver (sett_saver *s) {
  if (s->file >= 0)
    close (s->file);
  XXH3_freeState (s->hash);
  sett_strfree (s->path);
  sett_strfree (s->fresh);
  sett_free (s, sizeof *s);
}

static void explain (const sett_saver *s, sett_text *error) {
  sett_text_addf (error, "cannot write '%s': %s", s->fresh,
                  strerror (s->error));
}

sett_saver *sett_saver_open (const char *path, sett_text *error) {
  sett_saver *s = sett_alloc (sizeof *s);
  s->path = sett_strdup (path);
  s->fresh = with_suffix (path, ".new");
  s->used = 0;
  s->length = 0;
  s->file = open (s->fresh,
                  O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  s->error = s->file < 0 ? errno : 0;
  s->hash = XXH3_createState ();
  if (!s->hash)
    s->error = ENOMEM;
  if (s->error) {
    explain (s, error);
    release_saver (s);
    return NULL;
  }
  XXH3_64bits_reset (s->hash);
  header h = {.order = NUMBER_ORDER, .format = FORMAT};
  memcpy (h.magic, first_magic, sizeof h.magic);
  sett_save (s, &h, sizeof h);
  return s;
}

/* The names are on the disk when their folder is. */
static void sync_folder (const char *path) {
  const char *slash = strrchr (path, '/');
  char *name = slash ? sett_strndup (path, (size_t)(slash - path) + 1)
                     : sett_strdup (".");
  const int folder = open (name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    fsync (folder);
    close (folder);
  }
  sett_strfree (name);
}

/* Keeps the file that is there under its older name.  With a link its right
   name is never missing; not every file system has them. */
static void keep_older (const sett_saver *s) {
  char *older = sett_snapshot_older (s->path);
  if (!access (s->path, F_OK)) {
    unlink (older);
    if (link (s->path, older))
      rename (s->path, older);
  }
  sett_strfree (older);
}

static void finish (sett_saver *s) {
  trailer t = {.length = s->length, .hash = XXH3_64bits_digest (s->hash)};
  memcpy (t.magic, last_magic, sizeof t.magic);
  put (s, &t, sizeof t);
  flush (s);
  if (!s->error && fsync (s->file))
    s->error = errno;
  if (close (s->file) && !s->error)
    s->error = errno;
  s->file = -1;
  if (s->error)
    return;
  keep_older (s);
  if (rename (s->fresh, s->path))
    s->error = errno;
  sync_folder (s->path);
}

int sett_saver_close (sett_saver *s, sett_text *error) {
  finish (s);
  const int done = !s->error;
  if (!done) {
    explain (s, error);
    unlink (s->fresh);
  }
  release_saver (s);
  return done;
}

void sett_saver_abandon (sett_saver *s) {
  unlink (s->fresh);
  release_saver (s);
}

/*------------------------------------------------------------------------*/
/* Reading. */

void sett_loader_fail (sett_loader *l) {
  l->failed = 1;
}

int sett_loader_failed (const sett_loader *l) {
  return l->failed;
}

/* Reads all, or as much as there is. */
static size_t read_all (int file, void *to, size_t count) {
  size_t done = 0;
  while (done < count) {
    const ssize_t n = read (file, (char *)to + done, count - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    done += (size_t)n;
  }
  return done;
}

static int refill (sett_loader *l) {
  const size_t wanted = l->left < ROOM ? (size_t)l->left : ROOM;
  l->at = 0;
  l->used = read_all (l->file, l->bytes, wanted);
  l->left -= l->used;
  return l->used == wanted && wanted;
}

void sett_load (sett_loader *l, void *to, size_t count) {
  unsigned char *at = to;
  size_t missing = count;
  while (missing && !l->failed) {
    if (l->at == l->used && !refill (l)) {
      l->failed = 1;
      break;
    }
    const size_t held = l->used - l->at;
    const size_t some = missing < held ? missing : held;
    memcpy (at, l->bytes + l->at, some);
    l->at += some;
    at += some;
    missing -= some;
  }
  if (l->failed && count)
    memset (to, 0, count);
}

uint64_t sett_load_number (sett_loader *l) {
  uint64_t number;
  sett_load (l, &number, sizeof number);
  return number;
}

uint64_t sett_load_count (sett_loader *l, size_t size) {
  const uint64_t count = sett_load_number (l);
  SETT_ASSERT (size);
  if (count > (l->left + (l->used - l->at)) / size)
    l->failed = 1;
  return l->failed ? 0 : count;
}

char *sett_load_text (sett_loader *l) {
  const uint64_t length = sett_load_count (l, 1);
  char *text = sett_strdup ("");
  if (length < LONGEST_TEXT && length) {
    sett_strfree (text);
    char *bytes = sett_zalloc (length + 1, 1);
    sett_load (l, bytes, length);
    text = sett_strdup (bytes);
    sett_free (bytes, length + 1);
  }
  return text;
}

void sett_load_part (sett_loader *l, const char name[8]) {
  char found[8];
  sett_load (l, found, sizeof found);
  if (memcmp (found, name, sizeof found))
    l->failed = 1;
}

static const char *judge_header (int file) {
  header h;
  if (read_all (file, &h, sizeof h) < sizeof h.magic ||
      memcmp (h.magic, first_magic, sizeof h.magic))
    return "is not a checkpoint of Sett";
  if (h.order != NUMBER_ORDER)
    return "is damaged, or was written on a machine with another byte order";
  if (h.format != FORMAT)
    return "was written by another version of Sett";
  return NULL;
}

static const char *judge_hash (sett_loader *l, const trailer *t) {
  XXH3_state_t *state = XXH3_createState ();
  uint64_t left = t->length;
  if (!state)
    return "cannot be read: out of memory";
  XXH3_64bits_reset (state);
  lseek (l->file, 0, SEEK_SET);
  while (left) {
    const size_t wanted = left < ROOM ? (size_t)left : ROOM;
    if (read_all (l->file, l->bytes, wanted) != wanted)
      break;
    XXH3_64bits_update (state, l->bytes, wanted);
    left -= wanted;
  }
  const int right = !left && XXH3_64bits_digest (state) == t->hash;
  XXH3_freeState (state);
  return right ? NULL : "is damaged: its checksum is wrong";
}

/* Null if the file is whole: then it is read from behind the header on. */
static const char *judge (sett_loader *l) {
  struct stat s;
  trailer t;
  const char *wrong = judge_header (l->file);
  if (wrong)
    return wrong;
  if (fstat (l->file, &s) || !S_ISREG (s.st_mode) ||
      (uint64_t)s.st_size < sizeof (header) + sizeof t)
    return "is not complete";
  const off_t end = s.st_size - (off_t)sizeof t;
  if (lseek (l->file, end, SEEK_SET) != end ||
      read_all (l->file, &t, sizeof t) != sizeof t ||
      memcmp (t.magic, last_magic, sizeof t.magic) || t.length != (uint64_t)end)
    return "is not complete, or damaged";
  wrong = judge_hash (l, &t);
  l->left = t.length - sizeof (header);
  return lseek (l->file, sizeof (header), SEEK_SET) < 0 ? "cannot be read"
                                                        : wrong;
}

sett_loader *sett_loader_open (const char *path, sett_text *error) {
  sett_loader *l = sett_alloc (sizeof *l);
  l->at = l->used = 0;
  l->failed = 0;
  l->file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const char *wrong = l->file < 0 ? strerror (errno) : judge (l);
  if (!wrong)
    return l;
  sett_text_addf (error, l->file < 0 ? "cannot be read: %s" : "%s", wrong);
  sett_loader_close (l);
  return NULL;
}

void sett_loader_close (sett_loader *l) {
  if (!l)
    return;
  if (l->file >= 0)
    close (l->file);
  sett_free (l, sizeof *l);
}
